// npm run test:proxies
//
// One contract and more of every kind of proxy, some that lie about what they run, and contracts that are no proxies, on a
// chain of this machine. Each is verified from nothing but its address with `--follow-proxy`, behind nodes that can show
// more or less of what runs. Each proxy has an implementation of its own, so the suite knows which code runs by how it
// was made: that has to be found, and verified too; what a node can't show has to be unknown, never "no proxy"; and
// nothing else is followed. Packages are installed into .tmp/proxies, by the lock file in packages/.
// PROXIES_CHAIN=anvil is the same on a chain of Foundry, which is installed by npm; the default is Hardhat's own.
//
// The last line of stdout is one line of JSON:
//   kinds      rows of the table of kinds that are told rightly, behind every node
//   followed   proxies whose implementation was found and verified, where the node can do all
//   wrong      implementations, kinds or "no proxy" that are not so, and contracts that were followed and run nowhere
//   alarms     checks that failed on honest contracts, and ordinary contracts that were called proxies
// What is not as it has to be is shown above, a line each.
import { writeSync } from "node:fs";

import { assert } from "chai";

import type { ContractReport, Report } from "../../src/report.ts";
import type { Project } from "../helpers/project.ts";
import { type PrivateWorld, worldOn } from "../helpers/world.ts";
import { alarmsOf } from "./alarms.ts";
import { startChain } from "./chain.ts";
import { Deployer } from "./deployer.ts";
import { expectedAddresses, implementationsOf, whyNotFollowed } from "./follow.ts";
import { judge } from "./judge.ts";
import { NODES } from "./nodes.ts";
import { deployOrdinary } from "./ordinary.ts";
import { ROWS } from "./rows/index.ts";
import { verifyBehind } from "./run.ts";
import { Tally } from "./tally.ts";
import type { Target } from "./truth.ts";
import { openWorkspace } from "./workspace.ts";

/** Fewer are no table of kinds. */
const FEWEST_KINDS = 25;
const FEWEST_ORDINARY = 22;

describe("proxies", () => {
  const tally = new Tally();
  const made = new Map<string, readonly Target[]>();
  let ordinary: readonly Target[];
  let project: Project;
  let world: PrivateWorld;

  before(async () => {
    project = await openWorkspace();
    world = await worldOn(await startChain());
    const deployer = new Deployer(world.chain, project);
    for (const row of ROWS) made.set(row.name, await row.make(deployer));
    ordinary = await deployOrdinary(deployer);
  });
  after(() => world[Symbol.asyncDispose]());

  for (const node of NODES)
    describe(`behind ${node.name}`, () => {
      let report: Report;
      const reportOf = (address: string): ContractReport | undefined =>
        report.contracts.find(({ target }) => target.address === address);
      const everything = () => [...[...made.values()].flat(), ...ordinary];

      before(async () => {
        report = await verifyBehind(node, everything(), project, world);
      });

      for (const { name } of ROWS)
        it(`should tell rightly: ${name}`, () => {
          const problems: string[] = [];
          for (const target of made.get(name) ?? []) problems.push(...problemsOf(target));
          tally.judge(name, problems.length === 0);
          assert.deepEqual(problems, []);
        });

      const problemsOf = (target: Target): readonly string[] => {
        const judgement = judge(target, reportOf(target.address), node);
        if (judgement.is === "wrong") tally.countWrong();
        if (judgement.is !== "right") return [`${target.name}: ${judgement.is}: ${judgement.reason}`];
        const [first] = implementationsOf(target);
        const found = reportOf(target.address)?.proxy?.implementation;
        if (first?.contract === undefined || found !== first.address) return [];
        const why = whyNotFollowed(target, reportOf, node);
        if (why !== undefined) return [`${target.name}: ${why}`];
        if (node === NODES[0]) tally.countFollowed();
        return [];
      };

      it("should take no ordinary contract for a proxy", () => {
        const problems: string[] = [];
        for (const target of ordinary) {
          const judgement = judge(target, reportOf(target.address), node);
          if (judgement.is === "right") continue;
          tally.countAlarm();
          problems.push(`${target.name}: ${judgement.reason}`);
        }
        assert.isAtLeast(ordinary.length, FEWEST_ORDINARY);
        assert.deepEqual(problems, []);
      });

      it("should raise no alarm about what is honest", () => {
        const targets = new Map(everything().map((target) => [target.address, target]));
        const problems = report.contracts.flatMap((contract) => {
          const target = targets.get(contract.target.address ?? "");
          return alarmsOf(contract, target).map(
            (alarm) => `${target?.name ?? contract.target.input}: ${alarm}`,
          );
        });
        for (const _ of problems) tally.countAlarm();
        assert.deepEqual(problems, []);
      });

      it("should follow to nothing that does not run", () => {
        const expected = expectedAddresses(everything(), node, reportOf);
        const strangers = report.contracts
          .map(({ target }) => target.address ?? target.input)
          .filter((address) => !expected.has(address));
        for (const _ of strangers) tally.countWrong();
        assert.deepEqual(strangers, []);
      });
    });

  // In a suite of its own, because mocha runs the tests of a suite before the suites in it.
  describe("behind all of them", () => {
    it(`should have told at least ${FEWEST_KINDS} kinds`, () => assert.isAtLeast(tally.kinds, FEWEST_KINDS));
  });

  // After all that mocha prints.
  process.once("exit", () => writeSync(process.stdout.fd, `${tally.line}\n`));
});
