import { existsSync } from "node:fs";
import { assert } from "chai";
import { partOfRun } from "../helpers/chosen-run.ts";
import { accepts } from "./copy-sources.ts";
import { PARTS, PROJECTS, wantedPart } from "./projects.ts";

describe("real contracts - the parts of a run", () => {
  for (let part = 1; part <= PARTS; part++)
    it(`should include projects for all three tools in part ${part}`, () => {
      const builders = PROJECTS.filter((project) => project.part === part).map(({ builder }) => builder);
      assert.includeMembers(builders, ["hardhat3", "hardhat2", "forge"]);
    });

  it("should include every project once", () => {
    assert.lengthOf(new Set(PROJECTS.map(({ name }) => name)), PROJECTS.length);
    assert.isEmpty(PROJECTS.filter(({ part }) => part < 1 || part > PARTS));
  });

  it("should have a lock file for each project's packages", () => {
    for (const { packages } of PROJECTS)
      assert.isTrue(existsSync(new URL(`packages/${packages}/package-lock.json`, import.meta.url)), packages);
  });

  for (const wrong of ["", "1", "0/10", "11/10", "1/9", "a/10"])
    it(`should reject REAL_PART="${wrong}", so that no run passes without a project`, () => {
      assert.throws(() => wantedPart(wrong));
    });

  it("should all run without REAL_PART", () => {
    assert.isUndefined(wantedPart(undefined));
    assert.equal(wantedPart("10/10"), 10);
  });

  it("should be the same for a commit in CI, unless the variable names one", () => {
    const { CI, SOME_PART } = process.env;
    try {
      process.env.CI = "true";
      delete process.env.SOME_PART;
      const chosen = partOfRun("SOME_PART", PARTS);
      assert.match(chosen ?? "", /^([1-9]|10)\/10$/);
      assert.equal(partOfRun("SOME_PART", PARTS), chosen);
      process.env.SOME_PART = "2/3";
      assert.equal(partOfRun("SOME_PART", PARTS), "2/3");
      process.env.SOME_PART = "0/3";
      assert.throws(() => partOfRun("SOME_PART", PARTS));
    } finally {
      Object.assign(process.env, { CI: CI ?? "", SOME_PART: SOME_PART ?? "" });
    }
  });

  for (const [pragma, version, fits] of [
    ["^0.8.20", "0.8.19", false],
    ["^0.8.0", "0.8.19", true],
    ["0.8.16", "0.8.19", false],
    [">=0.7.0 <0.9.0", "0.8.10", true],
    [">=0.5.0 <0.8.0", "0.8.10", false],
    ["=0.7.6", "0.7.6", true],
    ["^0.7.0 || ^0.8.0", "0.8.10", true],
  ] as const)
    it(`should ${fits ? "" : "not "}accept ${version} for ${pragma}`, () => {
      assert.equal(accepts(pragma, version), fits);
    });
});
