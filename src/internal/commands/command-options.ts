import type { CommandOption } from "../pipeline/request.ts";
import type { CheckContractRequest, VerifyContractRequest } from "./verify-request.ts";

/** A request as options of the command line, for a command that does the same again. The time limit is left out. */
export function commandOptions(
  request: Omit<VerifyContractRequest & CheckContractRequest, "address">,
): readonly CommandOption[] {
  const { sources, require = [] } = request;
  const values: readonly (readonly [flag: string, value: string | undefined])[] = [
    ["--contract", request.contract],
    ["--creation-tx-hash", request.creationTransactionHash],
    ["--build-info", request.buildInfo],
    ["--std-json-input", request.stdJsonInput],
    ["--compiler-version", request.compilerVersion],
    ["--sources", sources === "auto" ? undefined : sources],
    ["--min-match", request.minMatch],
    ["--require", require.length === 0 ? undefined : require.join(",")],
    ["--at", request.at],
  ];
  const flags: readonly (readonly [flag: string, isSet: boolean | undefined])[] = [
    ["--require-creation", request.requireCreation],
    ["--recompile", request.recompile],
    ["--follow-proxy", request.followProxy],
    ["--pick-identical", request.pickIdentical],
    ["--force", request.force],
    ["--fresh", request.fresh],
    ["--dry-run", request.dryRun],
  ];
  return [
    ...values.flatMap(([flag, value]) => (value === undefined ? [] : [[flag, value] as const])),
    ...flags.flatMap(([flag, isSet]) => (isSet === true ? [[flag] as const] : [])),
  ];
}
