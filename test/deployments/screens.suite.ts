import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { assert } from "chai";
import { recordedFacts } from "../helpers/deployments/expected.ts";
import { neverEnding } from "../helpers/deployments/never-ending.ts";
import { type Stage, stageOf } from "../helpers/deployments/stage.ts";
import { HARDHAT, TEST_CONFIG } from "../helpers/project.ts";

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

/** True if util-linux's `script` is available, which runs a command on its own terminal. */
const HAS_TERMINAL = spawnSync("script", ["--version"]).stdout?.includes("util-linux") === true;

/** Starts `npx hardhat verify-contract deployments` on a terminal. The child's stdin provides the key presses. */
function startOnTerminal({ project, world }: Stage, env: Readonly<Record<string, string>>) {
  const { NO_COLOR: _, CI: __, FORCE_COLOR: ___, ...surroundings } = process.env;
  const words = [process.execPath, HARDHAT, "--config", TEST_CONFIG, "--network", "localhost"];
  const command = [...words, "verify-contract", "deployments"].map((word) => `'${word}'`).join(" ");
  // `exec` replaces the shell, which Ctrl-C would otherwise end too.
  const onTerminal = `stty cols 80 rows 24; exec ${command}`;
  const child = spawn("script", ["--quiet", "--return", "--command", onTerminal, "/dev/null"], {
    cwd: project.root,
    stdio: ["pipe", "pipe", "inherit"],
    env: {
      ...surroundings,
      TERM: "xterm-256color",
      RPC_URL: world.chain.rpcUrl,
      TEST_VERIFY_CONTRACT: JSON.stringify(world.config),
      ...env,
    },
  });
  let shown = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    shown += text;
  });
  const ended = once(child, "close").then(([exitCode]) => ({
    exitCode: exitCode as number | null,
    shown: shown.replaceAll("\r\n", "\n"),
  }));
  return { child, ended };
}
