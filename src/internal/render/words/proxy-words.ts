import type { ContractProxy, ContractReport, DiamondFacets, ProxyCandidate } from "../../report/model.ts";
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
  const { kind, implementation, beacon, facets, candidates = [], admin, proof } = proxy;
  const named = candidates.filter((each) => each.implementation !== implementation).map(candidateWords);
  if (facets !== undefined) return [`${kind}, ${diamondTitle(facets)}`, ...diamondLines(facets), ...named];
  if (implementation === null)
    return [`${kind}, implementation ${proof === "no-code" ? "without code" : "unclear"}`, ...named];
  return [
    `${kind}, implementation ${implementation}${beacon === null ? "" : `, from the beacon ${beacon}`}`,
    ...(proof === undefined ? [] : PROOFS[proof]),
    ...named,
    ...(admin === undefined ? [] : [`admin ${admin.address}${admin.hasCode ? "" : ", an account"}`]),
  ];
}

const PROOFS: Readonly<Record<NonNullable<ContractProxy["proof"]>, readonly string[]>> = {
  code: ["its own code forwards calls to this address and to no other"],
  probe: ["proven by a call in which the proxy ran the code at this address"],
  trace: ["proven by a traced call in which the proxy ran the code at this address"],
  stated: ["a slot, a beacon or a function names it, but no call showed that its code runs"],
  conflicting: [],
  "no-code": [],
};

/** Fits in 80 columns with an address and a label. An unclear implementation needs all of its lines. */
export function proxySummary(contract: ContractReport): readonly string[] {
  const { proxy } = contract;
  if (proxy?.facets !== undefined) return proxyLines(contract).slice(0, 1);
  if (proxy === null || proxy.implementation === null) return proxyLines(contract);
  return [`${proxy.kind}, runs ${proxy.implementation}`];
}

/** "diamond, 10 of 12 facets verified" */
function diamondTitle({ list, verified, total }: DiamondFacets): string {
  return verified === undefined
    ? `diamond with ${formatCount(list.length, "facet")}`
    : `diamond, ${verified} of ${formatCount(total ?? list.length, "facet")} verified`;
}

function diamondLines({ from, list, byEvents }: DiamondFacets): readonly string[] {
  return [
    ...facetLines(from === "DiamondCut" ? "DiamondCut events" : from, "", list),
    ...(byEvents === undefined ? [] : facetLines("DiamondCut events", ", which differ", byEvents)),
  ];
}

function facetLines(source: string, note: string, list: DiamondFacets["list"]): readonly string[] {
  return [
    `according to its ${source}, it has ${formatCount(list.length, "facet")}${note}:`,
    ...list.map(({ address, selectors }) =>
      selectors.length === 0 ? address : `${address}, ${formatCount(selectors.length, "function")}`,
    ),
  ];
}

function candidateWords({ implementation, from, where, beacon, hasCode, runs }: ProxyCandidate): string {
  const place = `${from === "getter" ? "" : "the "}${where}${beacon === null ? "" : ` ${beacon}`}`;
  const facts = [
    ...(from === "call" ? [] : [`named by ${place}`]),
    ...(runs === null ? [] : [runs ? "ran in a call" : "did not run in any call"]),
    ...(hasCode === false ? ["has no code"] : []),
  ];
  return `${implementation}: ${facts.join(", ")}`;
}
