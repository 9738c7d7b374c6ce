import { copyFile, readFile } from "node:fs/promises";
import path from "node:path";
import { assert } from "chai";
import { Interface } from "ethers/abi";
import type { ContractReport } from "../../src/report.ts";
import { type CliRun, verify } from "../helpers/cli.ts";
import { type Deployed, deploy, send } from "../helpers/deploy.ts";
import { ALPHA, BETA, fleetOf } from "../helpers/fleet.ts";
import { heldFor } from "../helpers/held-for.ts";
import { parseReport } from "../helpers/report-schema.ts";
import type { PrivateWorld } from "../helpers/world.ts";

const LOCK = "verify-contract.lock.json";
const OWNER = 3;
const NOWHERE = "http://127.0.0.1:9";
const OTHER_CODE = "0x6001600155";

describe("e2e - drift from the lock file, over two chains", () => {
  const fleet = heldFor(
    async () =>
      await fleetOf("proxies", async (project, chain) => {
        const artifact = (file: string, name: string) => project.artifact(`contracts/${file}.sol`, name);
        const Box = await deploy(chain, await artifact("Box", "Box"), { account: 4 });
        const options = { args: [Box.address] };
        const Beacon = await deploy(chain, await artifact("Proxies", "BoxBeacon"), {
          ...options,
          account: OWNER,
        });
        return {
          Box,
          Beacon,
          BoxProxy: await deploy(chain, await artifact("Proxies", "BoxProxy"), { ...options, account: 5 }),
          BeaconProxy: await deploy(chain, await artifact("Proxies", "BoxBeaconProxy"), {
            args: [Beacon.address],
            account: 6,
          }),
        };
      }),
  );

  before(async () => {
    for (const command of ["deployments", "lock"]) {
      const ran = await run(command, "--all-networks");
      assert.equal(ran.exitCode, 0, ran.stdout + ran.stderr);
    }
  });
  beforeEach(() => {
    fleet.alpha.reset();
    fleet.beta.reset();
  });

  const run = (...args: readonly string[]): Promise<CliRun> => runWith({}, ...args);
  const runWith = (networks: object, ...args: readonly string[]): Promise<CliRun> =>
    verify(fleet.project, args, {
      world: fleet.alpha,
      config: fleet.config,
      network: null,
      networks: { ...fleet.networks, ...networks },
    });
  const onAlpha = (args: readonly string[]): Promise<CliRun> => {
    const { project, alpha, config, networks } = fleet;
    return verify(project, args, { world: alpha, config, network: "alpha", networks });
  };
  const compare = async (networks: object = {}) => {
    const words = ["check", "--locked", "--all-networks", "--report", "json=report.json"];
    const ran = await runWith(networks, ...words);
    const report = parseReport(await fleet.project.read("report.json"));
    assert.isEmpty([...fleet.alpha.verification.submissions, ...fleet.beta.verification.submissions]);
    return { ...ran, report };
  };

  it("should find drift on one chain, and lose no contract of another whose node doesn't answer", async () => {
    const { alpha, deployed } = fleet;
    const code = await alpha.chain.request("eth_getCode", deployed.Box?.address, "latest");
    await alpha.chain.request("hardhat_setCode", deployed.Box?.address, OTHER_CODE);
    const lost = { beta: { type: "http", chainType: "l1", url: NOWHERE, chainId: BETA } };
    const { exitCode, report } = await compare(lost);
    await alpha.chain.request("hardhat_setCode", deployed.Box?.address, code);
    assert.equal(exitCode, 1);
    const kindsOf = ({ outcome, lock }: ContractReport) =>
      outcome === "drifted" ? lock?.drift.map(({ kind }) => kind).join() : outcome;
    assert.sameDeepMembers(
      report.contracts.map((contract) => [
        contract.network?.chainId,
        contract.lock?.name ?? contract.deployments[0]?.name,
        kindsOf(contract),
      ]),
      [
        [ALPHA, "Box", "code"],
        [ALPHA, "BoxProxy", "linked-code"],
        [ALPHA, "BeaconProxy", "linked-code"],
        [ALPHA, "Beacon", "as-locked"],
        ...Object.keys(deployed).map((name) => [BETA, name, "unavailable"]),
      ],
    );
  });

  it("should compare every chain of the lock file by default, and name the chains that --network leaves out", async () => {
    const whole = await run("check", "--locked");
    assert.equal(whole.exitCode, 0, whole.stdout);
    assert.match(whole.stdout, /^✔ 8 contracts: 8 as locked\.$/m);
    const one = await onAlpha(["check", "--locked"]);
    assert.equal(one.exitCode, 0, one.stdout);
    assert.match(
      one.stdout,
      new RegExp(`^– 4 contracts: 4 as locked\\. Not covered: chain ${BETA}\\.$`, "m"),
    );
  });

  it("should fail and name the locked chain when the secret of its network is missing", async () => {
    const url = { _type: "ConfigurationVariable", name: "BETA_RPC_URL" };
    const beta = { type: "http", chainType: "l1", url, chainId: BETA };
    const { exitCode, stdout, report } = await compare({ beta });
    assert.equal(exitCode, 1, stdout);
    assert.lengthOf(report.contracts, 4);
    assert.equal(report.error?.code, "VC717");
    assert.match(stdout, /^✖ 4 contracts: 4 as locked\. Not covered: chain 424243\./m);
    const missed = report.networks?.filter(({ name }) => name === null);
    const chainIds = missed?.map(({ chainId }) => chainId);
    assert.deepEqual(chainIds, [BETA]);
  });

  it("should stop reporting a drift once it is accepted on its chain", async () => {
    const { alpha, project, deployed } = fleet;
    const lock = path.join(fleet.project.root, LOCK);
    await copyFile(lock, `${lock}.old`);
    const box = await project.artifact("contracts/Box.sol", "Box");
    await upgrade(alpha, deployed.Beacon, (await deploy(alpha.chain, box, { account: 7 })).address);
    const before = await readFile(lock, "utf8");
    const { report } = await compare();
    const next = report.contracts.find(({ outcome }) => outcome === "drifted")?.error?.next ?? "";
    assert.match(next, /^npx hardhat verify-contract check 0x\w{40} --network alpha /);
    assert.match(
      report.accept ?? "",
      /^npx hardhat verify-contract lock .*--all-networks --update BeaconProxy$/,
    );
    // The new implementation has the code of a build, but no record.
    const refused = await onAlpha(["lock", "--update", "BeaconProxy"]);
    assert.match(refused.stdout, /^VC713 Not everything can be locked: 1 of 3 /m);
    assert.equal(await readFile(lock, "utf8"), before);
    const accepted = await onAlpha(["lock", "--update", "BeaconProxy", "--allow-unverified"]);
    assert.equal(accepted.exitCode, 0, accepted.stdout + accepted.stderr);
    const after = (await readFile(lock, "utf8")).split("\n");
    const found = before.split("\n").filter((line, index) => line !== after[index]);
    assert.lengthOf(found, 1);
    assert.equal((await compare()).exitCode, 0);
    await upgrade(alpha, deployed.Beacon, deployed.Box?.address);
    await copyFile(`${lock}.old`, lock);
  });
});

async function upgrade({ chain }: PrivateWorld, beacon: Deployed | undefined, to: string | undefined) {
  const data = new Interface(["function upgradeTo(address)"]).encodeFunctionData("upgradeTo", [to]);
  await send(chain, OWNER, beacon?.address, data);
}
