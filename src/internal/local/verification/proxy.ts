import { getAddress, ZeroAddress } from "ethers";
import { minimalProxyImplementation } from "../../bytecode/minimal-proxy.ts";
import { BEACON_SLOT, IMPLEMENTATION_SELECTOR, IMPLEMENTATION_SLOT } from "../../chain/proxy-slots.ts";
import type { ProxyResolution } from "../../domain/record.ts";
import type { Chain } from "../chain/chain.ts";

const NO_PROXY: ProxyResolution = { isProxy: false, proxyType: null, implementations: [] };

/** Looks for the proxies of EIP-1167 and EIP-1967. `undefined` when the chain does not answer. */
export async function resolveProxy(
  chain: Chain,
  address: string,
  runtimeCode: string,
): Promise<ProxyResolution | undefined> {
  const clone = minimalProxyImplementation(runtimeCode);
  if (clone !== undefined) return proxy("EIP1167Proxy", getAddress(clone));
  try {
    const implementation = toAddress(await chain.storage(address, IMPLEMENTATION_SLOT));
    if (implementation !== undefined) return proxy("EIP1967Proxy", implementation);
    const beacon = toAddress(await chain.storage(address, BEACON_SLOT));
    if (beacon === undefined) return NO_PROXY;
    const behind = toAddress(await chain.call(beacon, IMPLEMENTATION_SELECTOR));
    return behind === undefined ? NO_PROXY : proxy("EIP1967Proxy", behind);
  } catch {
    return undefined;
  }
}

function proxy(proxyType: string, implementation: string): ProxyResolution {
  return { isProxy: true, proxyType, implementations: [{ address: implementation }] };
}

function toAddress(word: string): string | undefined {
  const address = getAddress(`0x${word.slice(2).padStart(40, "0").slice(-40)}`);
  return address === ZeroAddress ? undefined : address;
}
