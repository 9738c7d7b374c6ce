import type { CompiledContract } from "../../domain/build.ts";
import type { QueryContract } from "../../services/query/model.ts";
import { end, need, skipped, unknown } from "../check.ts";
import type { BuildEvidence, Evidence } from "../evidence.ts";

export const NO_CREATION = skipped("the creating transaction is unknown");
export const NO_INIT_CODE = skipped("the executed init code is unknown");
export const NO_TIME = skipped("the time of the creating block is unknown");

export function needBuild({ build }: Evidence): BuildEvidence {
  return need(build, skipped("no build to compare with"));
}

export function needCompiled(evidence: Evidence): CompiledContract {
  return need(
    needBuild(evidence).compiled,
    skipped("only a standard JSON input was given, so there is no compiled code to compare with"),
  );
}

export function needQueryContract({ query }: Evidence): QueryContract {
  switch (query.state) {
    case "known":
      return query.contract;
    case "not-configured":
      return end(skipped("no query service is configured for this chain"));
    case "not-found":
      return end(
        unknown("the query service does not know the contract; a new contract takes a few seconds to appear"),
      );
    case "unavailable":
      return end(unknown(query.reason));
  }
}
