import type { CompiledContract } from "../../domain/build.ts";
import { type Finding, skipped } from "../check.ts";
import type { Evidence, EvidenceOfBuild } from "../evidence.ts";

const NO_BUILD = "no build to compare with";
const NOTHING_COMPILED = "only a standard JSON input was given, so there is no compiled code to compare with";

/** Runs a comparison with the build, if there is one. */
export function withBuild({ build }: Evidence, compare: (build: EvidenceOfBuild) => Finding): Finding {
  return build === undefined ? skipped(NO_BUILD) : compare(build);
}

/** Runs a comparison with the build's compiled contract, if there is one. */
export function withCompiled(evidence: Evidence, compare: (compiled: CompiledContract) => Finding): Finding {
  return withBuild(evidence, ({ compiled }) =>
    compiled === undefined ? skipped(NOTHING_COMPILED) : compare(compiled),
  );
}
