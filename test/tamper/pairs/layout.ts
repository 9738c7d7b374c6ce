import type { Body } from "../bases/base.ts";
import { isExact, type Pair, pair } from "./pair.ts";

const hasVariables = ({ record }: { readonly record: Body }) => record.storageLayout?.storage?.length > 0;

export const LAYOUT_PAIRS: readonly Pair[] = [
  pair(
    "a variable's slot and byte",
    ["storage-layout"],
    (evidence) => isExact(evidence) && hasVariables(evidence),
    ({ record }) => {
      record.storageLayout.storage[0].slot = "7";
      record.storageLayout.storage[0].offset = 4;
    },
  ),
  pair(
    "a variable's type, whole",
    ["storage-layout"],
    (evidence) => isExact(evidence) && hasVariables(evidence),
    ({ record }) => {
      record.storageLayout.types.t_other = { encoding: "inplace", label: "int128", numberOfBytes: "16" };
      record.storageLayout.storage[0].type = "t_other";
    },
  ),
  pair("a variable more, with its type", ["storage-layout"], isExact, ({ record }) => {
    const { storageLayout } = record;
    storageLayout.types = {
      ...storageLayout.types,
      t_other: { encoding: "inplace", label: "int8", numberOfBytes: "1" },
    };
    storageLayout.storage.push({
      astId: 9,
      contract: "a.sol:A",
      label: "more",
      offset: 0,
      slot: "99",
      type: "t_other",
    });
  }),
];
