import type { CodeComparison } from "../../report/model.ts";
import type { AlignedRun, Token } from "./align-code.ts";
import { mnemonicOf } from "./mnemonics.ts";

type Place = CodeComparison["places"][number];
type ListedRow = Place["rows"][number];
type ListedInstruction = NonNullable<ListedRow["onChain"]>;

/** A difference with the instructions around it. */
export interface ListedPlace extends Omit<Place, "source"> {
  /** Offset in the build's code of what differs first; of the next instruction, where the build has none of it. */
  readonly at: number;
}

const MOST_PLACES = 2;
/** Instructions before and after. */
const AROUND = 3;
const MOST_ROWS = 14;

/** The first differences, each with three instructions around it. */
export function placesOf(
  runs: readonly AlignedRun[],
  signatures: ReadonlyMap<string, string>,
): readonly ListedPlace[] {
  const indexes = runs
    .flatMap(({ kind }, index) => (kind === "differs" ? [index] : []))
    .slice(0, MOST_PLACES);
  let shownAfter = 0;
  return indexes.map((index): ListedPlace => {
    const before = sameOf(runs[index - 1]);
    const after = sameOf(runs[index + 1]);
    const here = runs[index] ?? { kind: "differs", onChain: [], inBuild: [] };
    const lead = before.slice(Math.max(shownAfter, before.length - AROUND));
    const folded = before.length - lead.length - shownAfter;
    const differing = pairs(here, signatures);
    const rows = differing.slice(0, MOST_ROWS);
    const isCut = rows.length < differing.length;
    const tail = isCut ? [] : after.slice(0, AROUND);
    shownAfter = tail.length;
    return {
      before: folded,
      ...(isCut ? { cut: differing.length - rows.length } : {}),
      rows: [...lead, ...rows, ...tail].map((row) => ("state" in row ? row : sameRow(row, signatures))),
      at: (here.inBuild[0] ?? after[0]?.inBuild ?? before.at(-1)?.inBuild)?.offset ?? 0,
    };
  });
}

interface SamePair {
  readonly onChain: Token;
  readonly inBuild: Token;
}

function sameOf(run: AlignedRun | undefined): readonly SamePair[] {
  if (run === undefined || run.kind !== "same") return [];
  return run.onChain.flatMap((onChain, index) => {
    const inBuild = run.inBuild[index];
    return inBuild === undefined ? [] : [{ onChain, inBuild }];
  });
}

function sameRow({ onChain, inBuild }: SamePair, signatures: ReadonlyMap<string, string>): ListedRow {
  const isMoved = onChain.value !== inBuild.value && !inBuild.isFilledIn;
  return {
    state: isMoved ? "moved" : "same",
    onChain: listed(onChain, signatures),
    inBuild: listed(inBuild, signatures),
  };
}

/** Side by side where only the pushed values differ, else one side after the other. */
function pairs(
  { onChain, inBuild }: AlignedRun,
  signatures: ReadonlyMap<string, string>,
): readonly ListedRow[] {
  // As many on both sides: each took the place of the other.
  if (onChain.length === inBuild.length)
    return onChain.flatMap((token, index) => {
      const other = inBuild[index];
      return other === undefined
        ? []
        : [{ state: "differs", onChain: listed(token, signatures), inBuild: listed(other, signatures) }];
    });
  return [
    ...onChain.map((token): ListedRow => ({ state: "differs", onChain: listed(token, signatures) })),
    ...inBuild.map((token): ListedRow => ({ state: "differs", inBuild: listed(token, signatures) })),
  ];
}

function listed(
  { offset, opcode, operand, value, isFilledIn }: Token,
  signatures: ReadonlyMap<string, string>,
): ListedInstruction {
  const name = mnemonicOf(opcode);
  const signature = operand.length === 4 ? signatures.get(value.slice(2)) : undefined;
  const note =
    signature === undefined ? (isFilledIn ? "filled in later" : undefined) : `selector of ${signature}`;
  return {
    offset,
    text: value === "" ? name : `${name} ${shortened(value)}`,
    ...(note === undefined ? {} : { note }),
  };
}

/** A word of 32 bytes is mostly zeros before a number. */
function shortened(value: string): string {
  return value.replace(/^0x(?:00){4,}(?=..)/, "0x…");
}
