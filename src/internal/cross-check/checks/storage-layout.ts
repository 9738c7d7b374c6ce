import type { SolidityStorageLayout } from "../../domain/record.ts";
import { type CheckRule, failed, passed, skipped } from "../check.ts";
import { OTHER_METADATA, restsOnSameMetadata } from "../compare/comparable.ts";
import { describeLayout, isSolidityLayout } from "../compare/described-layout.ts";
import { withCompiled } from "../compare/with-build.ts";

export const storageLayout: CheckRule = {
  id: "storage-layout",
  subject: "storage layout is the build's",
  witnesses: ["record", "build"],
  proves:
    "The record's storage layout has the build's variables in the same order, each with the same slot, byte, type, length and name, including the contents of mappings, arrays and structs. Skipped where the build files or the record have no Solidity storage layout (Hardhat's artifacts have none), and where the match does not cover the metadata.",
  run: (evidence) => {
    if (!restsOnSameMetadata(evidence)) return skipped(OTHER_METADATA);
    return withCompiled(evidence, ({ storageLayout: built }) => {
      if (!isSolidityLayout(built)) return skipped("the build files have no storage layout of the contract");
      const stored = evidence.record.storageLayout;
      if (stored === undefined || stored === null) return skipped("the record has no storage layout");
      if (!isSolidityLayout(stored)) return skipped("the record's storage layout is not in Solidity's form");
      const [expected, actual] = [whole(built), whole(stored)];
      const length = Math.max(expected.length, actual.length);
      const first = Array.from({ length }, (_, index) => index).find((at) => expected[at] !== actual[at]);
      return first === undefined
        ? passed(`${built.storage.length} ${built.storage.length === 1 ? "variable" : "variables"}`)
        : failed(shown(expected[first]), shown(actual[first]));
    });
  },
};

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
  if (variable === undefined) return "no further variable";
  return variable.length > LONGEST ? `${variable.slice(0, LONGEST)}…` : variable;
}

const LONGEST = 200;
