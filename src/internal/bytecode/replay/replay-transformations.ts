import { decodeCode, encodeCode } from "../../domain/code-template.ts";
import type { Transformation, TransformationValues } from "../../domain/record.ts";
import { type Refused, readSteps, refused, type Step } from "./read-steps.ts";

export interface Replayed {
  readonly kind: "replayed";
  /** 0x-hex. */
  readonly code: string;
  /** In the order of the transformations. */
  readonly steps: readonly Step[];
}

/**
 * Applies a record's transformations to the code that the service compiled. {@link checkPlaces} decides whether their
 * places are allowed.
 *
 * @param recompiled Hex, with or without 0x.
 * @returns refused for an unknown or incomplete transformation, and for one that overlaps another or exceeds the code.
 */
export function replayTransformations(
  recompiled: string,
  transformations: readonly Transformation[],
  values: TransformationValues,
): Replayed | Refused {
  const code = decodeCode(recompiled);
  if (code === undefined) return refused("the recompiled code is not hexadecimal", undefined);
  const read = readSteps(transformations, values);
  if (read.kind === "refused") return read;
  const { steps } = read;

  // Offsets refer to the recompiled code, so the order of replacements does not matter.
  const parts: Uint8Array[] = [];
  let end = 0;
  for (const [index, step] of inOrder(steps)) {
    if (step.start < end) return refused("it overlaps another transformation", index);
    if (step.start + step.length > code.length) return refused("it lies outside the code", index);
    parts.push(code.subarray(end, step.start), step.value);
    end = step.start + step.length;
  }
  const replaced = Buffer.concat([...parts, code.subarray(end)]);

  const [first, second] = [...steps.entries()].filter(([, { type }]) => type === "insert");
  if (second !== undefined) return refused("it is a second insertion", second[0]);
  if (first === undefined) return { kind: "replayed", code: encodeCode(replaced), steps };
  const [index, { start, value }] = first;
  if (start > replaced.length) return refused("it lies outside the code", index);
  const inserted = Buffer.concat([replaced.subarray(0, start), value, replaced.subarray(start)]);
  return { kind: "replayed", code: encodeCode(inserted), steps };
}

function inOrder(steps: readonly Step[]): readonly (readonly [index: number, step: Step])[] {
  return [...steps.entries()]
    .filter(([, { type }]) => type !== "insert")
    .sort(([, one], [, other]) => one.start - other.start);
}
