import { isSourceless } from "../domain/proxy.ts";
import type { ContractProxy, ProxyAdmin, ProxyLinks } from "../report/model.ts";
import { ChainError, ifAnswered, isExecutionFailure } from "./chain-port.ts";
import type { ChainState } from "./chain-state.ts";
import { readFacets } from "./read-facets.ts";
import { readProxy } from "./read-proxy.ts";
import {
  ADMIN_SLOT,
  addressIn,
  BEACON_SLOT,
  IMPLEMENTATION_SELECTOR,
  IMPLEMENTATION_SLOT,
} from "./read-statements.ts";

/** A contract that is known to be a proxy. */
export interface ProxyToRead {
  /** Checksummed. */
  readonly address: string;
  /** 0x-hex. */
  readonly runtimeBytecode: string;
  readonly kind: ContractProxy["kind"];
}

/**
 * Where a proxy leads now, with as few requests as its kind needs.
 *
 * @returns undefined for a kind whose code contains the implementation: there is nothing else that could change.
 * @throws ChainError where the node does not say.
 */
export async function readProxyLinks(
  state: ChainState,
  proxy: ProxyToRead,
  signal: AbortSignal,
): Promise<ProxyLinks | undefined> {
  const { kind, address } = proxy;
  if (isSourceless(kind)) return undefined;
  if (kind === "EIP-2535") return { ...NO_LINKS, facets: await facetsOf(state, address, signal) };
  if (kind !== "EIP-1967" && kind !== "EIP-1967 beacon") return readByEvidence(state, proxy, signal);
  const [implementation, beacon, admin] = await Promise.all(
    [IMPLEMENTATION_SLOT, BEACON_SLOT, ADMIN_SLOT].map(
      async (slot) => addressIn(await state.storage(address, slot, signal)) ?? null,
    ),
  );
  return {
    implementation: implementation ?? (beacon == null ? null : await namedByBeacon(state, beacon, signal)),
    beacon: beacon ?? null,
    admin: admin ?? null,
  };
}

/**
 * What may upgrade a proxy of EIP-1967, by its slot.
 *
 * @returns undefined for none, and where the node does not say: no verdict needs it.
 */
export async function readAdmin(
  state: ChainState,
  proxy: string,
  signal: AbortSignal,
): Promise<ProxyAdmin | undefined> {
  return await ifAnswered(signal, async () => {
    const address = addressIn(await state.storage(proxy, ADMIN_SLOT, signal));
    return address === undefined
      ? undefined
      : { address, hasCode: (await state.code(address, signal)) !== "0x" };
  });
}

const NO_LINKS: ProxyLinks = { implementation: null, beacon: null, admin: null };

async function namedByBeacon(state: ChainState, beacon: string, signal: AbortSignal): Promise<string | null> {
  try {
    return addressIn(await state.call(beacon, IMPLEMENTATION_SELECTOR, signal)) ?? null;
  } catch (error) {
    if (isExecutionFailure(error)) return null;
    throw error;
  }
}

async function facetsOf(state: ChainState, address: string, signal: AbortSignal): Promise<string[]> {
  const facets = await readFacets(state, address, undefined, signal);
  if (facets === undefined) throw new ChainError("eth_call", "the diamond does not list its facets");
  return facets.list.map((facet) => facet.address).sort();
}

async function readByEvidence(
  state: ChainState,
  proxy: ProxyToRead,
  signal: AbortSignal,
): Promise<ProxyLinks> {
  const reading = await readProxy(state, proxy, signal);
  if (reading.proxy === undefined) throw new ChainError(reading.failed ?? "eth_call", reading.reason);
  if (reading.proxy === null) return NO_LINKS;
  const { implementation, beacon } = reading.proxy;
  return { implementation, beacon, admin: null };
}
