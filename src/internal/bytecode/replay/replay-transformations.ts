import { ADDRESS_LENGTH, decodeCode, encodeCode, toBytes } from "../../domain/code-template.ts";
import type { Transformation, TransformationValues } from "../../domain/record.ts";

/**
 * Applies a record's transformations to the code that the service compiled. {@link checkPlaces} checks their positions.
 *
 * @param recompiled Hex, with or without 0x.
 * @returns the code as 0x-prefixed hex, with the steps in the order of the transformations; `refused` if a
 * transformation is unknown or incomplete, overlaps another, or extends past the end of the code.
 */
export function replayTransformations(
  recompiled: string,
  transformations: readonly Transformation[],
  values: TransformationValues,
): { readonly kind: "replayed"; readonly code: string; readonly steps: readonly Step[] } | Refused {
  const code = decodeCode(recompiled);
  if (code === undefined) return refused("the recompiled code is not hexadecimal", undefined);
  const named = nameValues(values);
  const steps: Step[] = [];
  for (const [index, transformation] of transformations.entries()) {
    const step = readStep(transformation, named);
    if (typeof step === "string") return refused(step, index);
    steps.push(step);
  }
  if (!new Set(transformations.map(getValueName)).isSupersetOf(named))
    return refused("one of the values is not used by any transformation", undefined);

  // Offsets refer to the recompiled code, so the order of replacements doesn't matter.
  const parts: Uint8Array[] = [];
  let end = 0;
  const replacing = [...steps.entries()].filter(([, { type }]) => type !== "insert");
  for (const [index, step] of replacing.sort(([, one], [, other]) => one.start - other.start)) {
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

/** A known transformation and its value. */
export interface Step {
  readonly type: "replace" | "insert" | "delete";
  readonly reason: Reason;
  /**
   * Bytes from the start of the recompiled code. For an insertion, bytes from the start of the code after all other
   * steps.
   */
  readonly start: number;
  /** Number of bytes that the step removes; 0 for an insertion. */
  readonly length: number;
  /** The new bytes; empty for a deletion. */
  readonly value: Uint8Array;
}

/**
 * A rejection. `index` identifies the transformation. It is undefined if the reason doesn't concern a single
 * transformation.
 */
interface Refused {
  readonly kind: "refused";
  readonly reason: string;
  readonly index: number | undefined;
}

const refused = (reason: string, index: number | undefined): Refused => ({ kind: "refused", reason, index });

/**
 * All transformations in lib-sourcify 3, keyed by reason (Verification/Transformations), each with its possible types,
 * the section that contains its values, and whether the entries in that section have IDs.
 */
const KNOWN = {
  library: { types: ["replace"], part: "libraries", isNamed: true },
  // In Vyper contracts, immutables follow the code, so they are inserted.
  immutable: { types: ["replace", "insert"], part: "immutables", isNamed: true },
  // `delete` removes the recompiled code's CBOR auxdata (the metadata section) if the deployed code has none.
  cborAuxdata: { types: ["replace", "delete"], part: "cborAuxdata", isNamed: true },
  constructorArguments: { types: ["insert"], part: "constructorArguments", isNamed: false },
  callProtection: { types: ["replace"], part: "callProtection", isNamed: false },
} as const;
type Reason = keyof typeof KNOWN;

/** Returns the reason as a string if a transformation or its value is invalid. */
function readStep(transformation: Transformation, values: ReadonlyMap<string, string>): Step | string {
  const reason = findReason(transformation);
  const type = reason && KNOWN[reason].types.find((each) => each === transformation.type);
  if (reason === undefined || type === undefined)
    return `the transformation "${transformation.type} ${transformation.reason}" is unknown`;
  const isNamed = KNOWN[reason].isNamed && type !== "delete";
  if (isNamed !== (transformation.id !== undefined))
    return isNamed ? "it has no id" : "it has an id, but its kind of value has none";
  const { offset: start, length } = transformation;
  if (type === "delete") {
    return length === undefined || length === 0
      ? "it has no length"
      : { type, reason, start, length, value: new Uint8Array() };
  }
  const value = toBytes(values.get(getValueName(transformation)));
  if (value.length === 0) return "its value is missing";
  const isAddress = reason === "library" || reason === "callProtection";
  if (isAddress && value.length !== ADDRESS_LENGTH) return "its value is not an address";
  if (type === "insert") {
    return length === undefined
      ? { type, reason, start, length: 0, value }
      : "an insertion must not have a length";
  }
  // Only auxdata may be shorter on chain than in the recompiled code.
  const hasOtherLength = length !== undefined && length !== value.length;
  if (hasOtherLength && (reason !== "cborAuxdata" || length < value.length))
    return "the length of its value is wrong";
  return { type, reason, start, length: length ?? value.length, value };
}

function findReason({ reason }: Transformation): Reason | undefined {
  return Object.hasOwn(KNOWN, reason) ? (reason as Reason) : undefined;
}

/** Returns the part of the values that a transformation uses. Undefined for an unknown transformation. */
export function getValuePart(transformation: Transformation): keyof TransformationValues | undefined {
  const reason = findReason(transformation);
  return reason && KNOWN[reason].part;
}

/** Returns the values by their part and ID. Constructor arguments and call protection have no ID. */
export function nameValues(values: TransformationValues): ReadonlyMap<string, string> {
  const named = Object.values(KNOWN).flatMap(({ part }) => {
    const value = values[part];
    const byId = Object.entries(typeof value === "string" ? { "": value } : (value ?? {}));
    return byId.map(([id, each]) => [`${part} ${id}`, each] as const);
  });
  return new Map(named);
}

/** Returns the name of a transformation's value, in the same form as {@link nameValues}. */
export function getValueName(transformation: Transformation): string {
  return `${getValuePart(transformation)} ${transformation.id ?? ""}`;
}
