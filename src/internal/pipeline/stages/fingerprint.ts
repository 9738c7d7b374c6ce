import { getAddress } from "ethers/address";
import { findTrailingAuxdata } from "../../bytecode/cbor-auxdata.ts";
import { stateAt } from "../../chain/chain-state.ts";
import type { DeploymentFacts } from "../../chain/deployment-facts.ts";
import { readProxyLinks } from "../../chain/proxy-links.ts";
import type { Evidence, LinkedLibrary } from "../../cross-check/evidence.ts";
import { toBytes } from "../../domain/code-template.ts";
import { hashCode, hashInput, hashRecord } from "../../domain/keccak.ts";
import type { Fingerprint } from "../../report/model.ts";
import { reduceToImports } from "../../solidity/import-closure.ts";
import { withoutUndefined } from "../../text/is-object.ts";
import type { VerifyRequest } from "../request.ts";
import type { Run } from "../run.ts";

/** Identifies a contract in a lock file. */
export function createFingerprint(
  { isLocking }: VerifyRequest,
  runtimeBytecode: string,
): Fingerprint | undefined {
  if (isLocking !== true) return undefined;
  return {
    code: hashCode(runtimeBytecode),
    metadata: findMetadataHash(runtimeBytecode),
    input: null,
    record: null,
  };
}

/** Replacing the code at a linked address changes the contract just as an upgrade would. */
export async function readFingerprint(
  { ports, findings: { proxy }, request }: Run,
  { address, runtimeBytecode, blockNumber }: DeploymentFacts,
): Promise<Fingerprint | undefined> {
  const own = createFingerprint(request, runtimeBytecode);
  if (own === undefined || proxy === null) return own;
  const state = stateAt(ports.chain, blockNumber, ports.signal);
  const links = await readProxyLinks(state, { address, runtimeBytecode, kind: proxy.kind });
  const { implementation, beacon } = links ?? proxy;
  const { facets = [], inner = [] } = links ?? {};
  const codes = await readCodes(state, [implementation, beacon, ...facets, ...inner]);
  return withoutUndefined({ ...own, links, codes });
}

export async function completeFingerprint(
  { ports, findings: { fingerprint } }: Run,
  { facts, record, build }: Pick<Evidence, "facts" | "record" | "build">,
  libraries: readonly LinkedLibrary[],
): Promise<Fingerprint | undefined> {
  if (fingerprint === undefined) return undefined;
  const addresses = libraries.map(({ address }) => address ?? null);
  const codes = await readCodes(stateAt(ports.chain, facts.blockNumber, ports.signal), addresses);
  // Unrelated contracts in the build must not change the fingerprint.
  const input = build && reduceToImports(build.compilation.input, build.contract.inputSourceName);
  return {
    ...fingerprint,
    input: input ? hashInput(input) : null,
    record: hashRecord(record) ?? null,
    codes: { ...fingerprint.codes, ...codes },
  };
}

async function readCodes(
  state: ReturnType<typeof stateAt>,
  addresses: readonly (string | null)[],
): Promise<NonNullable<Fingerprint["codes"]>> {
  const distinct = [...new Set(addresses)].filter((address) => address !== null);
  const read = distinct.map(
    async (address) => [getAddress(address), hashCode(await state.code(address))] as const,
  );
  return Object.fromEntries(await Promise.all(read));
}

export function findMetadataHash(runtimeBytecode: string): string | null {
  const auxdata = findTrailingAuxdata(toBytes(runtimeBytecode));
  if (auxdata?.ipfs !== undefined) return `ipfs://${auxdata.ipfs}`;
  return auxdata?.bzzr1 === undefined ? null : `bzz-raw://${auxdata.bzzr1}`;
}
