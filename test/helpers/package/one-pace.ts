import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { assert } from "chai";
import { json, serve } from "../services/fault-server.ts";

const ADDRESS = "0x000000000000000000000000000000000000dEaD";
const PAUSE_S = 3;

interface PaceProject {
  readonly root: string;
  readonly hardhat: string;
  readonly config: { readonly file: string; readonly text: (nodeUrl: string) => string };
  readonly script: { readonly file: string; readonly text: (address: string) => string };
}

export function paceOfHardhat3(root: string): PaceProject {
  return {
    root,
    hardhat: join(root, "node_modules", "hardhat", "dist", "src", "cli.js"),
    config: {
      file: "pace.config.ts",
      text: (url) => `import plugin from "hardhat-verify-contract";

export default {
  plugins: [plugin],
  networks: { remote: { type: "http", url: "${url}" } },
  verifyContract: { verification: { url: "http://127.0.0.1:9" } },
};
`,
    },
    script: {
      file: "both.ts",
      text: (address) => `import hre from "hardhat";
import { verifyContract } from "hardhat-verify-contract/verify";

const target = "${address}";
const { promise: told, resolve: tell } = Promise.withResolvers<void>();
const onProgress = ({ type }: { type: string }) => type === "retrying" && tell();
const imported = verifyContract({ address: target, onProgress }, hre);
await told;
const task = hre.tasks.getTask("verify-contract").run({ target });
const [report] = await Promise.all([imported, task]);
console.log(JSON.stringify(report.contracts.map(({ error }) => error?.code)));
process.exit(0);
`,
    },
  };
}

export function paceOfHardhat2(root: string): PaceProject {
  return {
    root,
    hardhat: join(root, "node_modules", "hardhat", "internal", "cli", "bootstrap.js"),
    config: {
      file: "pace.config.js",
      text: (url) => `require("hardhat-verify-contract/hardhat2");

module.exports = {
  solidity: "0.8.28",
  networks: { remote: { url: "${url}" } },
  verifyContract: { verification: { url: "http://127.0.0.1:9" } },
};
`,
    },
    script: {
      file: "both.cjs",
      text: (address) => `const hre = require("hardhat");

const address = "${address}";
(async () => {
  const { verifyContract } = await import("hardhat-verify-contract/verify");
  const { promise: told, resolve: tell } = Promise.withResolvers();
  const onProgress = ({ type }) => type === "retrying" && tell();
  const imported = verifyContract({ address, onProgress }, hre);
  await told;
  const [report] = await Promise.all([imported, hre.run("verify-contract", { address })]);
  console.log(JSON.stringify(report.contracts.map(({ error }) => error?.code)));
  process.exit(0);
})();
`,
    },
  };
}

/** Asserts that a node's 429 to the imported API also pauses the task. */
export async function assertOnePace({ root, hardhat, config, script }: PaceProject): Promise<void> {
  const answeredAt: number[] = [];
  const askedAt: number[] = [];
  const limited = json(429, {}, { "retry-after": String(PAUSE_S) });
  const refused = json(200, { jsonrpc: "2.0", id: 1, error: { code: -32601, message: "not here" } });
  await using node = await serve((request, response) => {
    askedAt.push(performance.now());
    (answeredAt.length === 0 ? limited : refused)(request, response);
    answeredAt.push(performance.now());
  });
  writeFileSync(join(root, config.file), config.text(node.url));
  writeFileSync(join(root, script.file), script.text(ADDRESS));
  const words = ["--config", config.file, "--network", "remote", "run", "--no-compile", script.file];
  const { stdout } = await promisify(execFile)(process.execPath, [hardhat, ...words], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, HARDHAT_DISABLE_TELEMETRY_PROMPT: "true" },
  });
  assert.include(stdout, '["VC302"]');
  // The API and the task each send one request, and the API's is retried after the pause.
  assert.lengthOf(askedAt, 3);
  for (const at of askedAt.slice(1)) assert.isAtLeast(at - (answeredAt[0] ?? 0), PAUSE_S * 1000 - 50);
}
