import { assert } from "chai";
import { checkWithoutBuild, record } from "../helpers/pipeline/world.ts";
import { text } from "../helpers/services/fault-server.ts";

describe("pipeline - a record with names that every JavaScript object has", () => {
  it("should be invalid because of a key that JSON readers drop", async () => {
    const body = JSON.stringify(record()).replace('"sources":{', '"sources":{"__proto__":{"content":""},');
    const { report, exitCode } = await checkWithoutBuild({ script: { record: [text(200, body)] } });
    assert.deepEqual([report.outcome, report.error?.code, exitCode], ["check-failed", "VC417", 1]);
  });
});
