import type { ContractRecord, SolidityStorageLayout } from "../../domain/record.ts";
import { type Finding, failed, passed, skipped } from "../check.ts";
import { describeLayout, isSolidityLayout } from "./described-layout.ts";

/** Compares a record's storage layout with a compiler's. */
export function compareLayouts(
  compiled: SolidityStorageLayout,
  stored: ContractRecord["storageLayout"],
): Finding {
  if (stored === undefined || stored === null) return skipped("the record has no storage layout");
  if (!isSolidityLayout(stored)) return skipped("the record's storage layout is not in Solidity's form");
  const [expected, actual] = [whole(compiled), whole(stored)];
  const length = Math.max(expected.length, actual.length);
  const first = Array.from({ length }, (_, index) => index).find((at) => expected[at] !== actual[at]);
  return first === undefined
    ? passed(`${compiled.storage.length} ${compiled.storage.length === 1 ? "variable" : "variables"}`)
    : failed(shown(expected[first]), shown(actual[first]));
}

function whole(layout: SolidityStorageLayout): readonly string[] {
  return [...describeLayout(layout), ...describeTypes(layout)];
}

/** One text for each type that the variables reach, in that order; each once, as a struct can refer to itself. */
function describeTypes({ storage, types }: SolidityStorageLayout): readonly string[] {
  const typeOf = (id: string) => (types !== null && Object.hasOwn(types, id) ? types[id] : undefined);
  const labelOf = (id: string) => typeOf(id)?.label ?? "?";
  const ids = new Set(storage.map(({ type }) => type));
  const texts: string[] = [];
  // The loop also visits ids that are added while it runs.
  for (const id of ids) {
    const { label, numberOfBytes, key, value, base, members = [] } = typeOf(id) ?? {};
    const inner = [key, value, base].filter((it) => it !== undefined);
    const held = members.map(
      ({ slot, offset, type, label: name }) => `${slot}/${offset} ${labelOf(type)} ${name}`,
    );
    texts.push(
      `${label ?? "?"}, ${numberOfBytes ?? "?"} bytes: ${[...inner.map(labelOf), ...held].join(", ")}`,
    );
    for (const next of [...inner, ...members.map(({ type }) => type)]) ids.add(next);
  }
  return texts;
}

function shown(variable: string | undefined): string {
  return variable ?? "no further variable";
}
