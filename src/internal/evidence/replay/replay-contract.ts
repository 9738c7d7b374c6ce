import type { HostWords } from "../../errors/host-words.ts";
import type { VerifyContractError } from "../../errors/problem.ts";
import { look, notTried } from "../../pipeline/verify-contracts.ts";
import type { ContractReport } from "../../report/model.ts";
import { differenceOf, type ResultDifference, resultOf } from "../result.ts";
import type { ContractEntry } from "../schema.ts";
import { replayPorts } from "./replay-ports.ts";
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

/** Runs the stages, rules and claims once more, over the answers of the file. */
export async function replayContract(entry: ContractEntry, words: HostWords): Promise<ReplayedContract> {
  const run = new ReplayRun(entry.world);
  const ports = replayPorts(run, entry, words);
  const request = replayRequest(entry.request);
  let wrongUse: VerifyContractError | undefined;
  const report =
    entry.result.outcome === "not-tried"
      ? notTried(request, ports)
      : await look(request, ports, (error) => {
          wrongUse = error;
        });
  return { report, wrongUse, missing: run.missing, difference: differenceOf(entry.result, resultOf(report)) };
}
