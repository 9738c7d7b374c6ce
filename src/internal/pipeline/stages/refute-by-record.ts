import { delegateOf, knownCode } from "../../bytecode/known-codes.ts";
import type { DeploymentFacts } from "../../chain/deployment-facts.ts";
import type { MatchSummary } from "../../domain/record.ts";
import type { ProxyFacts } from "../../report/model.ts";
import type { Run } from "../run.ts";
import { loadJudge } from "./load-judge.ts";
import { readRecord } from "./read-record.ts";

/**
 * The node alone shows that a contract is code without sources, which ends a run early. A stored match of other code at
 * this address contradicts it, and the contradiction is the verdict.
 *
 * @throws Ended where the record has other code.
 */
export async function refuteByRecord(
  run: Run,
  facts: DeploymentFacts,
  stored: MatchSummary | undefined,
  proxy: ProxyFacts | null | undefined,
): Promise<void> {
  const { address, runtimeBytecode: code } = facts;
  const isSourcelessCode = knownCode(code) !== undefined || delegateOf(code) !== undefined;
  if (!isSourcelessCode || stored === undefined || stored.match === null) return;
  const { record, sent } = await run.stage("record", () => readRecord(run, address, undefined));
  const onRecord = record.runtimeBytecode?.onchainBytecode;
  if (onRecord == null || onRecord.toLowerCase() === code.toLowerCase()) return;
  const { conclude, crossCheck } = await loadJudge();
  const known = { facts, record, build: undefined, proxy, recordSent: sent, isJudged: false };
  conclude(run, false, await run.stage("crossCheck", () => crossCheck(run, known)));
}
