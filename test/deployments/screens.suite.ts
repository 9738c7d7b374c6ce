import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { assert } from "chai";
import { type Stage, stageOf } from "../helpers/deployments/stage.ts";
import { HARDHAT, TEST_CONFIG } from "../helpers/project.ts";

const ESCAPE = "\u001b[";
const GREEN = `${ESCAPE}32m`;

describe("deployments - the screen of a terminal", () => {
  before(function () {
    if (!HAS_TERMINAL) this.skip();
  });

  it("should show a list that is updated in place", async () => {
    await using stage = await stageOf("foundry-libraries");
    const { exitCode, shown } = await runOnTerminal(stage);
    assert.equal(exitCode, 0, shown);
    assert.include(shown, GREEN);
    // The cursor goes up or to a column, or something is erased.
    assert.match(shown, new RegExp(`${ESCAPE.replace("[", "\\[")}\\d*[A-HJK]`));
    assert.match(shown, /1 contract: 1 verified/);
  });
});

/** True if util-linux's `script` is available, which runs a command on its own terminal. */
const HAS_TERMINAL = spawnSync("script", ["--version"]).stdout?.includes("util-linux") === true;

/** Runs `npx hardhat verify-contract deployments` on a terminal. */
async function runOnTerminal({ project, world }: Stage) {
  const { NO_COLOR: _, CI: __, FORCE_COLOR: ___, ...surroundings } = process.env;
  const words = [process.execPath, HARDHAT, "--config", TEST_CONFIG, "--network", "localhost"];
  const command = [...words, "verify-contract", "deployments"].map((word) => `'${word}'`).join(" ");
  const onTerminal = `stty cols 80 rows 24; ${command}`;
  const child = spawn("script", ["--quiet", "--return", "--command", onTerminal, "/dev/null"], {
    cwd: project.root,
    stdio: ["pipe", "pipe", "inherit"],
    env: {
      ...surroundings,
      TERM: "xterm-256color",
      RPC_URL: world.chain.rpcUrl,
      TEST_VERIFY_CONTRACT: JSON.stringify(world.config),
    },
  });
  let shown = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    shown += text;
  });
  const [exitCode] = await once(child, "close");
  return { exitCode: exitCode as number | null, shown };
}
