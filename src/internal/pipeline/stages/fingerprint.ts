import { getAddress } from "ethers/address";
import { findTrailingAuxdata } from "../../bytecode/cbor-auxdata.ts";
import { stateAt } from "../../chain/chain-state.ts";
import type { DeploymentFacts } from "../../chain/deployment-facts.ts";
import { readProxyLinks } from "../../chain/proxy-links.ts";
import type { EvidenceOfBuild } from "../../cross-check/evidence.ts";
import { decodeCode } from "../../domain/code-template.ts";
import { withSources } from "../../domain/compiler-input.ts";
import { inputHash, recordHash } from "../../domain/fingerprints.ts";
import { codeHash } from "../../domain/keccak.ts";
import type { ContractRecord } from "../../domain/record.ts";
import type { Draft } from "../../report/draft.ts";
import type { Fingerprint } from "../../report/model.ts";
import { importClosure } from "../../solidity/import-closure.ts";
import type { Run } from "../run.ts";

/** For a lock file: what identifies the contract on chain. A later run compares it. */
export async function noteCode(
  run: Run,
  {
    address,
    runtimeBytecode,
    blockNumber,
  }: Pick<DeploymentFacts, "address" | "runtimeBytecode" | "blockNumber">,
): Promise<void> {
  const { ports, request, draft } = run;
  if (request.isLocking !== true) return;
  const { chain, signal } = ports;
  const { proxy } = draft;
  const fingerprint: Draft<Fingerprint> = {
    code: codeHash(runtimeBytecode),
    metadata: metadataIn(runtimeBytecode),
    input: null,
    record: null,
  };
  draft.fingerprint = fingerprint;
  if (proxy === null) return;
  const toRead = { address, runtimeBytecode, kind: proxy.kind };
  const links = await readProxyLinks(stateAt(chain, blockNumber), toRead, signal);
  if (links !== undefined) fingerprint.links = { ...links };
  const { implementation, beacon } = links ?? proxy;
  await noteLinkedCodes(run, [implementation, beacon, ...(links?.facets ?? [])], blockNumber);
}

/** A replaced library or implementation changes the contract as much as other code of its own. */
export async function noteLinkedCodes(
  { ports, draft }: Run,
  addresses: readonly (string | null)[],
  blockNumber: number | undefined,
): Promise<void> {
  if (draft.fingerprint === undefined) return;
  const state = stateAt(ports.chain, blockNumber);
  const codes = await Promise.all(
    [...new Set(addresses)].flatMap((address) =>
      address === null
        ? []
        : [state.code(address, ports.signal).then((code) => [getAddress(address), codeHash(code)] as const)],
    ),
  );
  draft.fingerprint.codes = { ...draft.fingerprint.codes, ...Object.fromEntries(codes) };
}

/** The same of what is stored and built. */
export function noteSources(
  { draft }: Run,
  record: ContractRecord,
  build: EvidenceOfBuild | undefined,
): void {
  if (draft.fingerprint === undefined) return;
  draft.fingerprint.input = build === undefined ? null : inputHash(inputOf(build));
  draft.fingerprint.record = recordHash(record) ?? null;
}

/** What else was built with it changes nothing of the contract. */
function inputOf({
  compilation: { input },
  contract,
}: EvidenceOfBuild): EvidenceOfBuild["compilation"]["input"] {
  const closure = importClosure(input, contract.inputSourceName);
  return closure.kind === "known" ? withSources(input, closure.sources) : input;
}

function metadataIn(runtimeBytecode: string): string | null {
  const auxdata = findTrailingAuxdata(decodeCode(runtimeBytecode) ?? new Uint8Array());
  if (auxdata?.ipfs !== undefined) return `ipfs://${auxdata.ipfs}`;
  return auxdata?.bzzr1 === undefined ? null : `bzz-raw://${auxdata.bzzr1}`;
}
