import { decodeCode } from "../../domain/code-template.ts";
import type { Transformation, TransformationValues } from "../../domain/record.ts";

/** The known reasons of transformations. */
type Reason = "library" | "immutable" | "cborAuxdata" | "constructorArguments" | "callProtection";

/** One known transformation with its value. */
export interface Step {
  readonly type: "replace" | "insert" | "delete";
  readonly reason: Reason;
  /** Bytes from the start of the recompiled code; for an insertion, of the code after all other steps. */
  readonly start: number;
  /** Bytes that the step removes; 0 for an insertion. */
  readonly length: number;
  /** The new bytes; empty for a deletion. */
  readonly value: Uint8Array;
}

/** A rejection. `index` is the transformation's; undefined where the reason concerns none of them. */
export interface Refused {
  readonly kind: "refused";
  readonly reason: string;
  readonly index: number | undefined;
}

export const refused = (reason: string, index: number | undefined): Refused => ({
  kind: "refused",
  reason,
  index,
});

/** By `type reason`: all transformations of lib-sourcify 3 (Verification/Transformations). */
const KNOWN: Readonly<Record<string, { type: Step["type"]; reason: Reason; isNamed: boolean }>> = {
  "replace library": { type: "replace", reason: "library", isNamed: true },
  "replace immutable": { type: "replace", reason: "immutable", isNamed: true },
  // Vyper's immutables follow the code.
  "insert immutable": { type: "insert", reason: "immutable", isNamed: true },
  "replace cborAuxdata": { type: "replace", reason: "cborAuxdata", isNamed: true },
  // The recompiled code has CBOR auxdata (the metadata section), the deployed code has none.
  "delete cborAuxdata": { type: "delete", reason: "cborAuxdata", isNamed: false },
  "insert constructorArguments": { type: "insert", reason: "constructorArguments", isNamed: false },
  "replace callProtection": { type: "replace", reason: "callProtection", isNamed: false },
};

const ADDRESS_LENGTH = 20;

/** Reads each transformation with its value. Every transformation needs its value, and every value a transformation. */
export function readSteps(
  transformations: readonly Transformation[],
  values: TransformationValues,
): { readonly kind: "read"; readonly steps: readonly Step[] } | Refused {
  const used = new Set<string>();
  const steps: Step[] = [];
  for (const [index, it] of transformations.entries()) {
    const step = readStep(it, values);
    if (typeof step === "string") return refused(step, index);
    used.add(nameOfValue(it));
    steps.push(step);
  }
  const unused = namesOfValues(values).find((name) => !used.has(name));
  return unused === undefined
    ? { kind: "read", steps }
    : refused("a transformation value that no transformation names", undefined);
}

function readStep(it: Transformation, values: TransformationValues): Step | string {
  const key = `${it.type} ${it.reason}`;
  const known = Object.hasOwn(KNOWN, key) ? KNOWN[key] : undefined;
  if (known === undefined) return `unknown transformation "${key}"`;
  const { type, reason, isNamed } = known;
  if (isNamed !== (it.id !== undefined))
    return isNamed ? "it has no id" : "it has an id, but takes no named value";
  const { offset: start, length } = it;
  if (type === "delete") {
    return length === undefined || length === 0
      ? "it has no length"
      : { type, reason, start, length, value: new Uint8Array() };
  }
  const hex = findValue(it, values);
  const value = hex === undefined ? undefined : decodeCode(hex);
  if (value === undefined || value.length === 0) return "its value is missing";
  const isAddress = reason === "library" || reason === "callProtection";
  if (isAddress && value.length !== ADDRESS_LENGTH) return "its value is not an address";
  if (type === "insert") {
    return length === undefined
      ? { type, reason, start, length: 0, value }
      : "an insertion must not have a length";
  }
  // Only auxdata can be shorter on chain than in the recompiled code.
  const isOther = length !== undefined && length !== value.length;
  if (isOther && (reason !== "cborAuxdata" || length < value.length)) return "its value has another length";
  return { type, reason, start, length: length ?? value.length, value };
}

/** Where the value of a transformation is, by its reason. */
const VALUES: Readonly<Record<Reason, keyof TransformationValues>> = {
  library: "libraries",
  immutable: "immutables",
  cborAuxdata: "cborAuxdata",
  constructorArguments: "constructorArguments",
  callProtection: "callProtection",
};

/** The part of the values that a transformation's value is in; undefined for an unknown transformation. */
export function partWithValue({ reason }: Transformation): keyof TransformationValues | undefined {
  return Object.hasOwn(VALUES, reason) ? VALUES[reason as Reason] : undefined;
}

/** Every value as its part and its id; constructor arguments and call protection have none. */
export function namesOfValues(values: TransformationValues): readonly string[] {
  return Object.values(VALUES).flatMap((key) => {
    const value = values[key];
    return typeof value === "string" ? [`${key} `] : Object.keys(value ?? {}).map((id) => `${key} ${id}`);
  });
}

/** The name of its value among {@link namesOfValues}. */
export function nameOfValue(it: Transformation): string {
  return `${partWithValue(it)} ${it.id ?? ""}`;
}

function findValue(it: Transformation, values: TransformationValues): string | undefined {
  const key = partWithValue(it);
  const value = key && values[key];
  if (it.id === undefined) return typeof value === "string" ? value : undefined;
  return typeof value === "object" && Object.hasOwn(value, it.id) ? value[it.id] : undefined;
}
