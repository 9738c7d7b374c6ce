import type { ContractRecord, SolidityStorageLayout, StorageVariable } from "../../domain/record.ts";
import { isWalkable } from "../../domain/storage-layout.ts";
import { formatCount } from "../../text/amounts.ts";
import { asObject, getOwn } from "../../text/is-object.ts";
import { type Finding, failed, passed, skipped } from "../check.ts";

export function compareLayouts(
  compiled: SolidityStorageLayout,
  stored: ContractRecord["storageLayout"],
): Finding {
  if (stored == null || Object.keys(stored).length === 0) return skipped("the record has no storage layout");
  if (!isSolidityLayout(stored)) return failed("a layout in Solidity's format", "a layout in another format");
  const [expected, actual] = [describeAll(compiled), describeAll(stored)];
  const length = Math.max(expected.length, actual.length);
  const first = Array.from({ length }, (_, index) => index).find((at) => expected[at] !== actual[at]);
  return first === undefined
    ? passed(formatCount(compiled.storage.length, "variable"))
    : failed(expected[first] ?? NOTHING, actual[first] ?? NOTHING);
}

const NOTHING = "no further variable";

function describeAll(layout: SolidityStorageLayout): readonly string[] {
  return [...describeLayout(layout), ...describeTypes(layout)];
}

/** Describes each type that the variables use, once and in order of first use. Structs can refer to themselves. */
function describeTypes({ storage, types }: SolidityStorageLayout): readonly string[] {
  const getLabel = (id: string) => getOwn(types, id)?.label ?? "?";
  const ids = new Set(storage.map(({ type }) => type));
  const texts: string[] = [];
  // The loop also visits IDs that are added while it runs.
  for (const id of ids) {
    const { label, numberOfBytes, key, value, base, members = [] } = getOwn(types, id) ?? {};
    const inner = [key, value, base].filter((it) => it !== undefined);
    const held = members.map(
      ({ slot, offset, type, label: name }) => `${slot}/${offset} ${getLabel(type)} ${name}`,
    );
    texts.push(
      `${label ?? "?"}, ${formatSize(numberOfBytes)}: ${[...inner.map(getLabel), ...held].join(", ")}`,
    );
    for (const next of [...inner, ...members.map(({ type }) => type)]) ids.add(next);
  }
  return texts;
}

/** Not parsed, so that different texts in a record stay different. */
function formatSize(numberOfBytes = "?"): string {
  return numberOfBytes === "1" ? "1 byte" : `${numberOfBytes} bytes`;
}

/**
 * Describes each storage variable, including struct members: slot, byte offset, type, name and length. Omits type and
 * syntax tree IDs, because they differ between compilations.
 */
function describeLayout({ storage, types }: SolidityStorageLayout): readonly string[] {
  const describe = (variable: StorageVariable, around: readonly string[]): readonly string[] => {
    const type = getOwn(types, variable.type);
    const path = [...around, variable.label];
    return [
      `slot ${variable.slot} byte ${variable.offset}: ${type?.label ?? "?"} ${path.join(".")}, ${formatSize(type?.numberOfBytes)}`,
      ...(type?.members ?? []).flatMap((member) => describe(member, path)),
    ];
  };
  return storage.flatMap((variable) => describe(variable, []));
}

/** True if a value from a build file or a service is a layout whose variables can be traversed. */
export function isSolidityLayout(layout: unknown): layout is SolidityStorageLayout {
  const { storage, types } = asObject(layout);
  if (!Array.isArray(storage) || (types !== null && typeof types !== "object")) return false;
  return isWalkable(layout as SolidityStorageLayout);
}
