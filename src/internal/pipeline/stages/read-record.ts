import pRetry from "p-retry";

import { problem } from "../../errors/problem.ts";
import type { ContractField } from "../../services/verification/contract-fields.ts";
import type { ContractRecord } from "../../services/verification/model.ts";
import { Ended, type Run } from "../run.ts";
import { storedMatch } from "./read-stored.ts";

/** What the checks read. Not `all`, which costs the service look-ups of proxies that no check needs. */
const FIELDS: readonly ContractField[] = [
  "creationBytecode",
  "runtimeBytecode",
  "deployment",
  "sources",
  "compilation",
  "abi",
  "metadata",
];

class NoRecordYet extends Error {}

/** Record: what the service has stored, whoever submitted it. */
export async function readRecord(run: Run, address: string): Promise<ContractRecord> {
  const { verification, chainId, appearAttempts, signal, browserUrl, onProgress } = run.ports;
  onProgress({ type: "reading-record" });
  const read = async (): Promise<ContractRecord> => {
    const record = await verification.contract(chainId, address, { fields: FIELDS, signal });
    if (record === undefined) throw new NoRecordYet();
    return record;
  };
  try {
    const record = await pRetry(read, {
      retries: appearAttempts,
      minTimeout: 500,
      maxTimeout: 3000,
      signal,
      shouldRetry: ({ error }) => error instanceof NoRecordYet,
    });
    run.draft.match = storedMatch(record);
    run.draft.links.push({ label: "record", url: `${verification.url}/v2/contract/${chainId}/${address}` });
    if (browserUrl !== undefined)
      run.draft.links.push({ label: "sources", url: `${browserUrl}/${chainId}/${address}` });
    return record;
  } catch (error) {
    if (!(error instanceof NoRecordYet)) throw error;
    throw new Ended(
      "unavailable",
      problem("VC411", {
        facts: [["Verification id", run.draft.verificationId ?? undefined]],
        next: run.command(),
      }),
    );
  }
}
