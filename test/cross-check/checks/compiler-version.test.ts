import { itFails, ofRecord } from "../../helpers/cross-check/changed-field.ts";

describe("cross-check - compiler-version, a single changed field", () => {
  itFails("compiler-version", {
    "metadata.compiler.version": ofRecord((body) => {
      body.metadata.compiler.version = "0.8.27+commit.40a35a09";
    }),
    "compilation.compilerVersion": ofRecord((body) => {
      body.compilation.compilerVersion = "0.8.28";
    }),
  });
});
