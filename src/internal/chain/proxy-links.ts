import { getAddress } from "ethers/address";
import { findKnownCode, readDelegate } from "../bytecode/known-codes.ts";
import { hashText } from "../domain/keccak.ts";
import type { ContractProxy, ProxyAdmin, ProxyFacts, ProxyLinks } from "../report/model.ts";
import { ChainError, ifAnswered, ifReverted } from "./chain-port.ts";
import type { ChainState } from "./chain-state.ts";
import { OverrideProbe } from "./observe-delegation.ts";
import { readFacets } from "./read-facets.ts";
import { type ContractToRead, readInner, readLevel, readRunByFacets } from "./read-proxy.ts";
import {
  ADMIN_SLOT,
  BEACON_SLOT,
  callAs,
  IMPLEMENTATION_SELECTOR,
  IMPLEMENTATION_SLOT,
  readAddress,
} from "./read-statements.ts";

/** A proxy whose kind is already known. */
interface ProxyToRead extends ContractToRead {
  readonly kind: ContractProxy["kind"];
}

/**
 * Makes as few requests as possible. Undefined if nothing can change, because the code itself contains an
 * implementation that isn't a proxy. The kind doesn't decide this, because it may come from an edited lock file.
 */
export async function readProxyLinks(
  state: ChainState,
  proxy: ProxyToRead,
  codeOf = state.code,
): Promise<ProxyLinks | undefined> {
  const { address, runtimeBytecode } = proxy;
  const embedded = readDelegate(runtimeBytecode) ?? findKnownCode(runtimeBytecode)?.implementation;
  const links =
    embedded === undefined
      ? await readOwnLinks(state, proxy)
      : { ...NO_LINKS, implementation: getAddress(embedded) };
  const { implementation, facets = [] } = links;
  const inner =
    implementation === null
      ? await listRunByFacets(state, address, facets, codeOf)
      : (await readInner(state, address, implementation, codeOf)).map((each) => each.implementation);
  if (inner.length > 0) return { ...links, inner };
  return embedded === undefined ? links : undefined;
}

async function listRunByFacets(...read: Parameters<typeof readRunByFacets>): Promise<readonly string[]> {
  const run = await readRunByFacets(...read);
  return [...new Set(run.flatMap(({ targets }) => targets))].sort();
}

async function readOwnLinks(state: ChainState, proxy: ProxyToRead): Promise<ProxyLinks> {
  const { kind, address } = proxy;
  if (kind === "EIP-2535") return { ...NO_LINKS, ...(await listFacets(state, address)) };
  if (kind !== "EIP-1967" && kind !== "EIP-1967 beacon") return readByEvidence(state, proxy);
  const [implementation = null, beacon = null, admin = null] = await Promise.all(
    [IMPLEMENTATION_SLOT, BEACON_SLOT, ADMIN_SLOT].map(async (slot) =>
      readAddress(await state.storage(address, slot)),
    ),
  );
  const isAmbiguous = implementation !== null && beacon !== null;
  const ofBeacon = isAmbiguous || beacon === null ? null : await readBeacon(state, address, beacon);
  const stated = isAmbiguous ? null : (implementation ?? ofBeacon);
  const isOpen = isAmbiguous || (stated !== null && !(await mayRun(state, address, stated)));
  const running = isOpen ? getRunning((await readLevel(state, proxy)).proxy) : undefined;
  return { implementation: running ?? stated, beacon, admin };
}

/** False if the node shows that different code runs. A proxy may ignore its EIP-1967 slots. */
async function mayRun(state: ChainState, address: string, implementation: string): Promise<boolean> {
  const probe = new OverrideProbe(state, address, "links");
  const [, call] = probe.calls;
  // If the implementation runs, the node evidently supports replacing code.
  return (await probe.runs(implementation, call)) || !(await probe.isHonoured(call));
}

function getRunning(proxy: ProxyFacts | null | undefined): string | undefined {
  return proxy?.candidates.find(({ runs }) => runs === true)?.implementation;
}

/** Undefined if the proxy has no admin, or if the node doesn't respond. No verdict depends on the admin. */
export async function readAdmin(state: ChainState, proxy: string): Promise<ProxyAdmin | undefined> {
  return await ifAnswered(state.signal, async () => {
    const address = readAddress(await state.storage(proxy, ADMIN_SLOT));
    return address === undefined ? undefined : { address, hasCode: (await state.code(address)) !== "0x" };
  });
}

const NO_LINKS: ProxyLinks = { implementation: null, beacon: null, admin: null };

async function readBeacon(state: ChainState, proxy: string, beacon: string): Promise<string | null> {
  const answer = callAs(state, proxy, beacon, IMPLEMENTATION_SELECTOR);
  return readAddress(await answer.catch(ifReverted("0x"))) ?? null;
}

async function listFacets(state: ChainState, address: string) {
  const facets = await readFacets(state, address, undefined);
  if (facets === undefined) throw new ChainError("eth_call", "the diamond does not list its facets");
  const lines = facets.list.map(({ address: facet, selectors }) =>
    [facet, ...[...selectors].sort()].join(" "),
  );
  return {
    facets: facets.list.map((facet) => facet.address).sort(),
    functions: hashText(lines.sort().join("\n")),
  };
}

async function readByEvidence(state: ChainState, proxy: ProxyToRead): Promise<ProxyLinks> {
  const reading = await readLevel(state, proxy);
  if (reading.proxy === undefined) throw new ChainError(reading.failed ?? "eth_call", reading.reason);
  if (reading.proxy === null) return NO_LINKS;
  const { implementation, beacon } = reading.proxy;
  return { implementation: getRunning(reading.proxy) ?? implementation, beacon, admin: null };
}
