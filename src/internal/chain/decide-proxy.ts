import type { DiamondFacets, ProxyCandidate, ProxyFacts, ProxyKind } from "../report/model.ts";
import type { Observation } from "./observation.ts";
import type { Statement } from "./read-statements.ts";

/** What is known of a contract that may forward calls. */
export interface ProxyEvidence {
  readonly statements: readonly Statement[];
  readonly observed: Observation;
  /** By checksummed address; undefined where the node did not say. */
  readonly hasCode: ReadonlyMap<string, boolean>;
  /** Of a diamond. */
  readonly facets: DiamondFacets | undefined;
  /** Whether a call to the diamond ran the code of each facet. */
  readonly areFacetsProven?: boolean;
  /** Whether the code has the form of one that forwards all its calldata, or EIP-897's functions. */
  readonly looksForwarding: boolean;
}

/**
 * Decides what a contract forwards its calls to: what ran, where calls could show it, and what is named where they could
 * not. Two answers are two answers: none of them is the implementation then.
 *
 * @returns null for a contract that no statement names an implementation of, and that ran no other code.
 */
export function decideProxy(evidence: ProxyEvidence): ProxyFacts | null {
  const { observed, facets, areFacetsProven = false } = evidence;
  const candidates = candidatesOf(evidence);
  const [first] = candidates;
  if (facets !== undefined) {
    const proof = areFacetsProven ? "probe" : "stated";
    return { kind: "EIP-2535", implementation: null, beacon: null, proof, candidates, facets };
  }
  if (first === undefined) return null;
  const kind = kindOf(first, evidence);
  const unclear = { kind, implementation: null, beacon: first.beacon, candidates };
  if (areConflicting(candidates, evidence)) return { ...unclear, proof: "conflicting" };
  if (first.hasCode === false) return { ...unclear, proof: "no-code" };
  const { implementation, beacon, runs } = first;
  const proof = runs === true ? (observed.method ?? "stated") : "stated";
  return { kind, implementation, beacon, proof, candidates };
}

/** All that is named or ran, what ran first. What ordinary contracts have too counts only beside what shows a proxy. */
function candidatesOf({ statements, observed, hasCode, looksForwarding }: ProxyEvidence): ProxyCandidate[] {
  const { method, ran } = observed;
  // Where a beacon is asked, the selector of implementation() is in the code for that.
  const hasBeacon = statements.some(({ from }) => from === "beacon");
  const isGetter = ({ from, implementation }: Statement): boolean =>
    from === "getter" && !hasBeacon && hasCode.get(implementation) !== false;
  const counts = (each: Statement): boolean =>
    !each.isWeak ||
    ran.includes(each.implementation) ||
    (method === null && looksForwarding && isGetter(each));
  const hasProxy = ran.length > 0 || statements.some(counts);
  const named = statements
    .filter((each) => counts(each) || (hasProxy && isGetter(each)))
    .map(
      ({ implementation, from, where, beacon }): ProxyCandidate => ({
        implementation,
        from,
        where,
        beacon,
        hasCode: hasCode.get(implementation) ?? null,
        runs: method === null ? null : ran.includes(implementation),
      }),
    );
  const unnamed = ran
    .filter((address) => !named.some(({ implementation }) => implementation === address))
    .map(
      (implementation): ProxyCandidate => ({
        implementation,
        from: "call",
        where: "a call",
        beacon: null,
        hasCode: hasCode.get(implementation) ?? null,
        runs: true,
      }),
    );
  const all = [...named, ...unnamed];
  return [...all.filter(({ runs }) => runs === true), ...all.filter(({ runs }) => runs !== true)];
}

/** A function `implementation()` is often the implementation's own, so it contradicts no call. */
function areConflicting(
  candidates: readonly ProxyCandidate[],
  { observed: { method }, statements }: ProxyEvidence,
): boolean {
  const isWeak = ({ where }: ProxyCandidate): boolean =>
    statements.some((each) => each.where === where && each.isWeak);
  const serious = method === null ? candidates : candidates.filter((each) => !isWeak(each) || each.runs);
  const addresses = new Set(serious.map(({ implementation }) => implementation));
  return addresses.size > 1 || candidates.every(({ runs }) => runs === false);
}

function kindOf({ from, where }: ProxyCandidate, { statements }: ProxyEvidence): ProxyKind {
  return statements.find((each) => each.from === from && each.where === where)?.kind ?? "other";
}
