import { flipByte } from "../../helpers/compile.ts";
import { itFails, ofChain, ofRecord } from "../../helpers/cross-check/changed-field.ts";
import { set } from "../../helpers/cross-check/one-check.ts";

describe("cross-check - runtime-code-chain, a single changed field", () => {
  itFails("runtime-code-chain", {
    "runtimeBytecode.onchainBytecode, a byte of code": ofRecord(
      set("runtimeBytecode.onchainBytecode", (old) => flipByte(old, 30)),
    ),
    "runtimeBytecode.onchainBytecode, its last byte": ofRecord(
      set("runtimeBytecode.onchainBytecode", (old) => flipByte(old, -1)),
    ),
    "chain: runtime code, a byte of metadata": ofChain(({ runtimeBytecode }) => ({
      runtimeBytecode: flipByte(runtimeBytecode, -20),
    })),
  });
});
