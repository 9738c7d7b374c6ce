import { once } from "node:events";

import { assert } from "chai";

import { recordedFacts } from "../helpers/deployments/expected.ts";
import { neverEnding } from "../helpers/deployments/never-ending.ts";
import { stageOf } from "../helpers/deployments/stage.ts";
import { HAS_TERMINAL, startOnTerminal } from "../helpers/terminal.ts";

const NAME = "foundry-libraries";

const ESCAPE = "\u001b[";
const GREEN = `${ESCAPE}32m`;

describe("deployments - the screen of a terminal", () => {
  before(function () {
    if (!HAS_TERMINAL) this.skip();
  });

  it("should show a list that is updated in place", async () => {
    await using stage = await stageOf(NAME);
    const { exitCode, shown } = await startOnTerminal(stage, {}).ended;
    assert.equal(exitCode, 0, shown);
    assert.include(shown, GREEN);
    // The cursor goes up or to a column, or something is erased.
    assert.match(shown, new RegExp(`${ESCAPE.replace("[", "\\[")}\\d*[A-HJK]`));
    assert.match(shown, /1 contract: 1 verified/);
  });

  it("should exit with 3 on Ctrl-C, remove the list and say how to continue", async () => {
    await using stage = await stageOf(NAME);
    const [{ address } = assert.fail()] = recordedFacts(NAME);
    stage.world.verification.answer = neverEnding(address);
    const { child, ended } = startOnTerminal(stage, { NO_COLOR: "1" });
    while (stage.world.verification.submissions.length === 0) await once(child.stdout, "data");
    child.stdin.write("\u0003");
    const { exitCode, shown } = await ended;
    assert.equal(exitCode, 3, shown);
    assert.match(shown, /VC408/);
    assert.match(shown, /Try: npx hardhat verify-contract deployments --network localhost/);
  });
});
