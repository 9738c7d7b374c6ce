import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import { type Body, type Change, withBody, withFacts } from "./one-check.ts";

export const runtime = (change: (side: Body) => void): Change => {
  return ({ runtimeBytecode }) => change(runtimeBytecode);
};
export const creation = (change: (side: Body) => void): Change => {
  return ({ creationBytecode }) => change(creationBytecode);
};
export const first = (change: (transformation: Body) => void) => (side: Body) =>
  change(side.transformations[0]);
export const add = (transformation: object, values: object) => (side: Body) => {
  side.transformations.push(transformation);
  side.transformationValues = { ...side.transformationValues, ...values };
};

function patch(code: string, offset: number, value: string): string {
  const at = 2 + offset * 2;
  return code.slice(0, at) + value.slice(2) + code.slice(at + value.length - 2);
}

/** Puts different code on chain, hidden by a transformation in the record. */
export function hideBehind(
  name: string,
  transformation: { readonly reason: string; readonly offset: number; readonly id?: string },
  value: string,
  values: object,
): Evidence {
  const evidence = withBody(name, ({ runtimeBytecode }) => {
    runtimeBytecode.onchainBytecode = patch(runtimeBytecode.onchainBytecode, transformation.offset, value);
    runtimeBytecode.transformations.push({ type: "replace", ...transformation });
    runtimeBytecode.transformationValues = { ...runtimeBytecode.transformationValues, ...values };
  });
  return withFacts(evidence, { runtimeBytecode: evidence.record.runtimeBytecode?.onchainBytecode ?? "" });
}

/** Changes of one side of a record, by the recording and their titles, as changes of the record. */
export function onSide(
  side: "runtime" | "creation",
  tables: Readonly<Record<string, Readonly<Record<string, (side: Body) => void>>>>,
): Readonly<Record<string, Readonly<Record<string, Change>>>> {
  const change = { runtime, creation }[side];
  const ofSide = Object.entries(tables).map(([name, changes]) => {
    const titled = Object.entries(changes).map(([what, each]) => [`${side}: ${what}`, change(each)]);
    return [name, Object.fromEntries(titled)];
  });
  return Object.fromEntries(ofSide);
}
