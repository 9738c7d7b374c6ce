import { mkdirSync } from "node:fs";
import { symlink } from "node:fs/promises";
import { assert } from "chai";
import { findDeployments } from "../../src/internal/deployments/find-deployments.ts";
import { planTargets } from "../../src/internal/deployments/plan-targets.ts";
import { folderForEach } from "../helpers/build-files.ts";
import { broadcastOf, HASH } from "../helpers/deployments/broadcast.ts";
import { projectAt } from "../helpers/deployments/fixtures.ts";
import { factOf, thrownBy } from "../helpers/thrown.ts";

const CHAIN_ID = 296;
const addressOf = (index: number): string => `0x${(index + 1).toString(16).padStart(40, "0")}`;
const contract = (index: number) => ({ address: addressOf(index), abi: [], transactionHash: HASH });

describe("deployments - nothing disappears", () => {
  const folder = folderForEach();
  beforeEach(async () => {
    await folder.write("hardhat.config.ts", "");
    // Gives a run over the project something to verify besides the missing contract.
    await folder.write(
      "ignition/deployments/mine/journal.jsonl",
      `{"type":"DEPLOYMENT_INITIALIZE","chainId":${CHAIN_ID}}\n`,
    );
    await folder.write("ignition/deployments/mine/deployed_addresses.json", { "M#V": addressOf(9_999_999) });
    await folder.write("deployments/testnet/.chainId", String(CHAIN_ID));
    await folder.write("deployments/testnet/A.json", contract(0));
  });

  const find = async () => findDeployments([], CHAIN_ID, await projectAt(folder.path), folder.path);
  const namesOf = async (): Promise<readonly string[]> =>
    planTargets(await find()).flatMap(({ origins }) => origins.map(({ name }) => name));

  it("should follow links to records and to folders with records", async () => {
    await folder.write("elsewhere/B.json", contract(1));
    await symlink(`${folder.path}/elsewhere/B.json`, `${folder.path}/deployments/testnet/B.json`);
    await folder.write("elsewhere/other/.chainId", String(CHAIN_ID));
    await folder.write("elsewhere/other/C.json", contract(2));
    await symlink(`${folder.path}/elsewhere/other`, `${folder.path}/deployments/other`);
    assert.sameMembers([...(await namesOf())], ["M#V", "A", "B", "C"]);
  });

  it("should fail if a link to a record is broken", async () => {
    await symlink(`${folder.path}/nowhere.json`, `${folder.path}/deployments/testnet/B.json`);
    assert.equal((await thrownBy(() => find())).code, "VC704");
  });

  it("should find deployments below a folder with a stray record", async () => {
    await folder.write("deployments/Stray.json", contract(3));
    assert.sameMembers([...(await namesOf())], ["M#V", "A"]);
    const found = await find();
    assert.isTrue(found.some(({ passedOver }) => passedOver.some(({ name }) => name === "deployments")));
  });

  it("should fail if the chain ID file is invalid", async () => {
    for (const content of ["", "296x", "\u0000"]) {
      await folder.write("deployments/testnet/.chainId", content);
      const error = await thrownBy(() => find());
      assert.equal(error.code, "VC704");
      assert.equal(factOf(error, "Record"), ".chainId");
    }
  });

  it("should fail if a folder contains more subfolders than the limit", async () => {
    for (let index = 0; index < 5000; index++) mkdirSync(`${folder.path}/deployments/network${index}`);
    const error = await thrownBy(() => find());
    assert.equal(error.code, "VC704");
    assert.include(factOf(error, "Reason"), "more than 5000 folders");
  });

  it("should reject a broadcast on another chain than its folder's, and use the folder's if it states none", async () => {
    await folder.write(`broadcast/One.s.sol/${CHAIN_ID}/run-latest.json`, broadcastOf(addressOf(7)));
    assert.include(await namesOf(), "V");
    const ofAnother = broadcastOf(addressOf(7), { chain: 295 });
    await folder.write(`broadcast/One.s.sol/${CHAIN_ID}/run-latest.json`, ofAnother);
    assert.equal((await thrownBy(() => find())).code, "VC704");
  });

  it("should fail if a broadcast's transaction is invalid or of an unknown type", async () => {
    for (const odd of [null, "x", { transactionType: "create", contractAddress: addressOf(8), hash: HASH }]) {
      const { transactions, ...good } = broadcastOf(addressOf(9), { chain: CHAIN_ID });
      await folder.write(`broadcast/One.s.sol/${CHAIN_ID}/run-latest.json`, {
        ...good,
        transactions: [...transactions, odd],
      });
      assert.equal((await thrownBy(() => find())).code, "VC704");
    }
  });
});
