// npm run test:real
//
// Third-party contracts from npm, built by Hardhat 3, Hardhat 2 and forge, deployed on a local chain, and verified from their
// addresses by the host that each tool's users have. Recorded deployments are repeated at the same addresses. What was
// deployed is the truth: each contract must be found as itself, as exactly as its metadata allows, without a failed check. If a
// constructor refuses all arguments, the runtime code is set on chain. Builds are kept in .tmp/real until their inputs change.
//
// REAL_PART=1/10 runs one of ten parts, REAL_PROJECT=<name> one project. One line of stdout is JSON: exact and match (as good
// as possible, with and without a metadata hash), missed (not found, or less exact), wrong (found as another contract), and
// alarms (failed checks). The lines above it list the problems.
import { assert } from "chai";
import pLimit from "p-limit";
import { partOfRun, sayChosen } from "../helpers/chosen-run.ts";
import { Tally } from "./judge.ts";
import { PARTS, PROJECTS, wantedPart } from "./projects.ts";
import { verifyProject } from "./verify-project.ts";

/** Each project keeps little more than one core busy. */
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
    // Its own test awaits it, perhaps after it failed.
    for (const tally of tallies.values()) tally.catch(() => undefined);
  });
  after(() => process.stdout.write(`${whole.line}\n`));

  it("should include at least one project", () => assert.isNotEmpty(projects));

  for (const project of projects)
    it(`should be found, matched and checked as exactly as their metadata allows: ${project.name}`, async function () {
      const tally = (await tallies.get(project.name)) ?? assert.fail();
      whole.addAll(tally);
      for (const problem of tally.problems) process.stdout.write(`      ${problem}\n`);
      assert.isAbove(tally.contracts, 0);
      assert.deepEqual(tally.problems, []);
      if (this.test) this.test.title += `, ${tally.contracts} contracts`;
    });
});
