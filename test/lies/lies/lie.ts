import type { ClaimId } from "../../../src/internal/report/claim-ids.ts";
import type { Claim, ContractReport } from "../../../src/internal/report/model.ts";
import { getExitCode } from "../../../src/internal/report/outcome.ts";
import { getClaimState } from "../../../src/internal/report/verdict.ts";
import type { KnownClass } from "../table/classes.ts";
import type { LiarId } from "../table/liars.ts";
import type { LimitId } from "../table/limits.ts";
import type { Stage } from "../world/stage.ts";
import type { Subject } from "../world/subjects.ts";
import type { Asking } from "../world/world.ts";

/** How a run in which somebody lied ended. */
export interface Ended {
  /** The lie was believed. */
  readonly passed: boolean;
  /** Outcome, exit code and the claims that are not proven, for people. */
  readonly how: string;
}

/** One way in which one liar attacks one claim; it is told about every subject that it fits. */
export interface Lie {
  readonly name: string;
  readonly liar: LiarId;
  /** The claim that the lie makes false. */
  readonly claim: ClaimId;
  /** The kinds of attack that once ended as verified. */
  readonly catches?: readonly KnownClass[];
  /** The contracts that it is told about. @default all that the stage has for lies */
  readonly fits?: (subject: Subject) => boolean;
  /** It is believed, and nothing in such a run could show it: see the list of limits. */
  readonly limit?: LimitId;
  readonly tell: (stage: Stage, subject: Subject) => Promise<Ended>;
  /** The same without the lie, which passes: so the lie alone makes the run end otherwise. The deployer's all have one. */
  readonly control?: (stage: Stage, subject: Subject) => Promise<Ended>;
}

/** The words of those who can vouch, by liar: what such a liar vouches for is said to rest on its word. */
const WITNESS_OF: Partial<Readonly<Record<LiarId, readonly string[]>>> = {
  "verification-service": ["record"],
  "query-service": ["query service"],
  node: ["chain"],
  "node-and-query": ["chain", "query service"],
  "deployer-and-service": ["record"],
  evidence: ["record"],
};

/**
 * Whether a lie was believed: the run is a success, and says of the false claim that it is proven, or that others than
 * the liar vouch for it.
 */
function isBelieved(report: ContractReport | undefined, liar: LiarId, claim: ClaimId): boolean {
  if (report === undefined || getExitCode(report.outcome) !== 0) return false;
  if (report.outcome !== "verified" && report.outcome !== "already-verified") return false;
  const { state, witnesses = [] } = report.claims?.find(({ id }) => id === claim) ?? {};
  if (state === "proven") return true;
  const ofLiar = WITNESS_OF[liar] ?? [];
  return state === "vouched" && witnesses.some((witness) => !ofLiar.includes(witness));
}

/** How a run, or a replay, of a lie ended. */
export function believed(report: ContractReport | undefined, liar: LiarId, claim: ClaimId): Ended {
  return { passed: isBelieved(report, liar, claim), how: shown(report) };
}

/** Tells one lie in one run, and looks at the first contract. */
export async function toldIn(
  stage: Stage,
  { liar, claim }: Pick<Lie, "liar" | "claim">,
  asking: Asking,
): Promise<Ended> {
  const [report] = await stage.world.run(asking);
  return believed(report, liar, claim);
}

/** For a false claim that a success may vouch for, as long as it does not say that it is proven. */
export async function toldProvenIn(stage: Stage, claim: ClaimId, asking: Asking): Promise<Ended> {
  const [report] = await stage.world.run(asking);
  const isGood = report !== undefined && getExitCode(report.outcome) === 0;
  return { passed: isGood && getClaimState(report.claims ?? [], claim) === "proven", how: shown(report) };
}

/** For a claim that the liar can't make false: a success says of it what it says where no one lies. */
export async function toldUntouched(
  stage: Stage,
  claim: ClaimId,
  honest: Asking,
  lying: Asking,
): Promise<Ended> {
  const [before] = await stage.world.run(honest);
  const [report] = await stage.world.run(lying);
  return untouched(claim, before, report);
}

/** Whether a success rests a claim on something else than the run without a lie. */
export function untouched(
  claim: ClaimId,
  before: ContractReport | undefined,
  report: ContractReport | undefined,
): Ended {
  const isGood = report !== undefined && getExitCode(report.outcome) === 0;
  const passed = isGood && restsOn(report, claim) !== restsOn(before, claim);
  return { passed, how: `${shown(report)}; ${restsOn(before, claim)} without the lie` };
}

function restsOn(report: ContractReport | undefined, claim: ClaimId): string {
  const { state, witnesses = [] } = report?.claims?.find(({ id }) => id === claim) ?? {};
  return `${claim} ${state} by ${witnesses.join(", ") || "no witness"}`;
}

export function shown(report: ContractReport | undefined): string {
  if (report === undefined) return "no report";
  const { outcome, claims = [], checks, error } = report;
  const open = claims.filter(({ state }) => state !== "proven").map(shownClaim);
  const failed = checks.filter(({ status }) => status === "failed").map(({ id }) => id);
  return [
    `${outcome} (${getExitCode(outcome)})`,
    ...open,
    ...failed.map((id) => `✖ ${id}`),
    error?.code ?? "",
  ]
    .filter((part) => part !== "")
    .join("; ");
}

function shownClaim({ id, state, reason, witnesses }: Claim): string {
  return `${id} ${state}${witnesses.length > 0 ? ` by ${witnesses.join(", ")}` : ""}${reason === undefined ? "" : ` (${reason})`}`;
}

/** A row of a table of lies: `more` has what only some of its rows have. */
export function row<L extends { readonly name: string; readonly claim: ClaimId; readonly change: unknown }>(
  name: string,
  claim: ClaimId,
  more: Omit<L, "name" | "claim" | "change">,
  change: L["change"],
): L {
  return { name, claim, ...more, change } as unknown as L;
}
