import { assert } from "chai";
import { findFleet } from "../../src/internal/deployments/find-deployments.ts";
import { type Folder, folderForEach } from "../helpers/build-files.ts";
import { broadcastOf, HASH } from "../helpers/deployments/broadcast.ts";
import { projectAt } from "../helpers/deployments/fixtures.ts";
import { ADDRESS } from "../helpers/services/quick.ts";
import { thrownBy } from "../helpers/thrown.ts";

const RECORD = { address: ADDRESS, abi: [], transactionHash: HASH };

async function find(folder: Folder, ...names: readonly string[]) {
  const project = await projectAt(folder.path);
  const { chains, others } = await findFleet(names, project, folder.path);
  return {
    chains: chains.map(({ chainId, deployments }) => [
      chainId,
      deployments.flatMap(({ contracts }) => contracts.map(({ name }) => name)),
    ]),
    skipped: others.flatMap(({ passedOver }) => passedOver.map(({ name }) => name)),
  };
}

async function ofHardhatDeploy(folder: Folder, network: string, chainId: string): Promise<void> {
  await folder.write(`deployments/${network}/.chainId`, chainId);
  await folder.write(`deployments/${network}/Vault${chainId}.json`, RECORD);
}

describe("deployments - on all chains", () => {
  const folder = folderForEach();

  it("should find the records of every tool in a project, by chain", async () => {
    await ofHardhatDeploy(folder, "base", "8453");
    await ofHardhatDeploy(folder, "hedera", "295");
    const sent = broadcastOf(ADDRESS, { chain: 295, timestamp: 1, name: "Box" });
    await folder.write("broadcast/Deploy.s.sol/295/run-latest.json", sent);
    assert.deepEqual((await find(folder)).chains, [
      [295, ["Vault295", "Box"]],
      [8453, ["Vault8453"]],
    ]);
  });

  it("should skip a record that doesn't state its chain, and reject it if it is named", async () => {
    await ofHardhatDeploy(folder, "base", "8453");
    await folder.write("deployments/old/Vault.json", RECORD);
    const { chains, skipped } = await find(folder);
    assert.deepEqual(chains, [[8453, ["Vault8453"]]]);
    assert.deepEqual(skipped, ["old"]);
    assert.equal((await thrownBy(() => find(folder, "old"))).code, "VC704");
  });

  it("should apply a manifest's chain to records that don't state their own", async () => {
    await folder.write("deployments/old/Vault.json", RECORD);
    await folder.write("fleet.json", {
      schema: "verify-contract-deployments/1",
      chainId: 295,
      deployments: ["old"],
      contracts: [{ address: ADDRESS, name: "by hand" }],
    });
    assert.deepEqual((await find(folder, "fleet.json")).chains, [[295, ["by hand", "Vault"]]]);
  });

  it("should reject a broken record on any chain, because it may hide a contract", async () => {
    await ofHardhatDeploy(folder, "base", "8453");
    await folder.write("deployments/hedera/.chainId", "295");
    await folder.write("deployments/hedera/Vault.json", { ...RECORD, address: "0x12" });
    assert.equal((await thrownBy(() => find(folder))).code, "VC704");
  });
});
