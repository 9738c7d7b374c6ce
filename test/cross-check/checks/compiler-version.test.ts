import { itFails, ofRecord } from "../../helpers/cross-check/changed-field.ts";
import { set } from "../../helpers/cross-check/one-check.ts";

describe("cross-check - compiler-version, a single changed field", () => {
  itFails("compiler-version", {
    "metadata.compiler.version": ofRecord(set("metadata.compiler.version", "0.8.27+commit.40a35a09")),
    "compilation.compilerVersion": ofRecord(set("compilation.compilerVersion", "0.8.28")),
  });
});
