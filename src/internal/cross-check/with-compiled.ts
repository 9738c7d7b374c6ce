import type { CompiledContract } from "../build/model.ts";
import { type Finding, skipped } from "./check.ts";
import type { EvidenceOfBuild } from "./evidence.ts";

const NOTHING_COMPILED =
  "only a standard JSON input was given, so there is no code of a build to compare with";

/** Runs a comparison with what the build's compiler made of the contract, where that is known. */
export function withCompiled(
  { compiled }: EvidenceOfBuild,
  compare: (compiled: CompiledContract) => Finding,
): Finding {
  return compiled === undefined ? skipped(NOTHING_COMPILED) : compare(compiled);
}
