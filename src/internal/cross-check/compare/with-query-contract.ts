import type { QueryKnowledge } from "../../chain/deployment-facts.ts";
import type { QueryContract } from "../../services/query/model.ts";
import { type Finding, skipped, unknown } from "../check.ts";

/** Runs a comparison with the query service's contract; without one, says why there is nothing to compare. */
export function withQueryContract(
  query: QueryKnowledge,
  compare: (contract: QueryContract) => Finding,
): Finding {
  switch (query.state) {
    case "known":
      return compare(query.contract);
    case "not-configured":
      return skipped("no query service is configured for this chain");
    case "not-found":
      return unknown(
        "the query service does not know the contract; a new contract takes some seconds to appear",
      );
    case "unavailable":
      return unknown(query.reason);
  }
}
