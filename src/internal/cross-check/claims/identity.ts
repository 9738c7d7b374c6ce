import { isLongZero } from "../../domain/contract-addresses.ts";
import { type ClaimRule, notApplicable, open, vouched } from "../claim.ts";

export const identity: ClaimRule = {
  id: "identity",
  says: "The contract id is this address",
  proof:
    "A long-zero address is the contract's number and proves itself. For another address the query service vouches, once it has the contract's code. Refuted where the query service has other code for the contract.",
  checks: ["runtime-code-query", "query-address", "not-deleted", "not-expired"],
  judge: ({ query, isNamedById, facts }, checks) => {
    if (isLongZero(facts.address)) return notApplicable("the address is the contract's number");
    switch (query.state) {
      case "known":
        return checks.passed("runtime-code-query")
          ? vouched(["query service"])
          : open(checks.reason("runtime-code-query") ?? "the query service shows no code", "wait");
      case "not-configured":
        return isNamedById
          ? open("no query service says whose id it is", "none")
          : notApplicable("the contract was named by its address");
      case "not-found":
        return open("the query service does not know the contract", "wait");
      case "unavailable":
        return open(query.reason, "wait");
    }
  },
};
