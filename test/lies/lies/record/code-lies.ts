import { EXACT, put } from "../rewrites.ts";
import { filledIn, OF_CODE, OF_INTERFACE, OF_SOURCES, pick, type RecordLie, told } from "./record-lie.ts";

export const CODE_LIES: readonly RecordLie[] = [
  told("all of another contract's record", "runtime-code", {}, (record, other) =>
    put(record, { ...pick(other, [...OF_CODE, ...OF_SOURCES, ...OF_INTERFACE]), ...EXACT }),
  ),
  told("another contract's compiled codes with the codes on chain", "runtime-code", {}, (record, other) => {
    put(record, { ...pick(other, [...OF_SOURCES, ...OF_INTERFACE]), ...EXACT });
    for (const side of OF_CODE)
      if (record[side]) record[side] = { ...other[side], onchainBytecode: record[side].onchainBytecode };
  }),
  told(
    "the codes on chain as the compiled ones, and another program's sources",
    "runtime-code",
    {},
    (record, other) => {
      put(record, { ...pick(other, [...OF_SOURCES, ...OF_INTERFACE]), ...EXACT });
      for (const side of OF_CODE) if (record[side]) record[side] = filledIn(record[side]);
    },
  ),
  told("a creation match alone, of the executed code", "runtime-code", {}, (record, other) => {
    put(record, { ...pick(other, [...OF_SOURCES, ...OF_INTERFACE]), ...EXACT, runtimeMatch: null });
    if ("runtimeBytecode" in record) record.runtimeBytecode = null;
  }),
  told("two bytes as the creation code", "creation-code", { catches: ["made-up-creation"] }, (record) => {
    put(record, EXACT);
    if ("creationBytecode" in record)
      record.creationBytecode = {
        ...filledIn(record.runtimeBytecode),
        onchainBytecode: "0x6001",
        recompiledBytecode: "0x6001",
      };
  }),
  told(
    "another contract's creation code",
    "creation-code",
    { catches: ["made-up-creation"] },
    (record, other) => put(record, { ...pick(other, ["creationBytecode"]), ...EXACT }),
  ),
];
