import { parseRequired } from "../require-option.ts";
import { parseTimeout } from "../timeout-option.ts";
import type { CheckContractRequest } from "../verify-request.ts";

/** The arguments that verifying and checking have in common, as Hardhat parses them. */
export interface CommonArguments {
  readonly target: string;
  readonly contract: string | undefined;
  readonly creationTxHash: string | undefined;
  readonly buildInfo: string | undefined;
  readonly stdJsonInput: string | undefined;
  readonly compilerVersion: string | undefined;
  readonly minMatch: string | undefined;
  readonly requireCreation: boolean;
  readonly followProxy: boolean;
  readonly require: string | undefined;
  readonly at: string | undefined;
  readonly json: boolean;
  readonly report: string | undefined;
  readonly timeout: string | undefined;
}

/** The request that they make. */
export function commonRequest(args: CommonArguments): CheckContractRequest {
  return {
    address: args.target,
    contract: args.contract,
    creationTransactionHash: args.creationTxHash,
    buildInfo: args.buildInfo,
    stdJsonInput: args.stdJsonInput,
    compilerVersion: args.compilerVersion,
    // Checked where requests of programs are checked too.
    minMatch: args.minMatch as "match" | undefined,
    requireCreation: args.requireCreation,
    followProxy: args.followProxy,
    require: args.require === undefined ? undefined : parseRequired(args.require),
    at: args.at,
    timeout: args.timeout === undefined ? undefined : parseTimeout(args.timeout),
  };
}
