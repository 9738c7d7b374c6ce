import { hasDelegatecall } from "../../bytecode/has-delegatecall.ts";
import { BEACON_SLOT, IMPLEMENTATION_SLOT } from "../../chain/proxy-slots.ts";
import type { ProxyFacts } from "../../chain/read-proxy.ts";
import type { ProxyResolution } from "../../domain/record.ts";
import { type CheckRule, type Finding, failed, passed, skipped, unknown } from "../check.ts";
import { listNames } from "../compare/list-names.ts";

/** The storage slots of EIP-1967 as a code that reads them has them: by these a service recognises such a proxy. */
const SLOTS_OF_EIP1967 = [IMPLEMENTATION_SLOT, BEACON_SLOT].map((slot) => slot.slice(2));
/** How the code of EIP-1167 itself begins; services know its other forms or do not. */
const CLONE = "0x363d3d373d3d3d363d73";

export const proxy: CheckRule = {
  id: "proxy",
  subject: "proxy is the chain's",
  witnesses: ["record", "chain"],
  proves:
    "Where the service says whether the contract is a proxy, the chain's storage and code say the same, and name the same implementation. Skipped where the service says nothing, and for kinds of proxies that only one of the two knows: the standards read here are EIP-1167, EIP-1967 and EIP-1822.",
  run: ({ record, proxy: found, facts }) => {
    const code = facts.runtimeBytecode.toLowerCase();
    const told = record.proxyResolution;
    if (told === undefined || told === null) return skipped("the service does not say whether it is a proxy");
    if (!told.isProxy && told.implementations.length > 0)
      return failed("a proxy, or no implementation", `no proxy, and implementations: ${addressesOf(told)}`);
    // What passes nothing on needs no node that says so.
    const onchain = found === undefined && !hasDelegatecall(code) ? null : found;
    if (onchain === undefined) return unknown("the node does not say what the contract passes calls on to");
    if (onchain === null) return withoutProxy(told, code);
    if (!told.isProxy) return unrecognised(onchain, code);
    return compareImplementations(told, onchain);
  },
};

function withoutProxy(told: ProxyResolution, code: string): Finding {
  if (!told.isProxy) return passed("no proxy");
  const named = `a proxy of ${addressesOf(told)}`;
  return hasDelegatecall(code)
    ? skipped(`the service says that it is ${named}, in none of the ways that are read here`)
    : failed("no proxy", named, "the code on chain passes no call on");
}

function unrecognised({ kind, implementation }: ProxyFacts, code: string): Finding {
  const isKnownToAll = code.startsWith(CLONE) || SLOTS_OF_EIP1967.some((slot) => code.includes(slot));
  return isKnownToAll
    ? failed(`a proxy of ${implementation}`, "no proxy", `the chain has it by ${kind}`)
    : skipped(`the service does not recognise this proxy of ${implementation}, ${kind}`);
}

function compareImplementations(told: ProxyResolution, { kind, implementation }: ProxyFacts): Finding {
  const named = told.implementations.map(({ address }) => address.toLowerCase());
  if (named.length > 0 && named.every((address) => address === implementation.toLowerCase()))
    return passed(implementation);
  // A diamond has many, and the one of EIP-1967 only for those who show it.
  if (/diamond|2535/i.test(told.proxyType ?? "")) return skipped("the facets of a diamond are not read here");
  if (kind === "EIP-1822") return skipped("the service may not know proxies of EIP-1822");
  return failed(`${implementation}, by ${kind}`, addressesOf(told));
}

function addressesOf({ implementations }: ProxyResolution): string {
  return implementations.length === 0 ? "nothing" : listNames(implementations.map(({ address }) => address));
}
