import { hasDelegatecall } from "../../bytecode/has-delegatecall.ts";
import { BEACON_SLOT, IMPLEMENTATION_SLOT } from "../../chain/proxy-slots.ts";
import type { ProxyFacts } from "../../chain/read-proxy.ts";
import type { ProxyResolution } from "../../domain/record.ts";
import { type CheckRule, type Finding, failed, passed, skipped, unknown } from "../check.ts";
import { listNames } from "../compare/list-names.ts";

/** The storage slots of EIP-1967 as they appear in code that reads them; a service recognises such a proxy by them. */
const SLOTS_OF_EIP1967 = [IMPLEMENTATION_SLOT, BEACON_SLOT].map((slot) => slot.slice(2));
/** The standard prefix of EIP-1167; not every service knows its other forms. */
const CLONE = "0x363d3d373d3d3d363d73";

export const proxy: CheckRule = {
  id: "proxy",
  subject: "proxy is the chain's",
  witnesses: ["record", "chain"],
  proves:
    "The service and the chain agree whether the contract is a proxy, and on its implementation. The plugin recognises EIP-1167, EIP-1967 and EIP-1822. Skipped where the service does not say, and for a kind of proxy that only one of the two recognises.",
  run: ({ record, proxy: found, facts }) => {
    const code = facts.runtimeBytecode.toLowerCase();
    const resolution = record.proxyResolution;
    if (resolution === undefined || resolution === null)
      return skipped("the service does not say whether it is a proxy");
    if (!resolution.isProxy && resolution.implementations.length > 0)
      return failed(
        "a proxy, or no implementation",
        `no proxy, and implementations: ${addressesOf(resolution)}`,
      );
    // Code without DELEGATECALL is no proxy, even if the node does not answer.
    const onchain = found === undefined && !hasDelegatecall(code) ? null : found;
    if (onchain === undefined)
      return unknown("the node does not say to which implementation the contract forwards calls");
    if (onchain === null) return withoutProxy(resolution, code);
    if (!resolution.isProxy) return unrecognised(onchain, code);
    return compareImplementations(resolution, onchain);
  },
};

function withoutProxy(resolution: ProxyResolution, code: string): Finding {
  if (!resolution.isProxy) return passed("no proxy");
  const named = `a proxy of ${addressesOf(resolution)}`;
  return hasDelegatecall(code)
    ? skipped(`the service calls it ${named}, but of a kind that this plugin does not recognise`)
    : failed("no proxy", named, "the code on chain forwards no calls");
}

function unrecognised({ kind, implementation }: ProxyFacts, code: string): Finding {
  const isKnownToAll = code.startsWith(CLONE) || SLOTS_OF_EIP1967.some((slot) => code.includes(slot));
  return isKnownToAll
    ? failed(`a proxy of ${implementation}`, "no proxy", `${kind} on chain`)
    : skipped(`the service does not recognise this proxy of ${implementation}, ${kind}`);
}

function compareImplementations(resolution: ProxyResolution, { kind, implementation }: ProxyFacts): Finding {
  const named = resolution.implementations.map(({ address }) => address.toLowerCase());
  if (named.length > 0 && named.every((address) => address === implementation.toLowerCase()))
    return passed(implementation);
  // A diamond has many facets; its EIP-1967 slot, if any, exists only for explorers.
  if (/diamond|2535/i.test(resolution.proxyType ?? ""))
    return skipped("the facets of a diamond are not read here");
  if (kind === "EIP-1822") return skipped("the service may not know proxies of EIP-1822");
  return failed(`${implementation}, by ${kind}`, addressesOf(resolution));
}

function addressesOf({ implementations }: ProxyResolution): string {
  return implementations.length === 0 ? "nothing" : listNames(implementations.map(({ address }) => address));
}
