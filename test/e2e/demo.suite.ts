import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { assert } from "chai";

const CHECKOUT = fileURLToPath(new URL("../../", import.meta.url));

/** The demo's statements about each contract, whichever host ran it. */
async function story(host: string): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, ["demo/demo.ts", "--host", host], {
    cwd: CHECKOUT,
    env: { ...process.env, NO_COLOR: "1" },
  });
  const lines = stdout.split("\n").map((line) => line.trim());
  const shown = lines.filter((line) => /^(✔ Verified|✖ |VC\d|✔ \d|✔ \w+ +0x|Match {7})/.test(line));
  return [
    ...lines.filter((line) => /^\w+: /.test(line) && !/^(Chain|Link|Docs|Evidence|Build): /.test(line)),
    ...shown.map((line) => line.replace(/0x\w{40}|[\d.]+ m?s$|(?<= on )(localhost|http:).*$/g, "…")),
  ];
}

describe("e2e - the demo on each host", () => {
  it("should tell the same story", async () => {
    const [first = [], ...others] = await Promise.all(["hardhat3", "cli", "hardhat2"].map(story));
    assert.include(first, "Match       exact match of creation and runtime code");
    assert.include(first, "✔ 4 contracts: 1 already verified, 3 verified.");
    for (const other of others) assert.deepEqual(other, first);
  });
});
