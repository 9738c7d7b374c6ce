import type { Base } from "./bases/base.ts";
import { type Judged, judge } from "./judge.ts";
import { NOT_CHECKED, type NotChecked } from "./not-checked.ts";
import { CODE_PAIRS } from "./pairs/codes.ts";
import { FILLED_IN } from "./pairs/filled-in.ts";
import { INTERFACE_PAIRS } from "./pairs/interface.ts";
import { LAYOUT_PAIRS } from "./pairs/layout.ts";
import { NAME_PAIRS } from "./pairs/names.ts";
import { NOTHING_TO_COMPARE } from "./pairs/nothing-to-compare.ts";
import { PLACES } from "./pairs/places.ts";
import { SOURCE_PAIRS } from "./pairs/sources.ts";
import { TIMES } from "./pairs/times.ts";
import { UPGRADES } from "./pairs/upgrades.ts";
import { singleChanges } from "./single/single-changes.ts";
import type { Tampering } from "./tampering.ts";

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
