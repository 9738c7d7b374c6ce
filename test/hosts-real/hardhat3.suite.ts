import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { assert } from "chai";
import { assertOnePace, paceOfHardhat3 } from "../helpers/package/one-pace.ts";
import { binOf, startNode } from "./host.ts";
import { GUESTS, theStage } from "./stage.ts";

describe("hosts - Hardhat 3", () => {
  it("should name the right entry point when Hardhat 2's was loaded", async () => {
    const stage = await theStage();
    const root = stage.foundry.hosts.find(({ host }) => host.name === "hardhat3")?.host.root ?? "";
    const file = join(root, "wrong.config.ts");
    const config = readFileSync(join(GUESTS, "hardhat3", "hardhat.config.ts"), "utf8");
    writeFileSync(file, config.replace('"hardhat-verify-contract"', '"hardhat-verify-contract/hardhat2"'));
    const line = [binOf(root, "hardhat", "hardhat"), "--config", file, "--help"];
    const { exitCode, stdout, stderr } = await startNode(line, root).ended;
    assert.equal(exitCode, 1, stdout);
    assert.include(stdout + stderr, 'import hardhatVerifyContract from "hardhat-verify-contract"');
  });

  it("should share one request rate per host between imports and tasks of a process", async () => {
    const stage = await theStage();
    const root = stage.foundry.hosts.find(({ host }) => host.name === "hardhat3")?.host.root ?? "";
    await assertOnePace(paceOfHardhat3(root));
  });
});
