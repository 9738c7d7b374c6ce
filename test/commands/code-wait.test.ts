import { utimes } from "node:fs/promises";
import { assert } from "chai";
import { resolveProjectPaths } from "../../src/internal/builds/project/project-paths.ts";
import { determineCodeWait } from "../../src/internal/commands/code-wait.ts";
import type { OpenChain, RunChain, RunParts } from "../../src/internal/commands/run-parts.ts";
import { type TemporaryFolder, temporaryFolder } from "../helpers/build-files.ts";

const CHAIN_ID = 11155111;
const ADDRESS = `0x${"4".repeat(40)}`;
const RECORD = "deployments/testnet/Counter.json";

/** A record of hardhat-deploy, written some time ago. */
async function recorded(folder: TemporaryFolder, ageMs: number, chainId = CHAIN_ID): Promise<void> {
  await folder.write("deployments/testnet/.chainId", String(chainId));
  await folder.write(RECORD, { address: ADDRESS, abi: [], transactionHash: `0x${"1".repeat(64)}` });
  const writtenAt = new Date(Date.now() - ageMs);
  for (const file of [".chainId", "Counter.json"])
    await utimes(`${folder.path}/deployments/testnet/${file}`, writtenAt, writtenAt);
}

async function waitOf(folder: TemporaryFolder, config: Partial<OpenChain["config"]> = {}, waitMs?: number) {
  const project = await resolveProjectPaths({ root: folder.path, artifacts: `${folder.path}/artifacts` });
  const node = { config: { codeWaitMs: 3000, appearAttempts: 8, ...config } } as OpenChain;
  const chain: RunChain = { networkName: "testnet", chainId: CHAIN_ID, node, deployments: [] };
  const valid = { waitMs } as RunParts["valid"];
  return (await determineCodeWait(chain, node, { valid, project })).allMs;
}

describe("commands - the wait for missing code", () => {
  it("should be short unless a deployment record of the chain is younger than a minute", async () => {
    await using folder = await temporaryFolder();
    assert.equal(await waitOf(folder), 3000);
    for (const [ageMs, chainId, waitMs] of [
      [61_000, CHAIN_ID, 3000],
      [1000, CHAIN_ID, 16_750],
      [1000, 1, 3000],
    ] as const) {
      await recorded(folder, ageMs, chainId);
      assert.equal(await waitOf(folder), waitMs);
    }
  });

  it("should follow the option or the configuration, whatever the records", async () => {
    await using folder = await temporaryFolder();
    await recorded(folder, 1000);
    assert.equal(await waitOf(folder, {}, 60_000), 60_000);
    assert.equal(await waitOf(folder, {}, 0), 0);
    assert.equal(await waitOf(folder, { appearAttempts: 2, codeWaitMs: 1000 }), 1000);
  });
});
