import { copyFile, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { assert } from "chai";
import { Interface } from "ethers/abi";
import { contractVerdict } from "../../src/internal/render/words/verdict.ts";
import type { ContractReport } from "../../src/report.ts";
import { type CliRun, verify } from "../helpers/cli.ts";
import { type Deployed, deploy, send } from "../helpers/deploy.ts";
import { ALPHA, BETA, type Fleet, fleetOf, fleetScreen } from "../helpers/fleet.ts";
import { expectGolden } from "../helpers/golden.ts";
import { heldFor } from "../helpers/held-for.ts";
import type { RecordedRequest, Reply } from "../helpers/recording-proxy.ts";
import { parseReport } from "../helpers/report-schema.ts";
import type { PrivateWorld } from "../helpers/world.ts";

const LOCK = "verify-contract.lock.json";
const OWNER = 3;
const NOWHERE = "http://127.0.0.1:9";
const OTHER_CODE = "0x6001600155";

/** Returns a function that undoes the change. */
type Change = (fleet: Fleet) => Promise<() => unknown>;

interface Found {
  readonly chainId: number;
  readonly name: string;
  readonly kinds: readonly string[];
  /** Claims that no longer hold. */
  readonly claims: readonly string[];
  readonly words: string;
}

interface Case {
  readonly change: Change;
  readonly found: readonly Found[];
}

function drifted(
  chainId: number,
  name: string,
  kind: string,
  claims: readonly string[],
  words: string,
): Found {
  return { chainId, name, kinds: [kind], claims, words: `Drifted: ${words}.` };
}

const CASES: Readonly<Record<string, Case>> = {
  "an upgraded proxy": {
    change: async ({ alpha, project, deployed: { Beacon, Box } }) => {
      const box = await project.artifact("contracts/Box.sol", "Box");
      const { address } = await deploy(alpha.chain, box, { account: 7 });
      await upgrade(alpha, Beacon, address);
      return () => upgrade(alpha, Beacon, Box?.address);
    },
    found: [drifted(ALPHA, "BeaconProxy", "implementation", ["implementation"], "another implementation")],
  },
  "an address with other code": {
    change: async ({ alpha, deployed: { Box } }) => {
      const code = await alpha.chain.request("eth_getCode", Box?.address, "latest");
      await alpha.chain.request("hardhat_setCode", Box?.address, OTHER_CODE);
      return () => alpha.chain.request("hardhat_setCode", Box?.address, code);
    },
    found: [
      drifted(ALPHA, "Box", "code", ["runtime-code"], "different code"),
      ...["BeaconProxy", "BoxProxy"].map((name) =>
        drifted(ALPHA, name, "linked-code", ["implementation"], "different code at a linked address"),
      ),
    ],
  },
  "a record that is gone": {
    change: async (fleet) =>
      answerOf(fleet.beta, fleet.deployed.Beacon, () => ({
        status: 404,
        body: {
          match: null,
          creationMatch: null,
          runtimeMatch: null,
          chainId: String(BETA),
          address: fleet.deployed.Beacon?.address,
        },
      })),
    found: [drifted(BETA, "Beacon", "record-missing", ["record"], "no stored record")],
  },
  "a weaker record": {
    change: async (fleet) =>
      answerOf(fleet.beta, fleet.deployed.BoxProxy, ({ status, body }) => ({
        status,
        body: { ...(body as object), match: "match", runtimeMatch: "match", creationMatch: "match" },
      })),
    found: [drifted(BETA, "BoxProxy", "record-weaker", ["record"], "a weaker match")],
  },
  "a contract more": {
    change: async ({ beta, project, recordOnBeta }) => {
      const box = await project.artifact("contracts/Box.sol", "Box");
      await recordOnBeta("SecondBox", await deploy(beta.chain, box, { account: 8 }));
      return () => rm(path.join(project.root, "deployments", "beta", "SecondBox.json"));
    },
    found: [drifted(BETA, "SecondBox", "not-locked", [], "not in the lock file")],
  },
};

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
    const files = "json=report.json,markdown=report.md,html=report.html";
    const ran = await runWith(networks, "check", "--locked", "--all-networks", "--report", files);
    const report = parseReport(await fleet.project.read("report.json"));
    const { verification: alpha } = fleet.alpha;
    assert.isEmpty([...alpha.submissions, ...fleet.beta.verification.submissions]);
    return { ...ran, report };
  };
  const lostBeta = { beta: { type: "http", chainType: "l1", url: NOWHERE, chainId: BETA } };

  it("should find every kind of drift in one run, and show each in all reports", async () => {
    const undo: (() => unknown)[] = [];
    for (const { change } of Object.values(CASES)) undo.push(await change(fleet));
    try {
      const ran = await compare();
      assert.equal(ran.exitCode, 1);
      // The upgraded proxy no longer runs the address with other code.
      const all = [
        ...new Map(
          Object.values(CASES)
            .toReversed()
            .flatMap(({ found }) => found)
            .map((each) => [`${each.chainId} ${each.name}`, each]),
        ).values(),
      ];
      expectFound(ran.report.contracts, all);
      expectGolden("cli/drift.txt", fleetScreen(ran, fleet));
      const [markdown, html] = await Promise.all(
        ["report.md", "report.html"].map((file) => fleet.project.read(file)),
      );
      for (const text of [markdown ?? "", html ?? ""])
        for (const words of [
          "nother implementation",
          "ifferent code",
          "o stored record",
          "weaker match",
          "ot in the lock file",
        ])
          assert.include(text, words);

      const cut = await compare(lostBeta);
      assert.equal(cut.exitCode, 1);
      expectFound(
        cut.report.contracts,
        all.filter(({ chainId }) => chainId === ALPHA),
        { unanswered: BETA },
      );
    } finally {
      for (const each of undo) await each();
    }
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
    const { change } = CASES["an upgraded proxy"] ?? assert.fail();
    const lock = path.join(fleet.project.root, LOCK);
    await copyFile(lock, `${lock}.old`);
    const undo = await change(fleet);
    const before = await readFile(lock, "utf8");
    const { report } = await compare();
    const next = report.contracts.find(({ outcome }) => outcome === "drifted")?.error?.next ?? "";
    assert.match(next, /^npx hardhat verify-contract check 0x\w{40} --network alpha /);
    assert.match(
      report.accept ?? "",
      /^npx hardhat verify-contract lock .*--all-networks --update BeaconProxy$/,
    );
    // The new implementation has the code of a build, but no record.
    const whole = await onAlpha(["lock"]);
    assert.equal(whole.exitCode, 1, whole.stdout);
    assert.match(whole.stdout, /^VC713 Not everything can be locked: 1 of 5 /m);
    assert.equal(await readFile(lock, "utf8"), before);
    const refused = await onAlpha(["lock", "--update", "BeaconProxy"]);
    assert.match(refused.stdout, /^VC713 Not everything can be locked: 1 of 3 /m);
    const accepted = await onAlpha(["lock", "--update", "BeaconProxy", "--allow-unverified"]);
    assert.equal(accepted.exitCode, 0, accepted.stdout + accepted.stderr);
    const after = (await readFile(lock, "utf8")).split("\n");
    const found = before.split("\n").filter((line, index) => line !== after[index]);
    assert.lengthOf(found, 1);
    assert.equal((await compare()).exitCode, 0);
    await undo();
    await copyFile(`${lock}.old`, lock);
  });
});

/** Exactly these contracts drifted, and none is lost. */
function expectFound(
  contracts: readonly ContractReport[],
  expected: readonly Found[],
  { unanswered }: { readonly unanswered?: number } = {},
): void {
  const drifted = contracts.filter(({ outcome }) => outcome === "drifted");
  assert.sameDeepMembers(
    drifted.map((contract): Found & { readonly code: string | undefined } => ({
      chainId: contract.network?.chainId ?? 0,
      name: contract.lock?.name ?? contract.deployments[0]?.name ?? "",
      kinds: contract.lock?.drift.map(({ kind }) => kind) ?? [],
      claims: contract.lock?.drift.flatMap(({ claim }) => claim ?? []) ?? [],
      words: contractVerdict(contract).text,
      code: contract.error?.code,
    })),
    expected.map((each) => ({ ...each, code: "VC712" })),
  );
  for (const { network, outcome, lock, deployments } of contracts) {
    if (outcome === "drifted") continue;
    assert.equal(outcome, network?.chainId === unanswered ? "unavailable" : "as-locked");
    assert.isEmpty(lock?.drift ?? []);
    assert.isString(lock?.name ?? deployments[0]?.name);
  }
}

async function upgrade({ chain }: PrivateWorld, beacon: Deployed | undefined, to: string | undefined) {
  const data = new Interface(["function upgradeTo(address)"]).encodeFunctionData("upgradeTo", [to]);
  await send(chain, OWNER, beacon?.address, data);
}

function answerOf(
  { verification }: PrivateWorld,
  deployed: Deployed | undefined,
  change: (reply: Reply) => Reply,
): () => void {
  const earlier = verification.change;
  const address = deployed?.address.toLowerCase() ?? "";
  verification.change = async (request: RecordedRequest, reply: Reply) => {
    const before = await earlier(request, reply);
    return request.path.toLowerCase().includes(address) ? change(before) : before;
  };
  return () => {
    verification.change = earlier;
  };
}
