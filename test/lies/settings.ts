import { partOfRun, sayChosen, seedOf } from "../helpers/chosen-run.ts";

/** `1/8`: the first of eight parts. Every lie is told about one contract at least, and so many recombined ones. */
const PART = partOfRun("LIES_PART", 20);
const [part = 1, parts = 1] = PART?.split("/").map(Number) ?? [];

/** Seeds what is recombined. */
export const SEED = seedOf("LIES_SEED");
sayChosen("test:lies", { LIES_PART: PART, LIES_SEED: SEED });

export const RECOMBINED = Math.ceil(2000 / parts);

/** Whether it belongs to this part of the run. */
export function isInPart(index: number): boolean {
  return index % parts === part - 1;
}

/** Of these ways to look at a contract, those of this part: half of them, others with each contract. */
export function halfOf<T>(ways: readonly T[], index: number): readonly T[] {
  return parts === 1 ? ways : ways.filter((_, way) => (way + index + part) % ways.length < ways.length / 2);
}

/** Tells only the lies whose line it fits, as a failure prints it: a text of `LIES_ONLY`, in any case. */
export const ONLY = process.env.LIES_ONLY?.toLowerCase() ?? "";
