import { decodeCode } from "../../domain/code-template.ts";
import type { Transformation, TransformationValues } from "../../domain/record.ts";

/** Why a service may change recompiled code. */
type Reason = "library" | "immutable" | "cborAuxdata" | "constructorArguments" | "callProtection";

/** One transformation with the value that its id names, known and complete in itself. */
export interface Step {
  readonly type: "replace" | "insert" | "delete";
  readonly reason: Reason;
  /** Bytes from the start of the recompiled code; of an insertion, of the code with all else applied. */
  readonly start: number;
  /** How many bytes go; 0 for an insertion. */
  readonly length: number;
  /** What comes in their place; empty for a deletion. */
  readonly value: Uint8Array;
}

/** What is wrong, and with which transformation; no index where it is none of them. */
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

/** `type reason` of what Sourcify's library writes (lib-sourcify 3, Verification/Transformations); nothing else is known. */
const KNOWN: Readonly<Record<string, { type: Step["type"]; reason: Reason; isNamed: boolean }>> = {
  "replace library": { type: "replace", reason: "library", isNamed: true },
  "replace immutable": { type: "replace", reason: "immutable", isNamed: true },
  // Vyper has its immutables behind the code.
  "insert immutable": { type: "insert", reason: "immutable", isNamed: true },
  "replace cborAuxdata": { type: "replace", reason: "cborAuxdata", isNamed: true },
  // Deployed without the metadata section that the recompiled code has.
  "delete cborAuxdata": { type: "delete", reason: "cborAuxdata", isNamed: false },
  "insert constructorArguments": { type: "insert", reason: "constructorArguments", isNamed: false },
  "replace callProtection": { type: "replace", reason: "callProtection", isNamed: false },
};

const ADDRESS_LENGTH = 20;

/** Reads each transformation with its value. Every value must be named, and every one that is there must be used. */
export function readSteps(
  transformations: readonly Transformation[],
  values: TransformationValues,
): { readonly kind: "read"; readonly steps: readonly Step[] } | Refused {
  const used = new Set<string>();
  const steps: Step[] = [];
  for (const [index, it] of transformations.entries()) {
    const step = readStep(it, values);
    if (typeof step === "string") return refused(step, index);
    used.add(nameOf(it.reason, it.id));
    steps.push(step);
  }
  const unused = namesOf(values).find((name) => !used.has(name));
  return unused === undefined
    ? { kind: "read", steps }
    : refused("a transformation value that no transformation names", undefined);
}

function readStep(it: Transformation, values: TransformationValues): Step | string {
  const key = `${it.type} ${it.reason}`;
  const known = Object.hasOwn(KNOWN, key) ? KNOWN[key] : undefined;
  if (known === undefined) return `no known transformation: ${key}`;
  const { type, reason, isNamed } = known;
  if (isNamed !== (it.id !== undefined))
    return isNamed ? "it has no id" : "it has an id, which names nothing";
  const { offset: start, length } = it;
  if (type === "delete") {
    return length === undefined || length === 0
      ? "it does not say how much is deleted"
      : { type, reason, start, length, value: new Uint8Array() };
  }
  const hex = valueNamed(reason, it.id, values);
  const value = hex === undefined ? undefined : decodeCode(hex);
  if (value === undefined || value.length === 0) return "its value is missing";
  const isAddress = reason === "library" || reason === "callProtection";
  if (isAddress && value.length !== ADDRESS_LENGTH) return "its value is no address";
  if (type === "insert") {
    return length === undefined ? { type, reason, start, length: 0, value } : "an insertion has no length";
  }
  // Only metadata can be shorter on chain than it was recompiled.
  const isOther = length !== undefined && length !== value.length;
  if (isOther && (reason !== "cborAuxdata" || length < value.length)) return "its value has another length";
  return { type, reason, start, length: length ?? value.length, value };
}

function valueNamed(
  reason: Reason,
  id: string | undefined,
  values: TransformationValues,
): string | undefined {
  const named = (map: Readonly<Record<string, string>> | undefined) =>
    map !== undefined && id !== undefined && Object.hasOwn(map, id) ? map[id] : undefined;
  switch (reason) {
    case "library":
      return named(values.libraries);
    case "immutable":
      return named(values.immutables);
    case "cborAuxdata":
      return named(values.cborAuxdata);
    case "constructorArguments":
      return values.constructorArguments;
    case "callProtection":
      return values.callProtection;
  }
}

function namesOf(values: TransformationValues): readonly string[] {
  const maps = [
    ["library", values.libraries],
    ["immutable", values.immutables],
    ["cborAuxdata", values.cborAuxdata],
  ] as const;
  return [
    ...maps.flatMap(([reason, map]) => Object.keys(map ?? {}).map((id) => nameOf(reason, id))),
    ...(values.constructorArguments === undefined ? [] : [nameOf("constructorArguments", undefined)]),
    ...(values.callProtection === undefined ? [] : [nameOf("callProtection", undefined)]),
  ];
}

function nameOf(reason: string, id: string | undefined): string {
  return `${reason} ${id ?? ""}`;
}
