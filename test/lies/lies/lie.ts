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

export interface Ended {
  /** True if the lie was believed. */
  readonly passed: boolean;
  /** Outcome, exit code and unproven claims, for people. */
  readonly how: string;
}

/** One attack of one liar on one claim, told about every subject that fits. */
export interface Lie {
  readonly name: string;
  readonly liar: LiarId;
  readonly claim: ClaimId;
  /** Attacks that once ended as verified. */
  readonly catches?: readonly KnownClass[] | undefined;
  /** @default every subject for lies */
  readonly fits?: ((subject: Subject) => boolean) | undefined;
  /** Set if the lie is believed, because no run could notice it. */
  readonly limit?: LimitId | undefined;
  readonly tell: (stage: Stage, subject: Subject) => Promise<Ended>;
  /** The same without the lie. It has to pass, which shows that only the lie changes the end. */
  readonly control?: (stage: Stage, subject: Subject) => Promise<Ended>;
}

/** What the rows of all tables have. */
export type LieRow = Pick<Lie, "name" | "claim" | "catches" | "fits" | "limit">;

/** Fits subjects of these kinds. */
export const isOf =
  (...kinds: readonly Subject["kind"][]) =>
  ({ kind }: Subject): boolean =>
    kinds.includes(kind);

/** Fits one subject: the lie doesn't depend on the compiler. */
export const isOne =
  (kind: Subject["kind"]) =>
  (subject: Subject): boolean =>
    subject.kind === kind && subject.compiler === "0.8.28";

/** The witnesses that repeat each liar's word. */
const WITNESS_OF: Partial<Readonly<Record<LiarId, readonly string[]>>> = {
  "verification-service": ["record"],
  "query-service": ["query service"],
  node: ["chain"],
  "node-and-query": ["chain", "query service"],
  "deployer-and-service": ["record"],
  evidence: ["record"],
};

/** True if the run succeeds and calls the false claim proven, or vouched for by someone else than the liar. */
function isBelieved(report: ContractReport | undefined, liar: LiarId, claim: ClaimId): boolean {
  if (report === undefined || getExitCode(report.outcome) !== 0) return false;
  if (report.outcome !== "verified" && report.outcome !== "already-verified") return false;
  const { state, witnesses = [] } = report.claims?.find(({ id }) => id === claim) ?? {};
  if (state === "proven") return true;
  const ofLiar = WITNESS_OF[liar] ?? [];
  return state === "vouched" && witnesses.some((witness) => !ofLiar.includes(witness));
}

export function believed(report: ContractReport | undefined, liar: LiarId, claim: ClaimId): Ended {
  return { passed: isBelieved(report, liar, claim), how: shown(report) };
}

export async function toldIn(stage: Stage, liar: LiarId, claim: ClaimId, asking: Asking): Promise<Ended> {
  const [report] = await stage.world.run(asking);
  return believed(report, liar, claim);
}

/** For a false claim that a success may vouch for, but not call proven. */
export async function toldProvenIn(stage: Stage, claim: ClaimId, asking: Asking): Promise<Ended> {
  const [report] = await stage.world.run(asking);
  const isGood = report !== undefined && getExitCode(report.outcome) === 0;
  return { passed: isGood && getClaimState(report.claims ?? [], claim) === "proven", how: shown(report) };
}

/** For a claim that the liar can't falsify: a success rests it on the same witnesses as without the lie. */
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

/** Believed if a success rests the claim on something else than the run without the lie. */
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

export function row<L extends { readonly name: string; readonly claim: ClaimId; readonly change: unknown }>(
  name: string,
  claim: ClaimId,
  more: Omit<L, "name" | "claim" | "change">,
  change: L["change"],
): L {
  return { name, claim, ...more, change } as unknown as L;
}
