import { NEEDED_CLAIMS } from "../../report/claim-ids.ts";
import type { Check, Claim, ContractReport, Fact, Witness } from "../../report/model.ts";
import { getClaimState, getOptionalOpenClaims } from "../../report/verdict.ts";
import { joinWords } from "../../text/amounts.ts";

/** A claim that is proven but has no witnesses doesn't apply. */
export function shownState({ state, witnesses }: Claim): Claim["state"] | "none" {
  return state === "proven" && witnesses.length === 0 ? "none" : state;
}

export const CLAIM_STATES = {
  proven: { words: "proven", symbol: "✔", tone: "ok" },
  vouched: { words: "vouched for", symbol: "–", tone: "warn" },
  open: { words: "open", symbol: "?", tone: "warn" },
  refuted: { words: "refuted", symbol: "✖", tone: "bad" },
  none: { words: "not applicable", symbol: "·", tone: "dim" },
} as const satisfies Record<ReturnType<typeof shownState>, object>;

/** Optional claims that are only vouched for are dimmed, because they are common. */
export function claimLook(claim: Claim) {
  const look = CLAIM_STATES[shownState(claim)];
  return claim.state === "vouched" && !NEEDED_CLAIMS.includes(claim.id)
    ? { ...look, tone: "dim" as const }
    : look;
}

/** The contract id appears only if the contract has one, or should have one. */
export function shownClaims({ claims = [], target }: ContractReport): readonly Claim[] {
  return claims.filter(
    ({ id, state }) =>
      id !== "identity" || target.contractId !== null || state === "open" || state === "refuted",
  );
}

export function claimWords({ id }: { readonly id: string }): string {
  return id === "identity" ? "contract id" : id.replace("-", " ");
}

/** "proven by the chain and the build", "open: the creation is not known" */
export function claimStateWords(claim: Claim, operated: ContractReport["witnesses"]): string {
  const { state, witnesses } = claim;
  const by = namedWitnesses(witnesses);
  const reason = claimReason(claim, operated);
  const because = reason === undefined ? "" : `: ${reason}`;
  switch (state) {
    case "proven":
      return by === "" ? `${CLAIM_STATES.none.words}${because}` : `proven by ${by}${because}`;
    case "vouched":
      return `vouched for by ${by}${because}`;
    case "refuted":
      return reason === undefined ? "refuted" : `refuted by ${reason}`;
    case "open":
      return `open${because}`;
  }
}

/** "7 proven; creation code open; contract id vouched for" */
export function claimSummary(contract: ContractReport): string {
  const claims = shownClaims(contract);
  const proven = claims.filter((claim) => shownState(claim) === "proven").length;
  const named = (["refuted", "open", "vouched"] as const).flatMap((state) => {
    const names = claims.filter((claim) => claim.state === state).map(claimWords);
    return names.length === 0 ? [] : [`${names.join(", ")} ${CLAIM_STATES[state].words}`];
  });
  return [...(proven === 0 ? [] : [`${proven} proven`]), ...named].join("; ");
}

const GROUP_ORDER = ["refuted", "open", "proven", "vouched", "none"] as const;

/** "sources, record: proven by …" @param said Reasons shown elsewhere on the screen. */
export function claimGroups(contract: ContractReport, said: ReadonlySet<string>) {
  const { witnesses } = contract;
  const claims = shownClaims(contract);
  return GROUP_ORDER.flatMap((shown) => {
    const groups = Map.groupBy(
      claims.filter((claim) => shownState(claim) === shown),
      (claim) => {
        if (shown === "none") return CLAIM_STATES.none.words;
        const { reason, ...bare } = claim;
        return claimStateWords(reason !== undefined && said.has(reason) ? bare : claim, witnesses);
      },
    );
    return [...groups].flatMap(([words, group]) =>
      group.slice(0, 1).map((first) => ({
        ...claimLook(first),
        text: `${group.map(claimWords).join(", ")}: ${words}`,
      })),
    );
  });
}

/** If the node and the query service have the same operator, they aren't independent witnesses. */
export function claimReason(
  { state, witnesses, reason }: Claim,
  operated: ContractReport["witnesses"] = [],
): string | undefined {
  if (reason !== undefined || state !== "vouched") return reason;
  const findOperator = (name: Witness) => operated.find(({ witness }) => witness === name)?.operator;
  const node = findOperator("chain");
  return witnesses.includes("query service") && node !== undefined && node === findOperator("query service")
    ? "a consistency check, because the node and the query service have the same operator"
    : undefined;
}

export const RUNTIME_SIDE = "the runtime code";

export function provenSides(claims: readonly Claim[]): string {
  return getClaimState(claims, "creation-code") === "proven" ? "creation and runtime code" : RUNTIME_SIDE;
}

/** Leaves out the record, because the claims are about the record itself. */
export function provenByWords(claims: readonly Claim[]): string {
  const witnesses = claims
    .filter(({ id, state }) => state === "proven" && NEEDED_CLAIMS.includes(id))
    .flatMap((claim) => claim.witnesses);
  return namedWitnesses(witnesses.filter((witness) => witness !== "record"));
}

/** Describes how open claims limit the verdict. */
export function alsoOpenWords(claims: readonly Claim[]) {
  const open = getOptionalOpenClaims(claims);
  const isCreationOpen = open.some(({ id }) => id === "creation-code");
  // If the creation is unknown, so is its transaction.
  const parts = open
    .filter(({ id }) => id !== "deployment" || !isCreationOpen)
    .map(({ id, reason }) => ({
      label: id === "creation-code" ? "runtime code only" : `${claimWords({ id })} open`,
      reason,
    }));
  if (parts.length === 0) return undefined;
  return {
    label: parts.map(({ label }) => label).join("; "),
    text: parts.map(({ label, reason }) => (reason === undefined ? label : `${label}: ${reason}`)).join("; "),
  };
}

export const CHECK_SYMBOLS = {
  passed: "✔",
  failed: "✖",
  skipped: "·",
  unknown: "?",
} as const satisfies Record<Check["status"], string>;

const STATUSES = ["passed", "failed", "unknown", "skipped"] as const satisfies readonly Check["status"][];

/** "12 passed, 1 skipped" */
export function checkCounts(checks: readonly Check[]): string {
  const groups = Map.groupBy(checks, ({ status }) => status);
  return STATUSES.flatMap((status) => {
    const count = groups.get(status)?.length ?? 0;
    return count === 0 ? [] : [`${count} ${status}`];
  }).join(", ");
}

export function doubtful(checks: readonly Check[]): readonly Check[] {
  return checks.filter(({ status }) => status === "failed" || status === "unknown");
}

export function checkDetails(check: Check): readonly Fact[] {
  if (check.status === "passed") return [];
  return (["expected", "actual", "reason"] as const).flatMap((label) => {
    const value = check[label];
    return value === undefined ? [] : [{ label, value }];
  });
}

/** In order of weight. The user's request isn't a witness, because it proves nothing. */
const WITNESS_WORDS: readonly (readonly [Witness, string])[] = [
  ["chain", "the chain"],
  ["query service", "the query service"],
  ["record", "the record"],
  ["build", "the build"],
  ["deployment", "the deployment record"],
  ["compiler", "a local compiler"],
];

/** "the chain and the build" */
export function namedWitnesses(witnesses: readonly Witness[]): string {
  return joinWords(
    WITNESS_WORDS.filter(([witness]) => witnesses.includes(witness)).map(([, words]) => words),
  );
}
