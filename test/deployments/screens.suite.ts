import { once } from "node:events";

import { assert } from "chai";

import { recordedFacts } from "../helpers/deployments/expected.ts";
import { neverEnding } from "../helpers/deployments/never-ending.ts";
import { type Stage, stageOf } from "../helpers/deployments/stage.ts";
import { HAS_TERMINAL, startOnTerminal } from "../helpers/terminal.ts";

const NAME = "foundry-libraries";

const ESCAPE = "\u001b[";
const GREEN = `${ESCAPE}32m`;

describe("deployments - what a screen gets", () => {
  let stage: Stage;
  before(async () => {
    stage = await stageOf(NAME);
  });
  after(() => stage[Symbol.asyncDispose]());

  describe("that is a terminal", () => {
    before(function () {
      if (!HAS_TERMINAL) this.skip();
    });

    it("should have a list that is written anew", async () => {
      const shown = await onTerminal({});
      assert.include(shown, GREEN);
      assert.match(shown, moves);
      assert.match(shown, /1 contract: 1 (?:already )?verified/);
    });
  });

  describe("that is a terminal on which somebody stops the run", () => {
    before(function () {
      if (!HAS_TERMINAL) this.skip();
    });

    it("should end with 3 at Ctrl-C, take the list away and say how to go on", async () => {
      await using other = await stageOf(NAME);
      const [{ address } = assert.fail()] = recordedFacts(NAME);
      other.world.verification.answer = neverEnding(address);
      const { child, ended } = startOnTerminal(other, { NO_COLOR: "1" });
      while (other.world.verification.submissions.length === 0) await once(child.stdout, "data");
      child.stdin.write("\u0003");
      const { exitCode, shown } = await ended;
      assert.equal(exitCode, 3, shown);
      assert.match(shown, /VC408/);
      assert.match(shown, /Try: npx hardhat verify-contract deployments --network localhost/);
    });
  });

  /** The cursor goes up or to a column, or something is erased. */
  const moves = new RegExp(`${ESCAPE.replace("[", "\\[")}\\d*[A-HJK]`);

  async function onTerminal(env: Readonly<Record<string, string>>, columns?: number): Promise<string> {
    const { exitCode, shown } = await startOnTerminal(stage, env, columns).ended;
    assert.equal(exitCode, 0, shown);
    return shown;
  }
});
