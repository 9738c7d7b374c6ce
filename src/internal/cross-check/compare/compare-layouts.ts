import type { ContractRecord, SolidityStorageLayout, StorageVariable } from "../../domain/record.ts";
import { formatCount } from "../../text/amounts.ts";
import { asObject, getOwn } from "../../text/is-object.ts";
import { type Finding, failed, passed, skipped } from "../check.ts";

export function compareLayouts(
  compiled: SolidityStorageLayout,
  stored: ContractRecord["storageLayout"],
): Finding {
  if (stored == null || Object.keys(stored).length === 0) return skipped("the record has no storage layout");
  if (!isSolidityLayout(stored)) return failed("a layout in Solidity's format", "a layout in another format");
  const difference = findDifference(compiled, stored);
  return difference === undefined
    ? passed(formatCount(compiled.storage.length, "variable"))
    : failed(...difference);
}

/** Finds the first variable that differs, including struct members and the contents of mappings and arrays. */
function findDifference(
  one: SolidityStorageLayout,
  other: SolidityStorageLayout,
): readonly [string, string] | undefined {
  const pairs = pairUp(one.storage, other.storage);
  /** Compares each pair of types only once, because structs can refer to themselves and to each other. */
  const known = new Set<string>();
  // The loop also visits pairs that are added while it runs.
  for (const [variable, otherVariable] of pairs) {
    const [text, otherText] = [describe(variable, one), describe(otherVariable, other)];
    if (text !== otherText) return [text, otherText];
    const types = JSON.stringify([variable?.type, otherVariable?.type]);
    if (known.has(types)) continue;
    known.add(types);
    for (const pair of pairUp(listInner(variable, one), listInner(otherVariable, other))) pairs.push(pair);
  }
  return undefined;
}

type Variable = StorageVariable | undefined;

function pairUp(ones: readonly Variable[], others: readonly Variable[]): (readonly [Variable, Variable])[] {
  const length = Math.max(ones.length, others.length);
  return Array.from({ length }, (_, index) => [ones[index], others[index]] as const);
}

/** Omits type and syntax tree IDs, because they differ between compilations. */
function describe(variable: Variable, { types }: SolidityStorageLayout): string {
  if (variable === undefined) return "no further variable";
  const { slot, offset, label, type } = variable;
  const { label: name = "?", numberOfBytes = "?" } = getOwn(types, type) ?? {};
  // The number isn't parsed, so that different strings stay different.
  return `slot ${slot} byte ${offset}: ${name} ${label}, ${numberOfBytes} byte${numberOfBytes === "1" ? "" : "s"}`;
}

/** Lists a struct's members, a mapping's keys and values, or an array's elements. */
function listInner(variable: Variable, { types }: SolidityStorageLayout): readonly StorageVariable[] {
  if (variable === undefined) return [];
  const { key, value, base, members } = getOwn(types, variable.type) ?? {};
  const elements = Object.entries({ key, value, base }).flatMap(([part, type]) =>
    type == null ? [] : [{ ...variable, label: `${variable.label}[${part}]`, type }],
  );
  return [
    ...elements,
    ...(members ?? []).map((member) => ({ ...member, label: `${variable.label}.${member.label}` })),
  ];
}

/** True if a value from a build file or a service may be a Solidity layout. */
export function isSolidityLayout(layout: unknown): layout is SolidityStorageLayout {
  const { storage, types } = asObject(layout);
  return Array.isArray(storage) && (types === null || typeof types === "object");
}
