import { PARTS } from "./projects.ts";

/**
 * Which part REAL_PART asks for, `1/10`; undefined for the whole.
 *
 * @throws Error where it is something else, so that no slip makes a run that tries nothing.
 */
export function wantedPart(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const [, part, of] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  if (Number(of) !== PARTS || Number(part) < 1 || Number(part) > PARTS)
    throw new Error(`REAL_PART is "${text}", and has to be 1/${PARTS} to ${PARTS}/${PARTS}.`);
  return Number(part);
}
