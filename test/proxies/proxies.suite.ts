// npm run test:proxies
//
// Every kind of proxy, including deceptive ones, and contracts that are no proxies. Each is verified from its address with
// `--follow-proxy`, behind nodes that show more or less. Each proxy has its own implementation, so the suite knows which code
// runs. Packages are installed into .tmp/proxies. PROXIES_CHAIN=anvil uses Foundry's chain, and PROXIES_PART=1/4 the full node
// and one of the four others.
//
// The last line of stdout is JSON: kinds (rows judged right behind every node), followed (verified implementations on the full
// node), wrong (false statements, and followed contracts that don't run), alarms (failed checks on honest contracts).

import { assert } from "chai";
import type { ContractReport, Report } from "../../src/report.ts";
import { Anvil } from "../build-fixtures/anvil.ts";
import { inPart, partOfRun, printAtExit, sayChosen } from "../helpers/chosen-run.ts";
import { heldFor } from "../helpers/held-for.ts";
import {
  type DevelopmentChain,
  requestNode,
  startDevelopmentChain,
} from "../helpers/local/development-chain.ts";
import type { Project } from "../helpers/project.ts";
import { worldOn } from "../helpers/world.ts";
import { type ContractPath, Deployer, openWorkspace, verifyBehind } from "./deployer.ts";
import { expectedAddresses, implementationsOf, judge, whyNotFollowed } from "./judge.ts";
import { NODES } from "./nodes.ts";
import { ROWS } from "./rows/index.ts";
import type { Target } from "./truth.ts";

const PART = partOfRun("PROXIES_PART", NODES.length - 1);
sayChosen("test:proxies", { PROXIES_PART: PART });

const GOOD = new Set(["verified", "already-verified"]);

/** Alarms about an honest contract. */
function alarmsOf(
  report: ContractReport,
  target: Pick<Target, "contract" | "isLiar"> | undefined,
): readonly string[] {
  const { checks, outcome, error, proxyUnknown } = report;
  // The proxy check exists to contradict a service that believes a slot.
  const failed = checks.filter(
    ({ id, status }) => status === "failed" && !(id === "proxy" && target?.isLiar === true),
  );
  const alarms = failed.map(
    ({ id, expected, actual, reason = "" }) => `${id}: expected ${expected}, got ${actual}. ${reason}`,
  );
  const isUndecided = proxyUnknown !== undefined && outcome === "unavailable";
  const isContradicted = outcome === "check-failed" && failed.length === 0;
  const isBad = target?.contract !== undefined && !GOOD.has(outcome) && !isUndecided && !isContradicted;
  return isBad ? [...alarms, `${outcome} ${error?.code ?? ""} ${error?.message ?? ""}`] : alarms;
}

const OWN = "contracts/Ordinary.sol";
const BOXES = "contracts/Boxes.sol";
const NEW = "@openzeppelin/contracts";
const SAFE = "@safe-global/safe-contracts/contracts";

/** Init code of the common CREATE2 deployer. */
const CREATE2_DEPLOYER =
  "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3";

async function deployOrdinary(deployer: Deployer): Promise<readonly Target[]> {
  const account = await deployer.account();
  const box = await deployer.create(`${BOXES}:Box`);
  const list: readonly (readonly [path: ContractPath, args?: readonly unknown[]])[] = [
    [`${OWN}:Coin`],
    [`${OWN}:Picture`],
    [`${OWN}:Items`],
    [`${OWN}:SeveralAtOnce`],
    [`${OWN}:SlotReader`],
    [`${OWN}:AlwaysOne`],
    [`${OWN}:NamesImplementation`, [box]],
    [`${OWN}:Relay`, [box]],
    [`${OWN}:Modules`],
    [`${OWN}:Refuses`],
    [`${BOXES}:UupsBox`],
    [`${BOXES}:ProxiableBox`],
    ["contracts/Maker.sol:Maker"],
    ["contracts/Diamonds.sol:LoupeFacet"],
    [`${NEW}/proxy/beacon/UpgradeableBeacon.sol:UpgradeableBeacon`, [box, account]],
    [`${NEW}/proxy/transparent/ProxyAdmin.sol:ProxyAdmin`, [account]],
    [`${NEW}/governance/TimelockController.sol:TimelockController`, [60, [account], [account], account]],
    [`${SAFE}/Safe.sol:Safe`],
    [`${SAFE}/libraries/MultiSend.sol:MultiSend`],
    [`${SAFE}/proxies/SafeProxyFactory.sol:SafeProxyFactory`],
    ["solady/src/utils/ERC1967Factory.sol:ERC1967Factory"],
    ["solady/src/utils/UpgradeableBeacon.sol:UpgradeableBeacon", [account, box]],
  ];
  const targets: Target[] = [];
  for (const [path, args] of list) {
    const contract = path.slice(path.indexOf(":") + 1);
    const address = await deployer.create(path, args);
    targets.push({ name: path, address, contract, truth: { is: "no-proxy" } });
  }
  const address = await deployer.place(CREATE2_DEPLOYER);
  return [...targets, { name: "CREATE2 deployer", address, truth: { is: "no-proxy" } }];
}

const FEWEST_KINDS = 25;
const FEWEST_ORDINARY = 22;

describe("proxies", () => {
  const tally = { followed: 0, wrong: 0, alarms: 0 };
  /** Rows of which some judgement is not right. */
  const failed = new Set<string>();
  const judged = new Set<string>();
  const kinds = (): number => judged.difference(failed).size;
  const made = new Map<string, readonly Target[]>();
  let ordinary: readonly Target[];
  let project: Project;
  const world = heldFor(async () => worldOn(await startChain()));

  before(async () => {
    project = await openWorkspace();
    const deployer = new Deployer(world.chain, project);
    for (const row of ROWS) made.set(row.name, await row.make(deployer));
    ordinary = await deployOrdinary(deployer);
  });

  for (const node of [...NODES.slice(0, 1), ...inPart(NODES.slice(1), PART)])
    describe(`behind ${node.name}`, () => {
      let report: Report;
      const reportOf = (address: string): ContractReport | undefined =>
        report.contracts.find(({ target }) => target.address === address);
      const everything = () => [...[...made.values()].flat(), ...ordinary];

      before(async () => {
        report = await verifyBehind(node, everything(), project, world);
      });

      for (const { name } of ROWS)
        it(`should be reported correctly: ${name}`, () => {
          const problems: string[] = [];
          for (const target of made.get(name) ?? []) problems.push(...problemsOf(target));
          judged.add(name);
          if (problems.length > 0) failed.add(name);
          assert.deepEqual(problems, []);
        });

      const problemsOf = (target: Target): readonly string[] => {
        const judgement = judge(target, reportOf(target.address), node);
        if (judgement.is === "wrong") tally.wrong += 1;
        if (judgement.is !== "right") return [`${target.name}: ${judgement.is}: ${judgement.reason}`];
        const [first] = implementationsOf(target);
        const found = reportOf(target.address)?.proxy?.implementation;
        if (first?.contract === undefined || found !== first.address) return [];
        const why = whyNotFollowed(target, reportOf, node);
        if (why !== undefined) return [`${target.name}: ${why}`];
        if (node === NODES[0]) tally.followed += 1;
        return [];
      };

      it("should not include ordinary contracts", () => {
        const problems: string[] = [];
        for (const target of ordinary) {
          const judgement = judge(target, reportOf(target.address), node);
          if (judgement.is === "right") continue;
          tally.alarms += 1;
          problems.push(`${target.name}: ${judgement.reason}`);
        }
        assert.isAtLeast(ordinary.length, FEWEST_ORDINARY);
        assert.deepEqual(problems, []);
      });

      it("should raise no alarm about honest contracts", () => {
        const targets = new Map(everything().map((target) => [target.address, target]));
        const problems = report.contracts.flatMap((contract) => {
          const target = targets.get(contract.target.address ?? "");
          return alarmsOf(contract, target).map(
            (alarm) => `${target?.name ?? contract.target.input}: ${alarm}`,
          );
        });
        tally.alarms += problems.length;
        assert.deepEqual(problems, []);
      });

      it("should be followed only to addresses that run", () => {
        const expected = expectedAddresses(everything(), node, reportOf);
        const strangers = report.contracts
          .map(({ target }) => target.address ?? target.input)
          .filter((address) => !expected.has(address));
        tally.wrong += strangers.length;
        assert.deepEqual(strangers, []);
      });
    });

  // mocha runs the tests of a suite before its nested suites.
  describe("behind all nodes together", () => {
    it(`should cover at least ${FEWEST_KINDS} kinds`, () => assert.isAtLeast(kinds(), FEWEST_KINDS));
  });

  printAtExit(() => ({ suite: "proxies", kinds: kinds(), ...tally }));
});

/** @throws Error for an unknown name, so that a typo fails */
async function startChain(): Promise<DevelopmentChain> {
  const name = process.env.PROXIES_CHAIN ?? "hardhat";
  if (name === "hardhat") return startDevelopmentChain({ allowUnlimitedContractSize: true });
  if (name !== "anvil") throw new Error(`PROXIES_CHAIN is "${name}" and not hardhat or anvil.`);
  const anvil = await Anvil.start();
  return {
    rpcUrl: anvil.url,
    request: (method, ...params) => requestNode(anvil.url, method, params),
    close: () => anvil[Symbol.asyncDispose](),
    [Symbol.asyncDispose]: () => anvil[Symbol.asyncDispose](),
  };
}
