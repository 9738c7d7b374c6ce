import { findDelegateSites } from "../../bytecode/delegate-sites.ts";
import { BEACON_SLOT, IMPLEMENTATION_SLOT } from "../../chain/read-statements.ts";
import type { ProxyResolution } from "../../domain/record.ts";
import type { DiamondFacets, ProxyFacts } from "../../report/model.ts";
import { type CheckRule, type Finding, failed, need, passed, skipped, unknown } from "../check.ts";
import { listNames } from "../compare/compare-values.ts";

/** The EIP-1967 storage slots as they appear in code. Services recognize EIP-1967 proxies by these bytes. */
const EIP1967_SLOTS = [IMPLEMENTATION_SLOT, BEACON_SLOT].map((slot) => slot.slice(2));
/**
 * keccak256("diamond.standard.diamond.storage") as it appears in code, without its last byte, to which compilers add
 * the offset of a variable. Services recognize diamonds by these bytes (whatsabi, `slotResolvers`).
 */
const DIAMOND_SLOT = "c8fcad8db84d3cc18b4c41d551ea0ee66dd599cde068d998e57d5e09332c13";
/** The standard EIP-1167 prefix. Not every service recognizes its variants. */
const CLONE = "0x363d3d373d3d3d363d73";

export const proxy: CheckRule = {
  id: "proxy",
  claim: "implementation",
  subject: "proxy as on chain",
  witnesses: ["record", "chain"],
  proves:
    "The service and the chain agree on whether the contract is a proxy and which implementation it calls.",
  run: ({ record, proxy: found, facts }) => {
    const code = facts.runtimeBytecode.toLowerCase();
    const resolution = need(
      record.proxyResolution,
      skipped("the service doesn't say whether the contract is a proxy"),
    );
    if (!resolution.isProxy && resolution.implementations.length > 0)
      return failed(
        "a proxy, or no implementation",
        `not a proxy, but implementations: ${listImplementations(resolution)}`,
      );
    // Code without DELEGATECALL can't be a proxy, even if the node doesn't respond.
    const onchain = found === undefined && findDelegateSites(code).length === 0 ? null : found;
    if (onchain === undefined)
      return unknown("the node doesn't show which implementation the contract forwards calls to");
    if (onchain === null) return judgeNonProxy(resolution, code);
    if (!resolution.isProxy) return judgeUnrecognized(onchain, code);
    return compareImplementations(resolution, onchain, code);
  },
};

function judgeNonProxy(resolution: ProxyResolution, code: string): Finding {
  if (!resolution.isProxy) return passed("no proxy");
  const named = `a proxy for ${listImplementations(resolution)}`;
  return findDelegateSites(code).length > 0
    ? skipped(`the service reports ${named}, but this plugin doesn't recognize this kind of proxy`)
    : failed("no proxy", named, "the code on chain forwards no calls");
}

function judgeUnrecognized({ kind, implementation }: ProxyFacts, code: string): Finding {
  const isKnownToAll = code.startsWith(CLONE) || EIP1967_SLOTS.some((slot) => code.includes(slot));
  const named = implementation === null ? kind : `${implementation}, ${kind}`;
  return isKnownToAll && implementation !== null
    ? failed(`a proxy for ${implementation}`, "no proxy", `${kind} on chain`)
    : skipped(`the service doesn't recognize this proxy: ${named}`);
}

function compareImplementations(resolution: ProxyResolution, proxy: ProxyFacts, code: string): Finding {
  const { kind, implementation, proof, facets } = proxy;
  if (facets !== undefined) return compareFacets(resolution, facets);
  if (implementation === null) return compareCandidates(resolution, proxy);
  if (listsOnly(resolution, [implementation])) return passed(implementation);
  // A diamond has many facets. If it sets an EIP-1967 slot, it does so only for explorers.
  if (isDiamond(resolution) && code.includes(DIAMOND_SLOT))
    return skipped("the service lists facets, but the contract names one implementation");
  if (proof === "stated" && !kind.startsWith("EIP-1967"))
    return skipped(`the service may not recognize ${kind} proxies`);
  return failed(`${implementation} (${kind})`, listImplementations(resolution));
}

/** Accepts an incomplete list of facets, because a service may use a loupe that omits the diamond itself. */
function compareFacets(resolution: ProxyResolution, { list }: DiamondFacets): Finding {
  const facets = new Set(list.map(({ address }) => address.toLowerCase()));
  const foreign = resolution.implementations.filter(({ address }) => !facets.has(address.toLowerCase()));
  if (resolution.implementations.length === 0 || !isDiamond(resolution))
    return skipped("the contract is a diamond, which the service doesn't recognize");
  return foreign.length === 0
    ? passed(`${resolution.implementations.length} of ${list.length} facets`)
    : failed("facets of the diamond", listNames(foreign.map(({ address }) => address)));
}

/**
 * Compares the implementations that the service lists with the candidates on chain. Called if there are several
 * candidates, or a single candidate without code.
 */
function compareCandidates(resolution: ProxyResolution, { candidates, proof }: ProxyFacts): Finding {
  const all = candidates.map(({ implementation }) => implementation);
  const running = all.filter((_, index) => candidates[index]?.runs === true);
  const expected = listNames(running.length > 0 ? running : all);
  if (running.length > 0 && !listsOnly(resolution, running))
    return failed(`${expected}, whose code runs`, listImplementations(resolution));
  if (!listsOnly(resolution, all)) return failed(expected, listImplementations(resolution));
  return proof === "no-code"
    ? passed(`${expected}, which has no code`)
    : skipped(`the chain shows more than one implementation: ${expected}`);
}

function isDiamond({ proxyType }: ProxyResolution): boolean {
  return /diamond|2535/i.test(proxyType ?? "");
}

/** True if the service lists at least one implementation, and all listed implementations are known. */
function listsOnly({ implementations }: ProxyResolution, known: readonly string[]): boolean {
  const among = new Set(known.map((address) => address.toLowerCase()));
  return implementations.length > 0 && implementations.every((each) => among.has(each.address.toLowerCase()));
}

function listImplementations({ implementations }: ProxyResolution): string {
  return implementations.length === 0 ? "nothing" : listNames(implementations.map(({ address }) => address));
}
