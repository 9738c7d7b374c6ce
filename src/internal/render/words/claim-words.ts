import { NEEDED_CLAIMS } from "../../report/claim-ids.ts";
import type { Claim, ContractReport, Witness } from "../../report/model.ts";
import { alsoOpenOf, stateOf } from "../../report/verdict.ts";
import { namedWitnesses } from "./check-words.ts";

const SYMBOLS: Readonly<Record<string, string>> = {
  proven: "✔",
  vouched: "–",
  open: "?",
  refuted: "✖",
} satisfies Record<Claim["state"], string>;

/** Readable without colours. */
export function claimSymbol({ state }: Pick<Claim, "state">): string {
  return SYMBOLS[state] ?? "?";
}

const NAMES: Readonly<Record<string, string>> = {
  "runtime-code": "runtime code",
  "creation-code": "creation code",
  sources: "sources",
  interface: "interface",
  libraries: "libraries",
  implementation: "implementation",
  identity: "contract id",
  deployment: "deployment",
  record: "record",
} satisfies Record<Claim["id"], string>;

/** "runtime code"; the id of a claim that is not known here. */
export function claimWords({ id }: { readonly id: string }): string {
  return NAMES[id] ?? id;
}

/**
 * "proven by the chain and the build", "open: the creation is not known".
 *
 * @param operated The witnesses of the contract with their operators.
 */
export function claimStateWords(
  { state, witnesses, reason: given }: Claim,
  operated: ContractReport["witnesses"] = [],
): string {
  const by = namedWitnesses(witnesses);
  const reason = given ?? (state === "vouched" ? sameOperator(witnesses, operated) : undefined);
  const because = reason === undefined ? "" : `: ${reason}`;
  switch (state) {
    case "proven":
      return by === "" ? `not applicable${because}` : `proven by ${by}${because}`;
    case "vouched":
      return `${by} ${witnesses.length === 1 ? "vouches" : "vouch"} for it${because}`;
    case "refuted":
      return reason === undefined ? "refuted" : `refuted by ${reason}`;
    default:
      return `${state}${because}`;
  }
}

/** Claims that are shown in the same way. */
export interface ClaimGroup {
  /** The first of them. */
  readonly claim: Claim;
  /** "runtime code, creation code" */
  readonly name: string;
  /** "proven by the chain and the build" */
  readonly words: string;
  readonly symbol: string;
}

/** "7 proven; creation code open; contract id vouched for": what is not proven by name; empty without claims. */
export function claimSummary({ claims = [] }: ContractReport): string {
  const proven = claims.filter(({ state, witnesses }) => state === "proven" && witnesses.length > 0);
  const named = (["refuted", "open", "vouched"] as const).flatMap((state) => {
    const names = claims.filter((claim) => claim.state === state).map(claimWords);
    return names.length === 0 ? [] : [`${names.join(", ")} ${state === "vouched" ? "vouched for" : state}`];
  });
  return [...(proven.length === 0 ? [] : [`${proven.length} proven`]), ...named].join("; ");
}

/** Refuted ones first, then open ones, proven ones, those that are vouched for, and what does not apply. */
const GROUP_ORDER = ["refuted", "open", "proven", "vouched", "not applicable"] as const;

/** The claims of a contract, those that are shown in the same way as one. Why a claim does not apply is left out. */
export function claimGroups({ claims = [], witnesses }: ContractReport): readonly ClaimGroup[] {
  const kindOf = (claim: Claim) =>
    claim.state === "proven" && claim.witnesses.length === 0 ? "not applicable" : claim.state;
  const wordsOf = (claim: Claim) =>
    kindOf(claim) === "not applicable" ? "not applicable" : claimStateWords(claim, witnesses);
  const groups = Map.groupBy(claims, (claim) => `${kindOf(claim)} ${wordsOf(claim)}`);
  return [...groups.values()]
    .flatMap((group) => {
      const [claim] = group;
      return claim === undefined
        ? []
        : [
            {
              claim,
              name: group.map(claimWords).join(", "),
              words: wordsOf(claim),
              symbol: kindOf(claim) === "not applicable" ? "·" : claimSymbol(claim),
            },
          ];
    })
    .sort((one, other) => placeOf(kindOf(one.claim)) - placeOf(kindOf(other.claim)));
}

function placeOf(kind: (typeof GROUP_ORDER)[number]): number {
  return GROUP_ORDER.indexOf(kind);
}

/** Why the word of a query service adds nothing to that of the node. */
function sameOperator(
  witnesses: Claim["witnesses"],
  operated: NonNullable<ContractReport["witnesses"]>,
): string | undefined {
  const operatorOf = (name: Witness) => operated.find(({ witness }) => witness === name)?.operator;
  const node = operatorOf("chain");
  return witnesses.includes("query service") && node !== undefined && node === operatorOf("query service")
    ? "a consistency check, because node and query service have one operator"
    : undefined;
}

/** The sides of the code that are proven. */
export function provenSides(claims: readonly Claim[]): string {
  return stateOf(claims, "creation-code") === "proven" ? "creation and runtime code" : "the runtime code";
}

/** "the chain and the build": who proves what is needed. The record is what is proven. */
export function provenByWords(claims: readonly Claim[]): string {
  const witnesses = claims
    .filter(({ id, state }) => state === "proven" && NEEDED_CLAIMS.includes(id))
    .flatMap((claim) => claim.witnesses);
  return namedWitnesses(witnesses.filter((witness) => witness !== "record"));
}

/** "the record and the build vouch" */
export function vouchedByWords(claim: Claim | undefined): string {
  const witnesses = claim?.witnesses ?? [];
  return `${namedWitnesses(witnesses)} ${witnesses.length === 1 ? "vouches" : "vouch"}`;
}

/** What an open claim takes away from the verdict; undefined if none is open. */
export function alsoOpenWords(
  claims: readonly Claim[],
): { readonly label: string; readonly text: string } | undefined {
  const open = alsoOpenOf(claims);
  const creation = open.find(({ id }) => id === "creation-code");
  // Without the creation, its transaction is not known either.
  const others = open.filter(
    ({ id }) => id !== "creation-code" && (id !== "deployment" || creation === undefined),
  );
  const parts = [
    ...(creation === undefined ? [] : [{ label: "runtime code only", reason: creation.reason }]),
    ...others.map((claim) => ({ label: `${claimWords(claim)} open`, reason: claim.reason })),
  ];
  if (parts.length === 0) return undefined;
  return {
    label: parts.map(({ label }) => label).join("; "),
    text: parts.map(({ label, reason }) => (reason === undefined ? label : `${label}: ${reason}`)).join("; "),
  };
}
