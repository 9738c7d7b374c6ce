import { partOfRun, sayChosen, seedOf } from "../helpers/chosen-run.ts";

/** `1/8` is the first of eight parts. Each part tells every lie about at least one contract. */
const PART = partOfRun("LIES_PART", 20);
const [part = 1, parts = 1] = PART?.split("/").map(Number) ?? [];

export const SEED = seedOf("LIES_SEED");
sayChosen("test:lies", { LIES_PART: PART, LIES_SEED: SEED });

export const RECOMBINED = Math.ceil(2000 / parts);

export function isInPart(index: number): boolean {
  return index % parts === part - 1;
}

/** Half of the ways, alternating with the contract; all of them in a full run. */
export function halfOf<T>(ways: readonly T[], index: number): readonly T[] {
  return parts === 1 ? ways : ways.filter((_, way) => (way + index + part) % ways.length < ways.length / 2);
}

/** Only tells lies whose printed line contains this text, in any case. */
export const ONLY = process.env.LIES_ONLY?.toLowerCase() ?? "";
