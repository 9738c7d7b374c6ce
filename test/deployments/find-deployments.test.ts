import { cp, rm, symlink } from "node:fs/promises";
import path from "node:path";
import { assert } from "chai";
import { findDeployments, findFleet } from "../../src/internal/deployments/find-deployments.ts";
import type { Deployment } from "../../src/internal/deployments/model.ts";
import { HARDHAT_WORDS } from "../../src/internal/hosts/hardhat3/host.ts";
import { renderProblem } from "../../src/internal/render/terminal/problem.ts";
import { plainStyle } from "../../src/internal/render/terminal/style.ts";
import { type Folder, folderForEach, temporaryFolder } from "../helpers/build-files.ts";
import { broadcastOf, HASH } from "../helpers/deployments/broadcast.ts";
import { FIXTURES, projectAt, projectOf } from "../helpers/deployments/fixtures.ts";
import { expectGolden } from "../helpers/golden.ts";
import { heldFor } from "../helpers/held-for.ts";
import { factOf, thrownBy } from "../helpers/thrown.ts";

const CHAIN_ID = 31337;
const A = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const B = "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512";

const broadcast = (chain: number) => broadcastOf(A, { chain });

describe("deployments - finding deployments", () => {
  const folder = heldFor(() => temporaryFolder());
  before(async () => {
    const root = `${folder.path}/project`;
    await cp(`${FIXTURES}ignition/ignition`, `${root}/ignition`, { recursive: true });
    await cp(`${FIXTURES}hardhat-deploy-v1/deployments`, `${root}/deployments`, { recursive: true });
    await cp(`${FIXTURES}hardhat-deploy-v2/deployments/development`, `${root}/deployments/second`, {
      recursive: true,
    });
    await cp(`${FIXTURES}foundry/broadcast`, `${root}/broadcast`, { recursive: true });
    const transactions = broadcast(CHAIN_ID).transactions.map((each) => ({ ...each, hash: null }));
    const dry = { ...broadcast(CHAIN_ID), transactions, receipts: [] };
    await folder.write("project/broadcast/Deploy.s.sol/31337/dry-run/run-latest.json", dry);
    await folder.write("project/broadcast/Other.s.sol/10/run-latest.json", broadcast(10));
    await folder.write("project/broadcast/multi/Both.s.sol-latest/run.json", {
      deployments: [broadcast(CHAIN_ID), broadcast(10)],
      timestamp: 1,
    });
    await folder.write("project/broadcast/multi/Both.s.sol-1700000000/run.json", {
      deployments: [broadcast(1)],
    });
    await folder.write("project/deployments/goerli/.chainId", "5");
    await folder.write("project/deployments/goerli/V.json", { address: A, abi: [], transactionHash: HASH });
    await folder.write("project/ignition/deployments/torn/journal.jsonl", "{");
    await folder.write("project/deployments/notes/readme.json", {});
    await folder.write("project/deployments/own/addresses.json", {
      mainnet: { Vault: A, Token: { address: B } },
    });
    await folder.write("project/deployments/own/settings.json", { fee: 3 });
    await folder.write("project/hardhat.config.ts", "");
    await symlink(`${root}/broadcast`, `${root}/broadcast/loop`);
  });

  const root = (): string => `${folder.path}/project`;
  const find = async (
    names: readonly string[],
    chainId = CHAIN_ID,
    cwd = root(),
  ): Promise<readonly Deployment[]> => findDeployments(names, chainId, await projectAt(root()), cwd);
  const places = (found: readonly Deployment[]): readonly string[] =>
    found.map(({ location }) => location.slice(root().length + 1));

  const ALL = [
    "ignition/deployments/chain-31337",
    "ignition/deployments/torn",
    "deployments/development",
    "deployments/second",
    "broadcast/Deploy.s.sol/31337/run-latest.json",
    "broadcast/multi/Both.s.sol-latest/run.json",
  ];

  it("should find everything on the chain if none is named, and report what can't be read", async () => {
    const found = await find([]);
    assert.deepEqual(places(found), ALL);
    assert.isTrue(found.every(({ chainId }) => chainId === CHAIN_ID || chainId === undefined));
    assert.deepEqual(
      found.flatMap(({ passedOver }) => passedOver.map(({ name, reason }) => [name, reason])),
      [["torn", "nothing is deployed yet"]],
    );
  });

  const BEGUN = [
    { chainId: CHAIN_ID, type: "DEPLOYMENT_INITIALIZE" },
    { contractName: "V", futureId: "A#V", type: "DEPLOYMENT_EXECUTION_STATE_INITIALIZE" },
  ].map((message) => JSON.stringify(message));
  for (const [what, file, content] of [
    ["a hardhat-deploy record", "deployments/second/Cut.json", '{"address": "0x'],
    ["a broadcast", "broadcast/Cut.s.sol/31337/run-latest.json", '{"transactions": ['],
    [
      "a line inside a journal",
      "ignition/deployments/mid/journal.jsonl",
      `${BEGUN.join('\n{"type":"DEPL\n')}\n`,
    ],
  ] as const) {
    it(`should fail if ${what} is broken, because a contract may be missing`, async () => {
      await folder.write(`project/${file}`, content);
      const whole = file.includes("/mid/") || file.includes("Cut.s.sol");
      try {
        assert.equal((await thrownBy(() => find([]))).code, "VC704");
      } finally {
        await rm(whole ? path.dirname(`${root()}/${file}`) : `${root()}/${file}`, { recursive: true });
      }
    });
  }

  for (const [names, expected] of [
    [["chain-31337"], [ALL[0]]],
    [["second"], [ALL[3]]],
    [["broadcast/Deploy.s.sol"], [ALL[4]]],
    [["broadcast"], [ALL[4], ALL[5]]],
    [["."], ALL],
    [
      ["chain-31337", "./ignition/deployments/chain-31337", "second"],
      [ALL[0], ALL[3]],
    ],
  ] as const) {
    it(`should find ${names.join(" ")}`, async () => {
      assert.deepEqual(places(await find(names)), [...expected] as string[]);
    });
  }

  it("should accept a path relative to the working directory", async () => {
    const found = await find(["./second"], CHAIN_ID, `${root()}/deployments`);
    assert.deepEqual(places(found), ["deployments/second"]);
  });

  for (const [what, names, chainId] of [
    ["nothing-of-the-chain", [], 296],
    ["another-chain", ["chain-31337"], 296],
    ["mistyped-id", ["chain-3137"], CHAIN_ID],
    ["torn", ["torn"], CHAIN_ID],
    ["dry-run", ["broadcast/Deploy.s.sol/31337/dry-run"], CHAIN_ID],
    ["no-deployment", ["deployments/notes"], CHAIN_ID],
    ["own-list", ["deployments/own/addresses.json"], CHAIN_ID],
  ] as const) {
    it(`should be rejected: ${what}`, async () => {
      const error = await thrownBy(() => find(names, chainId));
      const shown = renderProblem(error.problem, plainStyle, 100).replaceAll(root(), "/project");
      expectGolden(`deployments/find-${what}.txt`, `${shown}\n`);
    });
  }
});

async function findIn(
  { path: root }: Folder,
  names: readonly string[],
  chainId = CHAIN_ID,
  whyNone?: string,
): Promise<readonly Deployment[]> {
  return findDeployments(names, chainId, await projectAt(root), root, undefined, whyNone);
}

describe("deployments - a project without deployments", () => {
  const folder = folderForEach();

  it("should name the folders that were searched: VC701", async () => {
    await folder.write("foundry.toml", '[profile.default]\nbroadcast = "sent"');
    const error = await thrownBy(() => findIn(folder, [], 296));
    assert.equal(error.code, "VC701");
    assert.equal(factOf(error, "Looked in"), "ignition/deployments, deployments, sent, .openzeppelin");
    assert.isUndefined(factOf(error, "Chains found"));
  });

  it("should name the network as the likely cause if none was chosen", async () => {
    const why = HARDHAT_WORDS.network.forgotten;
    const error = await thrownBy(() => findIn(folder, [], CHAIN_ID, why));
    assert.equal(error.code, "VC701");
    assert.equal(error.problem.likely, why);
    assert.match(error.problem.next ?? "", /^choose the deployment's network with --network$/);
  });

  it("should say that a script was only simulated: VC701", async () => {
    await folder.write(`broadcast/Deploy.s.sol/${CHAIN_ID}/dry-run/run-latest.json`, { transactions: [] });
    const { code, problem } = await thrownBy(() => findIn(folder, [], CHAIN_ID));
    assert.equal(code, "VC701");
    assert.include(problem.next, "--broadcast");
    const other = await thrownBy(() => findIn(folder, [], 296));
    assert.notInclude(other.problem.next, "--broadcast");
  });

  it("should find nothing in a file that has the name of Foundry's folder: VC701", async () => {
    await folder.write("broadcast", {});
    assert.equal((await thrownBy(() => findIn(folder, [], CHAIN_ID))).code, "VC701");
  });

  it("should explain an argument that names no deployment: VC703", async () => {
    await folder.write("contracts/Vault.sol", "contract Vault {}");
    const line = { command: "deployments", targets: [], options: [], globals: [] } as const;
    const shown: string[] = [];
    for (const name of [A, "0.0.1234", "Vault", "contracts/Vault.sol:Vault", "nothing"]) {
      const error = await thrownBy(() => findIn(folder, [name]));
      shown.push(renderProblem(error.for({ words: HARDHAT_WORDS, line }).problem, plainStyle, 100));
    }
    expectGolden("deployments/find-no-such-name.txt", `${shown.join("\n\n")}\n`);
  });

  it("should list the files beside a path that doesn't exist, but not those in the working directory", async () => {
    await folder.write("own/deployments.json", "{}");
    const available = async (name: string) =>
      factOf(await thrownBy(() => findIn(folder, [name])), "Available");
    assert.equal(await available("own/deploymets.json"), "deployments.json");
    const { problem } = await thrownBy(() => findIn(folder, ["own/deploymets.json"]));
    assert.equal(problem.next, `name ${path.join("own", "deployments.json")}`);
    assert.isUndefined(await available("deployments"));
  });

  it("should skip a record that doesn't state its chain, unless it is named", async () => {
    await folder.write("ignition/deployments/mine/deployed_addresses.json", { "M#V": A });
    const find = (names: readonly string[]) => findIn(folder, names, 296);
    const error = await thrownBy(() => find([]));
    assert.include(factOf(error, "Skipped"), "it doesn't specify its chain");
    assert.lengthOf((await find(["mine"]))[0]?.contracts ?? [], 1);
  });

  it("should reject a named record without deployed contracts: VC704", async () => {
    await folder.write("ignition/deployments/mine/deployed_addresses.json", { "M#V": "0x12" });
    const error = await thrownBy(() => findIn(folder, ["mine"], 296));
    assert.equal(error.code, "VC704");
    assert.equal(factOf(error, "Reason"), "it lists no deployed contract; M#V: its address is invalid");
  });
});

describe("deployments - deployments listed in a manifest", () => {
  const schema = "verify-contract-deployments/1";
  const folder = folderForEach();

  it("should be found with the manifest's own contracts, and use the builds it names", async () => {
    await cp(`${FIXTURES}foundry/broadcast`, `${folder.path}/f/broadcast`, { recursive: true });
    const file = await folder.write("f/m.yml", {
      schema,
      contracts: [{ address: "0.0.7" }],
      deployments: ["chain-31337", { path: "broadcast/Deploy.s.sol", buildInfo: "out" }],
    });
    const found = await findDeployments([file], CHAIN_ID, await projectOf("ignition"), FIXTURES);
    assert.deepEqual(
      found.map(({ tool }) => tool),
      ["manifest", "ignition", "foundry"],
    );
    assert.deepEqual(found[2]?.contracts[0]?.buildSource, {
      kind: "build-files",
      locations: [`${folder.path}/f/out`],
      isNamed: true,
    });
  });

  for (const [what, manifest, code] of [
    ["for another chain", { schema, chainId: 1, contracts: [{ address: A }] }, "VC702"],
    ["that lists another manifest", { schema, deployments: ["./m.json"] }, "VC705"],
    ["that lists a deployment on another chain", { schema, deployments: ["./x"] }, "VC702"],
    ["that lists a missing deployment", { schema, deployments: ["chain-31338"] }, "VC703"],
  ] as const) {
    it(`should be rejected in a manifest ${what}: ${code}`, async () => {
      await folder.write("x/.chainId", "7");
      await folder.write("x/V.json", { address: A, abi: [], transactionHash: HASH });
      const file = await folder.write("m.json", manifest);
      const project = await projectOf("ignition");
      const error = await thrownBy(() => findDeployments([file], CHAIN_ID, project, FIXTURES));
      assert.equal(error.code, code);
      if (code === "VC703") assert.equal(factOf(error, "Listed in"), file);
    });
  }
});

const RECORD = { address: A, abi: [], transactionHash: HASH };

async function findAll(folder: Folder, ...names: readonly string[]) {
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
    const sent = broadcastOf(A, { chain: 295, timestamp: 1, name: "Box" });
    await folder.write("broadcast/Deploy.s.sol/295/run-latest.json", sent);
    assert.deepEqual((await findAll(folder)).chains, [
      [295, ["Vault295", "Box"]],
      [8453, ["Vault8453"]],
    ]);
  });

  it("should skip a record that doesn't state its chain, and reject it if it is named", async () => {
    await ofHardhatDeploy(folder, "base", "8453");
    await folder.write("deployments/old/Vault.json", RECORD);
    const { chains, skipped } = await findAll(folder);
    assert.deepEqual(chains, [[8453, ["Vault8453"]]]);
    assert.deepEqual(skipped, ["old"]);
    assert.equal((await thrownBy(() => findAll(folder, "old"))).code, "VC704");
  });

  it("should apply a manifest's chain to records that don't state their own", async () => {
    await folder.write("deployments/old/Vault.json", RECORD);
    await folder.write("fleet.json", {
      schema: "verify-contract-deployments/1",
      chainId: 295,
      deployments: ["old"],
      contracts: [{ address: A, name: "by hand" }],
    });
    assert.deepEqual((await findAll(folder, "fleet.json")).chains, [[295, ["by hand", "Vault"]]]);
  });

  it("should reject a broken record on any chain, because it may hide a contract", async () => {
    await ofHardhatDeploy(folder, "base", "8453");
    await folder.write("deployments/hedera/.chainId", "295");
    await folder.write("deployments/hedera/Vault.json", { ...RECORD, address: "0x12" });
    assert.equal((await thrownBy(() => findAll(folder))).code, "VC704");
  });
});
