import { flipByte } from "../../helpers/compile.ts";
import { itFails, ofQuery } from "../../helpers/cross-check/changed-field.ts";

describe("cross-check - runtime-code-query, a single changed field", () => {
  itFails("runtime-code-query", {
    "query service: runtime_bytecode, a byte": ofQuery(({ runtime_bytecode }) => ({
      runtime_bytecode: flipByte(runtime_bytecode ?? "", 30),
    })),
    "query service: runtime_bytecode, cut short": ofQuery(({ runtime_bytecode }) => ({
      runtime_bytecode: (runtime_bytecode ?? "").slice(0, -2),
    })),
  });
});
