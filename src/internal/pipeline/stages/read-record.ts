import { retryUntilPresent } from "../../chain/retry-until-present.ts";
import type { EvidenceOfBuild } from "../../cross-check/evidence.ts";
import { isSourceless } from "../../domain/proxy.ts";
import type { ContractRecord } from "../../domain/record.ts";
import { changed, writeCommand } from "../../errors/next-step.ts";
import { problem } from "../../errors/problem.ts";
import type { ContractField } from "../../services/verification/contract-fields.ts";
import { Ended, type Run } from "../run.ts";
import { needsRecompiling } from "./cross-check.ts";
import { minimalProxy } from "./no-build.ts";
import { storedMatch } from "./read-stored.ts";

/** What the checks read. */
const FIELDS = [
  "creationBytecode",
  "runtimeBytecode",
  "deployment",
  "sources",
  "compilation",
  "abi",
  "metadata",
  "storageLayout",
  "signatures",
  "proxyResolution",
] as const satisfies readonly ContractField[];

/** Record: what the service has stored, whoever submitted it. */
export async function readRecord(run: Run, address: string): Promise<ContractRecord> {
  const record = await ask(run, address, run.request.recompile);
  if (record === undefined) {
    const facts = [["Verification id", run.draft.verificationId ?? undefined]] as const;
    throw new Ended("unavailable", problem("VC411", { facts, next: run.command() }));
  }
  return noted(run, address, record);
}

/** Record of a contract that is only to be checked: without one it is not verified. */
export async function readRecordToCheck(
  run: Run,
  address: string,
  build: EvidenceOfBuild | undefined,
): Promise<ContractRecord> {
  const record = await ask(run, address, needsRecompiling(run, { build }));
  if (record === undefined) {
    const { chainId } = run.ports;
    const { proxy } = run.draft;
    const isClone = proxy !== null && isSourceless(proxy.kind) && proxy.kind !== "EIP-7702";
    if (isClone && proxy.implementation !== null) throw minimalProxy(run, address, proxy.implementation);
    throw new Ended(
      "mismatch",
      problem("VC414", {
        values: { address, chainId },
        facts: [["Asked", run.verification().url]],
        next: verifyCommand(run),
      }),
    );
  }
  return noted(run, address, record);
}

/** Asked again only after a job that ended well: then it must be there. */
function ask(run: Run, address: string, isRecompiled: boolean): Promise<ContractRecord | undefined> {
  const { chainId, appearAttempts, signal, onProgress } = run.ports;
  const verification = run.verification();
  onProgress({ type: "reading-record" });
  const { action, buildSource } = run.request;
  const needsInput = isRecompiled || buildSource.kind === "standard-json-input";
  const fields = needsInput ? ([...FIELDS, "stdJsonInput", "userdoc", "devdoc"] as const) : FIELDS;
  const read = () => verification.contract(chainId, address, { fields, signal });
  return retryUntilPresent(read, action === "check" ? 1 : appearAttempts + 1, signal);
}

function noted(run: Run, address: string, record: ContractRecord): ContractRecord {
  const { chainId, browserUrl } = run.ports;
  run.draft.match = storedMatch(record);
  const recordUrl = `${run.verification().url}/v2/contract/${chainId}/${address}`;
  const links = [{ label: "record", url: recordUrl }];
  if (browserUrl !== undefined) links.push({ label: "sources", url: `${browserUrl}/${chainId}/${address}` });
  run.draft.links = links;
  return record;
}

/** What would verify it, with the options that verifying takes. */
function verifyCommand(run: Run): string {
  const line = changed(run.commandLine(), [], ["--recompile", "--require"]);
  return writeCommand(run.ports.words, { ...line, subcommand: undefined });
}
