import { isSourceless } from "../domain/proxy.ts";
import type { ContractProxy, ProxyAdmin, ProxyLinks } from "../report/model.ts";
import { ChainError, ifAnswered, isExecutionFailure } from "./chain-port.ts";
import type { ChainState } from "./chain-state.ts";
import { readFacets } from "./read-facets.ts";
import { type ContractToRead, readProxy } from "./read-proxy.ts";
import {
  ADMIN_SLOT,
  BEACON_SLOT,
  IMPLEMENTATION_SELECTOR,
  IMPLEMENTATION_SLOT,
  readAddress,
} from "./read-statements.ts";

/** A proxy whose kind is already known. */
interface ProxyToRead extends ContractToRead {
  readonly kind: ContractProxy["kind"];
}

/**
 * Needs as few requests as possible. Undefined if the code itself contains the implementation, which therefore can't
 * change.
 */
export async function readProxyLinks(state: ChainState, proxy: ProxyToRead): Promise<ProxyLinks | undefined> {
  const { kind, address } = proxy;
  if (isSourceless(kind)) return undefined;
  if (kind === "EIP-2535") return { ...NO_LINKS, facets: await listFacets(state, address) };
  if (kind !== "EIP-1967" && kind !== "EIP-1967 beacon") return readByEvidence(state, proxy);
  const [implementation, beacon, admin] = await Promise.all(
    [IMPLEMENTATION_SLOT, BEACON_SLOT, ADMIN_SLOT].map(
      async (slot) => readAddress(await state.storage(address, slot)) ?? null,
    ),
  );
  return {
    implementation: implementation ?? (beacon == null ? null : await readBeacon(state, beacon)),
    beacon: beacon ?? null,
    admin: admin ?? null,
  };
}

/** Undefined if the proxy has no admin, or if the node doesn't respond. No verdict depends on the admin. */
export async function readAdmin(state: ChainState, proxy: string): Promise<ProxyAdmin | undefined> {
  return await ifAnswered(state.signal, async () => {
    const address = readAddress(await state.storage(proxy, ADMIN_SLOT));
    return address === undefined ? undefined : { address, hasCode: (await state.code(address)) !== "0x" };
  });
}

const NO_LINKS: ProxyLinks = { implementation: null, beacon: null, admin: null };

async function readBeacon(state: ChainState, beacon: string): Promise<string | null> {
  try {
    return readAddress(await state.call(beacon, IMPLEMENTATION_SELECTOR)) ?? null;
  } catch (error) {
    if (isExecutionFailure(error)) return null;
    throw error;
  }
}

async function listFacets(state: ChainState, address: string): Promise<string[]> {
  const facets = await readFacets(state, address, undefined);
  if (facets === undefined) throw new ChainError("eth_call", "the diamond does not list its facets");
  return facets.list.map((facet) => facet.address).sort();
}

async function readByEvidence(state: ChainState, proxy: ProxyToRead): Promise<ProxyLinks> {
  const reading = await readProxy(state, proxy);
  if (reading.proxy === undefined) throw new ChainError(reading.failed ?? "eth_call", reading.reason);
  if (reading.proxy === null) return NO_LINKS;
  const { implementation, beacon } = reading.proxy;
  return { implementation, beacon, admin: null };
}
