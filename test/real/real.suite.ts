// npm run test:real
//
// Contracts that others wrote, from their npm packages at fixed versions, built by Hardhat 3, Hardhat 2 and forge, deployed
// on a chain of this machine, and verified from nothing but their addresses: one run of the command `deployments` for
// each build, by the host of its users: the plugin for Hardhat 3, the tasks for Hardhat 2, and in a project of forge the
// plain command line. A package's own records of hardhat-deploy are taken as they are: their accounts deploy the same code
// to the same addresses on a chain of the same id, and only the transactions in them become this chain's.
// What was deployed is the truth: each contract has to be found, as itself, as exactly as its metadata allows,
// and no check may fail. A contract whose constructor refuses all arguments that the suite can think of gets its runtime
// code set on the chain. Packages and compilers are installed into .tmp/real, by the lock files in packages/; builds are
// kept there until what made them changes.
//
// REAL_PART=1/10 is one of ten parts, which have projects of their own and all three tools; the whole is all of them.
// REAL_PROJECT=<name> is one project. The figures are one line of JSON, alone on a line of stdout:
//   exact, match   found as exact as can be: with a metadata hash on chain, and without
//   missed         not found, not verified, or less exact than it can be
//   wrong          found as another contract whose code is another, or which a metadata hash tells apart
//   alarms         checks that failed
// What is not as it has to be is shown above, a line each.
import { assert } from "chai";
import pLimit from "p-limit";
import { partOfRun, sayChosen } from "../helpers/chosen-run.ts";
import { Tally } from "./judge.ts";
import { PARTS, PROJECTS, wantedPart } from "./projects.ts";
import { verifyProject } from "./verify-project.ts";

/** Projects, each of which keeps little more than one processor busy. */
const AT_ONCE = 2;
const name = process.env.REAL_PROJECT;
const chosen = name === undefined ? partOfRun("REAL_PART", PARTS) : process.env.REAL_PART;
const part = wantedPart(chosen);
sayChosen("test:real", { REAL_PART: chosen, REAL_PROJECT: name });
const projects = PROJECTS.filter(
  (project) => (part === undefined || project.part === part) && (name === undefined || project.name === name),
);

describe("real contracts", () => {
  const whole = new Tally();
  const limit = pLimit(AT_ONCE);
  let tallies: ReadonlyMap<string, Promise<Tally>> = new Map();
  before(() => {
    tallies = new Map(projects.map((project) => [project.name, limit(() => verifyProject(project))]));
    // Each is awaited by its own test, which may come later than the failure.
    for (const tally of tallies.values()) tally.catch(() => undefined);
  });
  after(() => process.stdout.write(`${whole.line}\n`));

  it("should have projects to try", () => assert.isNotEmpty(projects));

  for (const project of projects)
    it(`should be found, matched and checked as well as can be: ${project.name}`, async function () {
      const tally = (await tallies.get(project.name)) ?? assert.fail();
      whole.addAll(tally);
      for (const problem of tally.problems) process.stdout.write(`      ${problem}\n`);
      assert.isAbove(tally.contracts, 0);
      assert.deepEqual(tally.problems, []);
      if (this.test) this.test.title += `, ${tally.contracts} contracts`;
    });
});
