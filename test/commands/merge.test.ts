import { assert } from "chai";
import { readReports } from "../../src/internal/commands/merge.ts";
import { factOf, thrownBy } from "../helpers/thrown.ts";

describe("merging - the reports on the command line", () => {
  it("should not be empty, and exist", async () => {
    await thrownBy(() => readReports([]), "VC115");
    const error = await thrownBy(() => readReports(["/nowhere/reports"]));
    assert.deepEqual([error.code, factOf(error, "Reason")], ["VC707", "there is no such file or folder"]);
  });
});
