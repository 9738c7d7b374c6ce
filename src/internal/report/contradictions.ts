import type { Claim, ContractReport, Match, Outcome, Report, StoredMatch } from "./model.ts";
import { exitCodeOf, exitCodeOfAll, summaryOf } from "./outcome.ts";
import { askedNetworks, networkOf } from "./report-network.ts";
import { verdictOf } from "./verdict.ts";

/** Contradictions that no run writes: the report was edited or cut. A consistent forgery can't be detected. */
export function contradictionsOf(report: Report): readonly string[] {
  const { contracts } = report;
  return [
    ...inSummary(report),
    ...contracts.flatMap((contract, index) =>
      [
        ...inClaims(contract),
        ...inVerdict(contract),
        ...inNetwork(report, contract),
        ...(VERIFIED.has(contract.outcome) ? inVerified(contract, networkOf(report, contract)) : []),
      ].map((text) => `contracts.${index}: ${text}`),
    ),
  ];
}

/** A contract is on a chain of the run. */
function inNetwork(report: Report, { network, outcome }: ContractReport): readonly string[] {
  if (network === undefined) return [];
  const chains = askedNetworks(report).map(({ chainId }) => chainId);
  // A run that no chain answered names none, and has verified nothing.
  if (chains.length === 0 && report.networks === undefined && !VERIFIED.has(outcome)) return [];
  return chains.includes(network.chainId)
    ? []
    : [`network: chain ${network.chainId}, and the run was on ${chains.join(", ") || "none"}`];
}

const VERIFIED: ReadonlySet<Outcome> = new Set(["verified", "already-verified"]);

function inSummary({ contracts, summary, exitCode, error }: Report): readonly string[] {
  const counted = summaryOf(contracts);
  const outcomes = new Set([...Object.keys(counted.outcomes), ...Object.keys(summary.outcomes)]);
  const expected = exitCodeOfAll(contracts, error);
  return [
    ...(summary.total === counted.total
      ? []
      : [`summary: ${summary.total} contracts, and it has ${counted.total}`]),
    ...[...outcomes].flatMap((outcome) => {
      const has = new Map(Object.entries(counted.outcomes)).get(outcome) ?? 0;
      const says = new Map(Object.entries(summary.outcomes)).get(outcome) ?? 0;
      return has === says ? [] : [`summary: ${says} ${outcome}, and it has ${has}`];
    }),
    ...(exitCode === expected ? [] : [`exitCode: ${exitCode}, and its contracts come to ${expected}`]),
  ];
}

/** Claims that contradict each other, or that nothing proved. */
function inClaims({ claims = [] }: ContractReport): readonly string[] {
  const ids = claims.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) return [`claims: ${twice} is there twice`];
  const states = new Map(claims.map(({ id, state }) => [id, state]));
  return [
    ...claims.flatMap((claim) =>
      hasItsWitnesses(claim) ? [] : [`claims: ${claim.id} is ${claim.state}, and no witness shows it`],
    ),
    // That sources are proven says that they compile to the code.
    ...(states.get("sources") === "proven" && states.get("runtime-code") === "open"
      ? ["claims: sources is proven, and runtime-code is open"]
      : []),
  ];
}

/** A claim that does not apply has a reason in place of witnesses. */
function hasItsWitnesses({ id, state, witnesses, reason }: Claim): boolean {
  if (state !== "proven" && state !== "vouched") return true;
  if (id === "runtime-code")
    return witnesses.includes("chain") && (witnesses.includes("build") || witnesses.includes("compiler"));
  return witnesses.length > 0 || reason !== undefined;
}

function inVerdict({ outcome, claims, verdict }: ContractReport): readonly string[] {
  if (verdict === undefined) return [];
  if (claims === undefined) return [`verdict: ${verdict}, and it has no claims`];
  // Any of the open claims may have been required.
  const possible = [[], ...claims.map(({ id }) => [id])].map((required) => verdictOf(claims, required));
  if (!possible.includes(verdict)) return [`verdict: ${verdict}, and its claims come to ${possible[0]}`];
  const isGood = verdict === "verified" || verdict === "match";
  return isGood || exitCodeOf(outcome) !== 0 ? [] : [`${outcome}, and its verdict is ${verdict}`];
}

/** Reports of earlier versions have no claims: then the checks say what was proven. */
function inVerified(
  { outcome, target, match, checks, claims, verdict }: ContractReport,
  network: Report["network"],
): readonly string[] {
  const hasFailed = checks.some(
    ({ status }) => status === "failed" || (status === "unknown" && claims === undefined),
  );
  const isUnchecked = hasFailed || !checks.some(({ status }) => status === "passed");
  return [
    ...(match?.match == null ? [`${outcome}, and it has no match`] : inSides(match)),
    ...(target.address === null ? [`${outcome}, and it has no address`] : []),
    ...(network === null ? [`${outcome}, and the report has no network`] : []),
    ...(claims !== undefined && verdict === undefined ? [`${outcome}, and it has no verdict`] : []),
    ...(isUnchecked ? [`${outcome}, and its checks have not passed`] : []),
  ];
}

/** A match is the better one of its sides, and only a match of the runtime side is good enough. */
function inSides({ match, creationMatch, runtimeMatch }: StoredMatch): readonly string[] {
  if (runtimeMatch === null) return [`match: ${match}, and its runtime side is none`];
  const sides: readonly (Match | null)[] = [runtimeMatch, creationMatch];
  const better = sides.includes("exact_match") ? "exact_match" : runtimeMatch;
  return match === better ? [] : [`match: ${match}, and its sides come to ${better}`];
}
