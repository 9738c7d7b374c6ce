import type { HostWords } from "../../errors/host-words.ts";
import type { VerifyContractError } from "../../errors/problem.ts";
import type { VerifyRequest } from "../../pipeline/request.ts";
import { look, notTried } from "../../pipeline/verify-contracts.ts";
import type { ContractReport } from "../../report/model.ts";
import { differenceOf, type ResultDifference, resultOf } from "../result.ts";
import type { ContractEntry } from "../schema.ts";
import { REPLAY_ROOT } from "./replay-builds.ts";
import { type OwnWitnesses, replayPorts } from "./replay-ports.ts";
import { replayRequest } from "./replay-request.ts";
import { type MissingAnswer, ReplayRun } from "./replay-run.ts";

/** What a replay of one contract comes to. */
export interface ReplayedContract {
  readonly report: ContractReport;
  /** The first question that the file has no answer to. */
  readonly missing: MissingAnswer | undefined;
  /** From what the file states. */
  readonly difference: ResultDifference | undefined;
  readonly wrongUse: VerifyContractError | undefined;
}

/** What whoever replays brings. */
export interface Own extends OwnWitnesses {
  /** Absolute path of the builds that `builds` reads. */
  readonly buildInfo?: string;
  /** Paths in messages are relative to it. */
  readonly projectRoot: string;
}

/** Everything is taken from the file. */
export const ALONE: Own = { projectRoot: REPLAY_ROOT };

/** Runs the stages, rules and claims once more, over the answers of the file. */
export async function replayContract(
  entry: ContractEntry,
  words: HostWords,
  own: Own = ALONE,
): Promise<ReplayedContract> {
  const run = new ReplayRun(entry.world);
  const ports = replayPorts(run, entry, words, own);
  const request = withOwn(replayRequest(entry.request), own);
  let wrongUse: VerifyContractError | undefined;
  const report =
    entry.result.outcome === "not-tried"
      ? notTried(request, ports)
      : await look(request, ports, (error) => {
          wrongUse = error;
        });
  return { report, wrongUse, missing: run.missing, difference: differenceOf(entry.result, resultOf(report)) };
}

/** A build that was not submitted then is compared with what is stored, as a check does. */
function withOwn(request: VerifyRequest, { compile, buildInfo, projectRoot }: Own): VerifyRequest {
  const compiled = compile === undefined ? request : { ...request, recompile: true };
  if (buildInfo === undefined) return compiled;
  return {
    ...compiled,
    action: "check",
    dryRun: false,
    projectRoot,
    buildSource: { kind: "build-files", locations: [buildInfo], isNamed: true },
  };
}
