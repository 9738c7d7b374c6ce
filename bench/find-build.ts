// npm run bench:build [-- --contracts 100]
//
// Verifies one contract among many, without --contract, side by side with @nomicfoundation/hardhat-verify, against the
// same local verification service. Whole processes are measured: wall time, and the memory of the largest process.
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";

import { startLocalServices } from "../src/local.ts";
import { deploy } from "./support/deploy.ts";
import { generateContracts } from "./support/generate-contracts.ts";
import { type Measured, measure, startNode } from "./support/hardhat.ts";

const { values } = parseArgs({ options: { contracts: { type: "string", default: "100" } } });
const count = Number(values.contracts);

const project = await mkdtemp(path.join(tmpdir(), "bench-find-build-"));
await mkdir(path.join(project, "contracts"));
await symlink(path.resolve("node_modules"), path.join(project, "node_modules"));
await writeFile(path.join(project, "package.json"), JSON.stringify({ type: "module", private: true }));
for (const { file, source } of generateContracts(count))
  await writeFile(path.join(project, "contracts", file), source);

await using node = await startNode(project);
await using services = await startLocalServices({ chain: { rpcUrl: node.url } });
await writeFile(
  path.join(project, "hardhat.config.ts"),
  `import { createRequire } from "node:module";
import peer from "@nomicfoundation/hardhat-verify";
import { defineConfig } from "hardhat/config";
import ours from "hardhat-verify-contract";

export default defineConfig({
  plugins: [peer, ours],
  solidity: { version: "0.8.28", path: createRequire(import.meta.url).resolve("solc/soljson.js") },
  networks: { localhost: { type: "http", url: ${JSON.stringify(node.url)} } },
  verify: { sourcify: { apiUrl: ${JSON.stringify(services.verification.url)} } },
  verifyContract: { verification: { url: ${JSON.stringify(services.verification.url)} } },
});
`,
);

try {
  console.log(`Compiling ${count} contracts`);
  // The profile that the peer compares with, so that it doesn't send a second time.
  await expectSuccess(measure(project, ["build", "--no-tests", "--build-profile", "production"]));
  // The last one is the worst case for a search from the front.
  const [forPeer, forOurs] = [
    await deploy(node.url, project, count - 2),
    await deploy(node.url, project, count - 1),
  ];
  const peer = await expectSuccess(
    measure(project, ["verify", "sourcify", forPeer.address, "--network", "localhost"]),
  );
  console.log(`hardhat-verify            ${describe(peer)}`);
  const ours = await expectSuccess(
    measure(project, ["verify-contract", forOurs.address, "--network", "localhost"]),
  );
  console.log(`hardhat-verify-contract   ${describe(ours)}`);
  console.log(
    JSON.stringify({
      bench: "find-build",
      contracts: count,
      peer: { seconds: round(peer.seconds), peakMb: peer.peakMb },
      ours: { seconds: round(ours.seconds), peakMb: ours.peakMb },
      timeRatio: round(peer.seconds / ours.seconds),
      memoryRatio: round(peer.peakMb / ours.peakMb),
    }),
  );
} finally {
  await rm(project, { recursive: true, force: true });
}

async function expectSuccess(run: Promise<Measured>): Promise<Measured> {
  const measured = await run;
  if (measured.exitCode !== 0) throw new Error(`exit code ${measured.exitCode}\n${measured.output}`);
  return measured;
}

function describe({ seconds, peakMb }: Measured): string {
  return `${seconds.toFixed(2).padStart(8)} s ${String(peakMb).padStart(6)} MB`;
}

function round(value: number): number {
  return Number(value.toFixed(2));
}
