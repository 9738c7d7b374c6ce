import type { ChildProcess } from "node:child_process";
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { assert } from "chai";
import { type TemporaryFolder, temporaryFolder } from "../helpers/build-files.ts";
import { silentServer } from "../helpers/commands/silent-server.ts";
import { heldFor } from "../helpers/held-for.ts";
import { HARDHAT } from "../helpers/project.ts";
import { type RunningProcess, startNode } from "../helpers/running-process.ts";

const NODE_MODULES = fileURLToPath(new URL("../../node_modules", import.meta.url));
const ADDRESS = "0x000000000000000000000000000000000000dEaD";
/** Milliseconds. The socket to the node would keep the process alive for 300 s. */
const SOON = 50_000;

describe("hardhat - a node that accepts and never answers", () => {
  const node = heldFor(() => silentServer());
  const folder = heldFor(() => project(node.url));
  const children: ChildProcess[] = [];

  after(async () => {
    for (const child of children) child.kill("SIGKILL");
  });

  it("should end soon after the deadline, with the whole report and its exit code", async () => {
    const startedAt = performance.now();
    const { ended } = hardhat("verify-contract", ADDRESS, "--timeout", "2", "--json");
    const { exitCode, stdout } = await ended;
    assert.isBelow(performance.now() - startedAt, SOON);
    assert.equal(exitCode, 3);
    const report = JSON.parse(stdout) as { contracts: { error: { code: string } }[] };
    assert.equal(report.contracts[0]?.error.code, "VC302");
  });

  it("should not end the process of a script that runs for longer", async () => {
    const script = `
      import hre from "hardhat";
      await hre.tasks.getTask("verify-contract").run({ target: "${ADDRESS}", timeout: "0.5" });
      await new Promise((resolve) => setTimeout(resolve, 2_500));
      console.log("went on");
      process.exit(0);
    `;
    await folder.write("script.ts", script);
    const { stdout, stderr } = await hardhat("run", "script.ts", "--no-compile").ended;
    assert.include(stdout, "VC302");
    assert.include(stdout, "went on", stderr);
  });

  it("should stop serve while it starts", async () => {
    const asked = node.asked();
    const { child, ended } = hardhat("verify-contract", "serve", "--verification-port", "0");
    await asked;
    const stoppedAt = performance.now();
    child.kill("SIGTERM");
    const { exitCode, stdout } = await ended;
    assert.isBelow(performance.now() - stoppedAt, SOON);
    assert.equal(exitCode, 0);
    assert.include(stdout, "Stopped.");
  });

  function hardhat(...args: readonly string[]): RunningProcess {
    const env = { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined };
    const run = startNode([HARDHAT, "--network", "localhost", ...args], folder.path, env);
    children.push(run.child);
    return run;
  }
});

async function project(nodeUrl: string): Promise<TemporaryFolder> {
  const folder = await temporaryFolder();
  await folder.write("package.json", { type: "module" });
  await symlink(NODE_MODULES, join(folder.path, "node_modules"), "junction");
  await folder.write(
    "hardhat.config.ts",
    `import plugin from "hardhat-verify-contract";
export default {
  plugins: [plugin],
  networks: { localhost: { type: "http", url: "${nodeUrl}" } },
  verifyContract: { verification: { url: "http://127.0.0.1:9" } },
};
`,
  );
  return folder;
}
