import { getAddress, ZeroAddress } from "ethers";
import type { ProxyResolution } from "../../services/verification/model.ts";
import type { Chain } from "../chain/chain.ts";

/** keccak256("eip1967.proxy.implementation") - 1, EIP-1967. */
const IMPLEMENTATION_SLOT = "0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc";
/** keccak256("eip1967.proxy.beacon") - 1, EIP-1967. */
const BEACON_SLOT = "0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50";
/** implementation(), which a beacon has. */
const IMPLEMENTATION_SELECTOR = "0x5c60da1b";
/** The code of a clone, EIP-1167. */
const CLONE = /^0x363d3d373d3d3d363d73([0-9a-f]{40})5af43d82803e903d91602b57fd5bf3/;

const NO_PROXY: ProxyResolution = { isProxy: false, proxyType: null, implementations: [] };

/** Looks for the proxies of EIP-1167 and EIP-1967. `undefined` when the chain does not answer. */
export async function resolveProxy(
  chain: Chain,
  address: string,
  runtimeCode: string,
): Promise<ProxyResolution | undefined> {
  const clone = CLONE.exec(runtimeCode.toLowerCase())?.[1];
  if (clone !== undefined) return proxy("EIP1167Proxy", getAddress(`0x${clone}`));
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
