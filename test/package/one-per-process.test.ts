import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { assert } from "chai";
import { json, serve } from "../helpers/services/fault-server.ts";

const ADDRESS = "0x000000000000000000000000000000000000dEaD";
const PAUSE_S = 3;

describe("package - what is one in a process", () => {
  let root: string;

  before(() => {
    root = mkdtempSync(join(tmpdir(), "verify-contract-one-"));
    symlinkSync(resolve("node_modules"), join(root, "node_modules"), "junction");
    writeFileSync(join(root, "package.json"), '{ "type": "module" }');
  });
  after(() => rmSync(root, { recursive: true }));

  it("should keep one pace of a host for what is imported and for a task", async function () {
    this.timeout(90_000);
    const answeredAt: number[] = [];
    const askedAt: number[] = [];
    const limited = json(429, {}, { "retry-after": String(PAUSE_S) });
    const refused = json(200, { jsonrpc: "2.0", id: 1, error: { code: -32601, message: "not here" } });
    await using node = await serve((request, response) => {
      askedAt.push(performance.now());
      (answeredAt.length === 0 ? limited : refused)(request, response);
      answeredAt.push(performance.now());
    });
    writeFileSync(
      join(root, "hardhat.config.ts"),
      `import plugin from "hardhat-verify-contract";

export default {
  plugins: [plugin],
  networks: { remote: { type: "http", url: "${node.url}" } },
  verifyContract: { verification: { url: "http://127.0.0.1:9" } },
};
`,
    );
    writeFileSync(
      join(root, "both.ts"),
      `import hre from "hardhat";
import { verifyContract } from "hardhat-verify-contract/verify";

const target = "${ADDRESS}";
const { promise: told, resolve: tell } = Promise.withResolvers<void>();
const onProgress = ({ type }: { type: string }) => type === "retrying" && tell();
const imported = verifyContract({ address: target, onProgress }, hre);
await told;
const task = hre.tasks.getTask("verify-contract").run({ target });
const [report] = await Promise.all([imported, task]);
console.log(JSON.stringify(report.contracts.map(({ error }) => error?.code)));
process.exit(0);
`,
    );
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        join("node_modules", "hardhat", "dist", "src", "cli.js"),
        ...["run", "both.ts", "--no-compile", "--network", "remote"],
      ],
      { cwd: root, encoding: "utf8" },
    );
    assert.include(stdout, '["VC302"]');
    // One of each; the first of them comes again after the pause.
    assert.lengthOf(askedAt, 3);
    for (const at of askedAt.slice(1)) assert.isAtLeast(at - (answeredAt[0] ?? 0), PAUSE_S * 1000 - 50);
  });
});
