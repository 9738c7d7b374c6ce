import { EXACT, put } from "../rewrites.ts";
import { filledIn, OF_CODE, OF_INTERFACE, OF_SOURCES, pick, type RecordLie } from "./record-lie.ts";

/** About the code, and about what created it. */
export const CODE_LIES: readonly RecordLie[] = [
  {
    name: "all of another contract's record",
    claim: "runtime-code",
    change: (record, other) =>
      put(record, { ...pick(other, [...OF_CODE, ...OF_SOURCES, ...OF_INTERFACE]), ...EXACT }),
  },
  {
    name: "another contract's compiled codes with the codes on chain",
    claim: "runtime-code",
    change: (record, other) => {
      put(record, { ...pick(other, [...OF_SOURCES, ...OF_INTERFACE]), ...EXACT });
      for (const side of OF_CODE)
        if (record[side]) record[side] = { ...other[side], onchainBytecode: record[side].onchainBytecode };
    },
  },
  {
    name: "the codes on chain as the compiled ones, and another program's sources",
    claim: "runtime-code",
    change: (record, other) => {
      put(record, { ...pick(other, [...OF_SOURCES, ...OF_INTERFACE]), ...EXACT });
      for (const side of OF_CODE) if (record[side]) record[side] = filledIn(record[side]);
    },
  },
  {
    name: "a creation match alone, of the executed code",
    claim: "runtime-code",
    change: (record, other) => {
      put(record, { ...pick(other, [...OF_SOURCES, ...OF_INTERFACE]), ...EXACT, runtimeMatch: null });
      if ("runtimeBytecode" in record) record.runtimeBytecode = null;
    },
  },
  {
    name: "two bytes as the creation code",
    claim: "creation-code",
    catches: ["made-up-creation"],
    change: (record) => {
      put(record, EXACT);
      if ("creationBytecode" in record)
        record.creationBytecode = {
          ...filledIn(record.runtimeBytecode),
          onchainBytecode: "0x6001",
          recompiledBytecode: "0x6001",
        };
    },
  },
  {
    name: "another contract's creation code",
    claim: "creation-code",
    catches: ["made-up-creation"],
    change: (record, other) => put(record, { ...pick(other, ["creationBytecode"]), ...EXACT }),
  },
];
