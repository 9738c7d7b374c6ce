import { assert } from "chai";
import { flipByte } from "../../helpers/compile.ts";
import { itFails, ofRecord } from "../../helpers/cross-check/changed-field.ts";
import { set, statusOf, withBody } from "../../helpers/cross-check/one-check.ts";
import { creation, itIsUnknown, runtime } from "../../helpers/cross-check/replayed.ts";

describe("cross-check - recompiled-code", () => {
  it("lets a failure of one side outweigh what is missing of the other", () => {
    const evidence = withBody("plain", (body) => {
      body.runtimeBytecode.recompiledBytecode = null;
      body.creationBytecode.recompiledBytecode = flipByte(body.creationBytecode.recompiledBytecode, 30);
    });
    assert.equal(statusOf("recompiled-code", evidence), "failed");
  });

  itIsUnknown("recompiled-code", [
    ["recompiled runtime code, to compare", "immutables", runtime(set("recompiledBytecode", null))],
    ["recompiled creation code, to compare", "immutables", creation(set("recompiledBytecode", null))],
  ]);
});

describe("cross-check - recompiled-code, a single changed field", () => {
  itFails("recompiled-code", {
    "runtimeBytecode.recompiledBytecode, a byte of code": ofRecord(
      set("runtimeBytecode.recompiledBytecode", (old) => flipByte(old, 30)),
    ),
  });
});
