import { flipByte } from "../../helpers/compile.ts";
import { itFails, ofCreation, ofRecord } from "../../helpers/cross-check/changed-field.ts";
import { initCode, set } from "../../helpers/cross-check/one-check.ts";

describe("cross-check - creation-code-chain, a single changed field", () => {
  itFails("creation-code-chain", {
    "creationBytecode.onchainBytecode, a byte of code": ofRecord(
      set("creationBytecode.onchainBytecode", (old) => flipByte(old, 30)),
    ),
    "creationBytecode.onchainBytecode, its last byte": ofRecord(
      set("creationBytecode.onchainBytecode", (old) => flipByte(old, -1)),
    ),
    "creationBytecode.onchainBytecode, a byte more": ofRecord(
      set("creationBytecode.onchainBytecode", (old) => `${old}00`),
    ),
    "chain: the creating transaction's input": ofCreation({ initCode: initCode("0x6000") }),
  });
});
