import path from "node:path";
import { assert } from "chai";
import { temporaryFolder } from "../helpers/build-files.ts";
import { comparable, recordPipeline, replayed } from "../helpers/evidence/record-pipeline.ts";
import { outcomeTable } from "../helpers/pipeline/outcome-table.ts";

describe("evidence - a replay", () => {
  for (const [what, [setting, expected]] of Object.entries(outcomeTable())) {
    it(`reproduces the report of ${what}`, async () => {
      await using folder = await temporaryFolder();
      const file = path.join(folder.path, "run.evidence.gz");
      const recorded = await recordPipeline(setting, file);
      assert.equal(recorded.contracts[0]?.outcome, expected.outcome);
      const { report } = await replayed(file);
      assert.deepEqual(comparable(report), comparable(recorded));
    });
  }
});
