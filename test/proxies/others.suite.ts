// A deployment of a project's contract, a Safe and a third-party clone: only the project's contract is submitted.

import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { assert } from "chai";
import { AbiCoder } from "ethers/abi";
import { getAddress, getCreateAddress } from "ethers/address";
import { artifactSchema } from "../helpers/artifact.ts";
import { verify, verifyJson } from "../helpers/cli.ts";
import { type Deployed, deploy, send } from "../helpers/deploy.ts";
import { heldFor } from "../helpers/held-for.ts";
import { fixtureProject, type Project } from "../helpers/project.ts";
import { privateWorld } from "../helpers/world.ts";
import { openWorkspace, PACKAGES } from "./deployer.ts";

const SAFE = join(PACKAGES, "@safe-global/safe-contracts/build/artifacts/contracts");

describe("proxies - a deployment with third-party contracts", () => {
  const world = heldFor(() => privateWorld());
  let project: Project;
  let box: Deployed;
  let singleton: Deployed;
  let safe: string;
  let clone: string;

  before(async () => {
    await openWorkspace();
    project = await (await fixtureProject("proxies")).copy();
    const ofSafe = (path: string) =>
      artifactSchema.parse(JSON.parse(readFileSync(join(SAFE, `${path}.json`), "utf8")));
    singleton = await deploy(world.chain, ofSafe("Safe.sol/Safe"), { account: 1, gas: "0x7a1200" });
    const factory = await deploy(world.chain, ofSafe("proxies/SafeProxyFactory.sol/SafeProxyFactory"), {
      account: 1,
    });
    const clones = await deploy(world.chain, await project.artifact("contracts/Clones.sol", "Clones"), {
      account: 1,
    });
    const boxArtifact = await project.artifact("contracts/Box.sol", "Box");
    box = await deploy(world.chain, boxArtifact);
    // createProxyWithNonce(address,bytes,uint256)
    const setup = AbiCoder.defaultAbiCoder().encode(
      ["address", "bytes", "uint256"],
      [singleton.address, "0x", 1],
    );
    const made = await send(world.chain, 0, factory.address, `0x1688f0b9${setup.slice(2)}`);
    safe = getAddress(`0x${made.logs[0]?.topics[1]?.slice(-40)}`);
    const cloned = await send(
      world.chain,
      0,
      clones.address,
      `0x8124b78e${singleton.address.slice(2).padStart(64, "0")}`,
    );
    clone = getCreateAddress({ from: clones.address, nonce: 1 });
    await broadcast([
      {
        contractName: "Box",
        contractAddress: box.address,
        transactionType: "CREATE",
        hash: box.transactionHash,
        input: boxArtifact.bytecode,
      },
      { transactionType: "CALL", hash: made.transactionHash, to: factory.address, made: safe },
      { transactionType: "CALL", hash: cloned.transactionHash, to: clones.address, made: clone },
    ]);
  });

  interface Sent {
    readonly transactionType: "CREATE" | "CALL";
    readonly hash: string;
    readonly input?: string;
    readonly contractName?: string;
    readonly contractAddress?: string;
    readonly to?: string;
    readonly made?: string;
  }

  async function broadcast(sent: readonly Sent[]): Promise<void> {
    const transactions = sent.map(({ made, to, input = "0x00", ...each }) => ({
      ...each,
      transaction: { to, input },
      additionalContracts: made === undefined ? [] : [{ transactionType: "CREATE2", address: made }],
    }));
    const receipts = sent.map(({ hash, to, contractAddress }) => ({
      transactionHash: hash,
      status: "0x1",
      to,
      contractAddress,
    }));
    const folder = join(project.root, "broadcast/Deploy.s.sol/31337");
    await mkdir(folder, { recursive: true });
    const run = { transactions, receipts, libraries: [], chain: 31337, timestamp: 1 };
    await writeFile(join(folder, "run-latest.json"), JSON.stringify(run));
  }

  it("should succeed, submit only the project's contracts and list the others", async () => {
    const { report, exitCode } = await verifyJson(project, ["deployments", "--follow-proxy"], { world });
    assert.equal(exitCode, 0);
    assert.deepEqual(
      report.contracts.map(({ target, outcome }) => [target.address, outcome]),
      [
        [box.address, "verified"],
        [safe, "of-others"],
        [clone, "minimal-proxy"],
        [singleton.address, "of-others"],
      ],
    );
    assert.lengthOf(world.verification.submissions, 1);
    assert.include(world.verification.submissions[0]?.path, box.address);
    const found = report.contracts.find(({ target }) => target.address === singleton.address);
    assert.sameDeepMembers(
      [...(found?.relation?.roles ?? [])],
      [
        { role: "implementation", proxy: safe },
        { role: "implementation", proxy: clone },
      ],
    );
  });

  it("should list the third-party contracts on one screen", async () => {
    const run = await verify(project, ["deployments"], { world });
    assert.equal(run.exitCode, 0);
    assert.match(run.stdout, /4 contracts: 1 already verified, 2 third-party, 1 minimal proxy/);
    assert.match(run.stdout, /implementation of contract created by 0x\w{4}…\w{4} and another proxy/);
  });
});
