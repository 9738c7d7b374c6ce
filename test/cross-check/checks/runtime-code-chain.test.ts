import { flipByte } from "../../helpers/compile.ts";
import { itFails, ofChain, ofRecord } from "../../helpers/cross-check/changed-field.ts";

describe("cross-check - runtime-code-chain, a single changed field", () => {
  itFails("runtime-code-chain", {
    "runtimeBytecode.onchainBytecode, a byte of code": ofRecord((body) => {
      body.runtimeBytecode.onchainBytecode = flipByte(body.runtimeBytecode.onchainBytecode, 30);
    }),
    "runtimeBytecode.onchainBytecode, its last byte": ofRecord((body) => {
      body.runtimeBytecode.onchainBytecode = flipByte(body.runtimeBytecode.onchainBytecode, -1);
    }),
    "chain: runtime code, a byte of metadata": ofChain(({ runtimeBytecode }) => ({
      runtimeBytecode: flipByte(runtimeBytecode, -20),
    })),
  });
});
