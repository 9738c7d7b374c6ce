import { flipByte } from "../../helpers/compile.ts";
import { itFails, ofChain } from "../../helpers/cross-check/changed-field.ts";

describe("cross-check - runtime-code-build, a single changed field", () => {
  itFails("runtime-code-build", {
    "chain: runtime code, a byte of code": ofChain(({ runtimeBytecode }) => ({
      runtimeBytecode: flipByte(runtimeBytecode, 30),
    })),
    "chain: no code any more": ofChain(() => ({ runtimeBytecode: "0x" })),
  });
});
