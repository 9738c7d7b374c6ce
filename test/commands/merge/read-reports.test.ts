import { assert } from "chai";

import { readReports } from "../../../src/internal/commands/merge/read-reports.ts";
import { HARDHAT_WORDS } from "../../../src/internal/hosts/hardhat3/words.ts";
import { temporaryFolder } from "../../helpers/build-files.ts";
import { factOf, thrownBy } from "../../helpers/thrown.ts";

describe("merging - the reports that are named", () => {
  it("should be some: VC115", async () => {
    const error = await thrownBy(() => readReports([]));
    assert.equal(error.code, "VC115");
    assert.match(error.message, /merge needs reports/);
  });

  it("should be there, or the one that was meant is named: VC707", async () => {
    await using folder = await temporaryFolder();
    const file = await folder.write("reports/1.json", "{}");
    for (const [mistyped, meant] of [
      [`${folder.path}/reprts`, `${folder.path}/reports`],
      [`${folder.path}/reports/1.jsn`, file],
      [`${folder.path}/elsewhere`, undefined],
    ] as const) {
      const error = await thrownBy(() => readReports([mistyped]));
      assert.equal(error.code, "VC707");
      assert.equal(factOf(error, "Reason"), "there is no such file or folder");
      const line = { subcommand: "merge", targets: [mistyped], options: [], globals: [] };
      const { next } = error.for({ words: HARDHAT_WORDS, line }).problem;
      assert.equal(
        next,
        meant === undefined
          ? "name reports that --report json=… wrote"
          : `npx hardhat verify-contract merge ${meant}`,
      );
    }
  });
});
