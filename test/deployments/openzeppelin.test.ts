import { mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { assert } from "chai";
import { findDeployments } from "../../src/internal/deployments/find-deployments.ts";
import { folderForEach } from "../helpers/build-files.ts";
import { projectAt } from "../helpers/deployments/fixtures.ts";
import { withoutVariables } from "../helpers/environment.ts";
import { factOf, thrownBy } from "../helpers/thrown.ts";

const PROXY = "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512";
const IMPLEMENTATION = "0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0";
const AGAIN = "0xCf7Ed3AccA5a467e9e704C703E8D87F634fB0Fc9";
const ADMIN = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const HASHES = [1, 2, 3].map((digit) => `0x${String(digit).repeat(64)}`);
const [OF_PROXY = "", OF_IMPLEMENTATION = "", OF_ADMIN = ""] = HASHES;
const SEPOLIA = 11155111;

const MANIFEST = {
  manifestVersion: "3.2",
  admin: { address: ADMIN, txHash: OF_ADMIN },
  proxies: [{ address: PROXY, txHash: OF_PROXY, kind: "transparent" }],
  impls: { a1: { address: IMPLEMENTATION, txHash: OF_IMPLEMENTATION, layout: {} } },
};

describe("deployments - an OpenZeppelin Upgrades manifest", () => {
  const folder = folderForEach();
  withoutVariables("MANIFEST_DEFAULT_DIR", "TMPDIR");

  const find = async (chainId: number, ...names: readonly string[]) =>
    findDeployments(names, chainId, await projectAt(folder.path), folder.path);
  const entriesOf = async (chainId: number, ...names: readonly string[]) =>
    (await find(chainId, ...names)).flatMap(({ contracts }) =>
      contracts.map(({ name, recorded }) => [name, recorded?.address, recorded?.transactionHashes]),
    );

  it("should name proxies by kind, implementations and the admin, with their transactions", async () => {
    await folder.write(".openzeppelin/sepolia.json", MANIFEST);
    assert.deepEqual(await entriesOf(SEPOLIA), [
      ["ProxyAdmin", ADMIN, [OF_ADMIN]],
      ["transparent proxy", PROXY, [OF_PROXY]],
      ["implementation", IMPLEMENTATION, [OF_IMPLEMENTATION]],
    ]);
  });

  it("should assign an implementation's transaction only to its first address", async () => {
    const entry = { ...MANIFEST.impls.a1, allAddresses: [IMPLEMENTATION, AGAIN] };
    await folder.write(".openzeppelin/unknown-296.json", { ...MANIFEST, proxies: [], impls: { a1: entry } });
    assert.deepEqual((await entriesOf(296)).slice(1), [
      ["implementation", IMPLEMENTATION, [OF_IMPLEMENTATION]],
      ["implementation", AGAIN, []],
    ]);
  });

  it("should not take a remote deployment's transaction for the creation", async () => {
    const proxies = [{ address: PROXY, txHash: OF_PROXY, kind: "uups", remoteDeploymentId: "d-1" }];
    await folder.write(".openzeppelin/unknown-296.json", { ...MANIFEST, proxies });
    const [deployment] = await find(296);
    const proxy = deployment?.contracts.find(({ name }) => name === "UUPS proxy");
    assert.deepEqual(proxy?.recorded, { address: PROXY, transactionHashes: [], remoteDeploymentId: "d-1" });
  });

  it("should get the chain from the file's name, and leave other chains' files alone", async () => {
    await folder.write(".openzeppelin/base.json", MANIFEST);
    await folder.write(".openzeppelin/mainnet.json", "{ broken");
    assert.lengthOf(await entriesOf(8453), 3);
    const error = await thrownBy(() => find(10));
    assert.equal(error.code, "VC701");
    assert.equal(factOf(error, "Chains found"), "1, 8453");
  });

  it("should be found in the folder set by MANIFEST_DEFAULT_DIR", async () => {
    process.env.MANIFEST_DEFAULT_DIR = "upgrades";
    await folder.write("upgrades/base.json", MANIFEST);
    assert.lengthOf(await entriesOf(8453), 3);
  });

  for (const [title, content, reason] of [
    ["truncated", '{ "manifestVersion": "3.2", "pro', /JSON/],
    ["from the OpenZeppelin CLI", { ...MANIFEST, manifestVersion: "2.2" }, /2\.2 is not supported/],
    ["written without implementations", { manifestVersion: "3.2", proxies: [] }, /no impls/],
    [
      "written with a wrong address",
      { ...MANIFEST, admin: { address: `${ADMIN.slice(0, -1)}4` } },
      /wrong checksum/,
    ],
  ] as const)
    it(`should be rejected if it is ${title}`, async () => {
      await folder.write(".openzeppelin/base.json", content);
      const error = await thrownBy(() => find(8453));
      assert.equal(error.code, "VC704");
      assert.match(factOf(error, "Reason") ?? "", reason);
    });

  it("should be skipped if a development node was restarted", async () => {
    await folder.write(".openzeppelin/unknown-31337.json", MANIFEST);
    const [deployment] = await find(31337);
    assert.isTrue(deployment?.contracts.every(({ whyGone }) => whyGone !== undefined));
    await folder.write(".openzeppelin/base.json", MANIFEST);
    const [ofBase] = await find(8453);
    assert.isTrue(ofBase?.contracts.every(({ whyGone }) => whyGone === undefined));
  });

  describe("for a development node", () => {
    const instanceId = "0x5af1";
    beforeEach(async () => {
      process.env.TMPDIR = path.join(folder.path, "tmp");
      await mkdir(path.join(tmpdir(), "openzeppelin-upgrades"), { recursive: true });
      await folder.write("node_modules/@openzeppelin/upgrades-core/package.json", {});
    });
    const keep = (name: string) =>
      writeFile(path.join(tmpdir(), "openzeppelin-upgrades", name), JSON.stringify(MANIFEST));
    /** The code of the refusal, and how often the node was asked for its instance. */
    const refusal = async () => {
      let asked = 0;
      const node = async () => {
        asked += 1;
        return { tool: "hardhat", chainId: 31337, instanceId } as const;
      };
      const project = await projectAt(folder.path);
      const { code } = await thrownBy(() => findDeployments([], 31337, project, folder.path, node));
      return [code, asked];
    };

    it("should not be found for a project without OpenZeppelin Upgrades on the same node", async () => {
      await keep(`hardhat-31337-${instanceId}.json`);
      await rm(path.join(folder.path, "node_modules"), { recursive: true });
      assert.deepEqual(await refusal(), ["VC701", 0]);
    });

    it("should not be taken from another instance, and ask the node only if its chain has one", async () => {
      await keep("hardhat-31337-0x0001.json");
      assert.deepEqual(await refusal(), ["VC701", 1]);
    });
  });
});
