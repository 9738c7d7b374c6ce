import type {
  ContractProxy,
  ContractReport,
  DiamondFacet,
  DiamondFacets,
  ProxyCandidate,
} from "../../report/model.ts";
import { placeKey } from "../../report/report-network.ts";
import { formatCount } from "../../text/amounts.ts";

/** "proxy of Vault". `names` has the names of the listed contracts, by `placeKey`. */
export function proxyTitle(contract: ContractReport, names: ReadonlyMap<string, string>): string {
  const { proxy } = contract;
  if (proxy === null) return "";
  const { implementation, facets } = proxy;
  if (implementation !== null)
    return `proxy of ${names.get(placeKey(contract, implementation)) ?? implementation}`;
  if (facets !== undefined) return diamondTitle(facets);
  return "proxy, implementation unclear";
}

/** The proxy's kind, its implementation, and the evidence for it. */
export function proxyLines({ proxy, proxyUnknown }: ContractReport): readonly string[] {
  if (proxy === null) return proxyUnknown === undefined ? [] : [`can't tell: ${proxyUnknown}`];
  const { kind, implementation, beacon, facets, candidates = [], admin } = proxy;
  if (facets !== undefined) return [...diamondLines(proxy, facets), ...candidates.map(candidateWords)];
  if (implementation === null) return [`${kind}, ${formatUnclear(proxy)}`, ...candidates.map(candidateWords)];
  const others = candidates.filter((each) => each.implementation !== implementation);
  const from = beacon === null ? "" : `, from the beacon ${beacon}`;
  return [
    `${kind}, implementation ${implementation}${from}`,
    ...proofLines(proxy),
    ...others.map(candidateWords),
    ...(admin === undefined ? [] : [`admin ${admin.address}${admin.hasCode ? "" : ", an account"}`]),
  ];
}

/** Fits in 80 columns with an address and a label. */
export function proxySummary(contract: ContractReport): readonly string[] {
  const { proxy } = contract;
  if (proxy === null || proxy.implementation === null || proxy.facets !== undefined)
    return proxyLines(contract).slice(0, 1);
  return [`${proxy.kind}, runs ${proxy.implementation}`];
}

/** "diamond, 10 of 12 facets verified" */
function diamondTitle({ list, verified, total }: DiamondFacets): string {
  return verified === undefined
    ? `diamond with ${formatCount(list.length, "facet")}`
    : `diamond, ${verified} of ${formatCount(total ?? list.length, "facet")} verified`;
}

function diamondLines({ kind, proof }: ContractProxy, facets: DiamondFacets): readonly string[] {
  const { from, list, byEvents, verified } = facets;
  const how = from === "DiamondCut" ? "according to its DiamondCut events" : `by its ${from}`;
  const proven = proof === "probe" ? "; a call to each ran its code" : "";
  const counted =
    verified === undefined
      ? `a diamond with ${formatCount(list.length, "facet")} ${how}`
      : `a ${diamondTitle(facets)}; ${how} it has ${list.length}`;
  return [
    `${kind}, ${counted}${proven}`,
    ...list.map(facetLine),
    ...(byEvents === undefined
      ? []
      : [
          `according to its DiamondCut events, it has ${formatCount(byEvents.length, "facet")}, which differ:`,
          ...byEvents.map(facetLine),
        ]),
  ];
}

function facetLine({ address, selectors }: DiamondFacet): string {
  return selectors.length === 0 ? address : `${address}, ${formatCount(selectors.length, "function")}`;
}

function formatUnclear({ proof, candidates = [] }: ContractProxy): string {
  if (proof === "no-code") return "implementation without code";
  const running = candidates.filter(({ runs }) => runs === true);
  if (running.length > 1)
    return "implementation unclear: which one runs depends on the caller or the call data";
  if (running.length === 1)
    return "implementation unclear: the proxy runs code other than the named implementation";
  return candidates.some(({ runs }) => runs === false)
    ? "implementation unclear: no call ran a listed implementation"
    : "implementation unclear: several are named, and the node can't show which one runs";
}

function proofLines({ proof, candidates = [], implementation }: ContractProxy): readonly string[] {
  if (proof === undefined) return [];
  switch (proof) {
    case "code":
      return [
        candidates.some(({ from }) => from === "slot")
          ? `its own code reads it from ${formatPlaces(candidates)} and nowhere else`
          : "its own code contains the address",
      ];
    case "probe":
      return ["proven by a call in which the proxy ran the code at this address"];
    case "trace":
      return ["proven by a traced call in which the proxy ran the code at this address"];
    case "stated":
      return [
        `stated by ${formatPlaces(candidates.filter((each) => each.implementation === implementation))}; no call showed that its code runs`,
      ];
    case "conflicting":
    case "no-code":
      return [];
  }
}

function formatPlaces(candidates: readonly ProxyCandidate[]): string {
  return candidates.map(formatPlace).join(" and ") || "the contract";
}

/** "the EIP-1967 slot", "masterCopy()", "the beacon 0x…". */
function formatPlace({ from, where, beacon }: ProxyCandidate): string {
  const place = from === "getter" ? where : `the ${where}`;
  return beacon === null ? place : `${place} ${beacon}`;
}

function candidateWords(candidate: ProxyCandidate): string {
  const { implementation, from, hasCode, runs } = candidate;
  const facts = [
    ...(from === "call" ? [] : [`named by ${formatPlace(candidate)}`]),
    ...(runs === null ? [] : [runs ? "ran in a call" : "did not run in any call"]),
    ...(hasCode === false ? ["has no code"] : []),
  ];
  return `${implementation}: ${facts.join(", ")}`;
}
