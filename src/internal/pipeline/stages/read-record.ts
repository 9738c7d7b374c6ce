import { problem } from "../../errors/problem.ts";
import type { ContractField } from "../../services/verification/contract-fields.ts";
import type { ContractRecord } from "../../services/verification/model.ts";
import { askUntilThere } from "../../target/ask-until-there.ts";
import { Ended, type Run } from "../run.ts";
import { storedMatch } from "./read-stored.ts";

/** What the checks read. Not `all`, which costs the service look-ups of proxies that no check needs. */
const FIELDS = [
  "creationBytecode",
  "runtimeBytecode",
  "deployment",
  "sources",
  "compilation",
  "abi",
  "metadata",
] as const satisfies readonly ContractField[];

/** Record: what the service has stored, whoever submitted it. */
export async function readRecord(run: Run, address: string): Promise<ContractRecord> {
  const { verification, chainId, appearAttempts, signal, browserUrl, onProgress } = run.ports;
  onProgress({ type: "reading-record" });
  const read = () => verification.contract(chainId, address, { fields: FIELDS, signal });
  const record = await askUntilThere(read, appearAttempts + 1, signal);
  if (record === undefined) {
    const facts = [["Verification id", run.draft.verificationId ?? undefined]] as const;
    throw new Ended("unavailable", problem("VC411", { facts, next: run.command() }));
  }
  run.draft.match = storedMatch(record);
  run.draft.links.push({ label: "record", url: `${verification.url}/v2/contract/${chainId}/${address}` });
  if (browserUrl !== undefined) {
    run.draft.links.push({ label: "sources", url: `${browserUrl}/${chainId}/${address}` });
  }
  return record;
}
