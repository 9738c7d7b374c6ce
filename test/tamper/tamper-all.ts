import { isDeepStrictEqual } from "node:util";
import { runChecks } from "../../src/internal/cross-check/run-checks.ts";
import { type ChecksResult, checksComeTo } from "../helpers/cross-check/checks-come-to.ts";
import { type Base, decoded } from "./bases/base.ts";
import { NOT_CHECKED, type NotChecked } from "./not-checked.ts";
import { CODE_PAIRS } from "./pairs/codes.ts";
import { INTERFACE_PAIRS, LAYOUT_PAIRS, NOTHING_TO_COMPARE } from "./pairs/interface.ts";
import { FILLED_IN, PLACES, TIMES } from "./pairs/places.ts";
import { NAME_PAIRS, SOURCE_PAIRS, UPGRADES } from "./pairs/sources.ts";
import { singleChanges } from "./single/single-changes.ts";
import type { Tampering, World } from "./tampering.ts";

export interface Result {
  readonly base: string;
  readonly kind: "single" | "pair";
  readonly tampering: Tampering;
  readonly judged: Judged;
  /** The entry that declares the change unchecked. */
  readonly listed: NotChecked | undefined;
}

const PAIRS = [
  ...CODE_PAIRS,
  ...SOURCE_PAIRS,
  ...NAME_PAIRS,
  ...INTERFACE_PAIRS,
  ...LAYOUT_PAIRS,
  ...UPGRADES,
  ...NOTHING_TO_COMPARE,
  ...FILLED_IN,
  ...PLACES,
  ...TIMES,
];

/** Excludes changes without effect. */
export function tamperWith(base: Base): readonly Result[] {
  const { name, evidence, answers } = base;
  const toResult = (kind: Result["kind"], tampering: Tampering): Result => ({
    base: name,
    kind,
    tampering,
    judged: judge(base, tampering),
    listed: NOT_CHECKED.find(
      ({ covers, where }) => covers.test(tampering.name) && where.holds(evidence, tampering.name),
    ),
  });
  const singles = singleChanges(answers).map((tampering) => toResult("single", tampering));
  const pairs = PAIRS.filter(({ isFor }) => isFor(evidence)).map((tampering) => toResult("pair", tampering));
  return [...singles, ...pairs].filter(({ judged }) => judged.kind !== "same");
}

export function isCaught({ judged }: Result): boolean {
  return judged.kind === "border" || (judged.kind === "checked" && judged.verdict !== "passed");
}

/** Caught at the border, or by an expected check. */
export function isCaughtByTheRightOne({ judged, tampering }: Result): boolean {
  if (judged.kind !== "checked") return judged.kind === "border";
  return judged.by.some((id) => tampering.expected.includes(id));
}

export function shown({ base, tampering, judged }: Result): string {
  const by = judged.kind === "checked" ? judged.by.join(", ") || "nothing" : judged.kind;
  return `${base}: ${tampering.name}: ${by} for ${tampering.expected.join(", ") || "nothing"}`;
}

/** Without indexes and file names, to group changes across bases. */
export function sameChange({ tampering }: Result): string {
  return tampering.name.replace(/\.\d+(?=[.:])/g, ".N").replace(/[\w/-]+\.sol\b/g, "FILE");
}

/** `same`: decodes to the same values. `border`: refused as malformed. */
type Judged =
  | { readonly kind: "same" | "border" }
  | { readonly kind: "checked"; readonly verdict: ChecksResult; readonly by: readonly string[] };

function judge({ evidence, answers }: Base, { apply }: Tampering): Judged {
  const world: World = { ...structuredClone(answers), facts: structuredClone(evidence.facts) };
  apply(world);
  let witnesses: ReturnType<typeof decoded>;
  try {
    witnesses = decoded(world);
  } catch {
    return { kind: "border" };
  }
  const { record, query, creationBlock, facts } = evidence;
  const { facts: factsNow } = world;
  const before = { record, query, creationBlock, facts };
  if (isDeepStrictEqual({ ...witnesses, facts: factsNow }, before)) return { kind: "same" };
  const checks = runChecks({ ...evidence, ...witnesses, facts: factsNow });
  const by = checks.filter(({ status }) => status === "failed" || status === "unknown").map(({ id }) => id);
  return { kind: "checked", verdict: checksComeTo(checks), by };
}
