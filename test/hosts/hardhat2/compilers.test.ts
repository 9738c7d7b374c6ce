import { assert } from "chai";
import { createHardhat2Host, findOverridingCompilers } from "../../../src/internal/hosts/hardhat2/host.ts";
import type { TaskDefinition } from "../../../src/internal/hosts/hardhat2/runtime.ts";
import { runtimeOf } from "./runtime.ts";

const LONG = "0.8.28+commit.7893614a";
const SUBTASK = "compile:solidity:solc:get-build";

describe("Hardhat 2 - compilers from the project's override", () => {
  let downloads: number;
  /** Hardhat's own action. */
  const ofHardhat: TaskDefinition = {
    action: async () => {
      downloads++;
      return { compilerPath: "/downloaded", longVersion: LONG };
    },
  };

  beforeEach(() => {
    downloads = 0;
  });

  it("should be those that an override of the subtask returns", async () => {
    const override: TaskDefinition = {
      action: async ({ solcVersion }) => ({ compilerPath: `/solc-${solcVersion}`, longVersion: LONG }),
      parentTaskDefinition: ofHardhat,
    };
    const own = { path: "/solc-0.8.28", version: LONG };
    assert.deepEqual(await compilersOf(override), [own]);
    assert.equal(downloads, 0);
    const tasks = { [SUBTASK]: override };
    assert.deepEqual((await createHardhat2Host(runtimeOf({ tasks })).compilers())[0], own);
  });

  it("should never be downloaded, neither without an override nor by one that calls runSuper", async () => {
    const leaves: TaskDefinition = {
      action: (args, _, runSuper) => runSuper(args),
      parentTaskDefinition: ofHardhat,
    };
    assert.isEmpty(await compilersOf(ofHardhat));
    assert.isEmpty(await compilersOf(leaves));
    assert.isEmpty(await compilersOf(undefined));
    assert.equal(downloads, 0);
  });

  it("should include those of an override below another one", async () => {
    const inner: TaskDefinition = {
      action: async () => ({ compilerPath: "/inner", longVersion: LONG }),
      parentTaskDefinition: ofHardhat,
    };
    const outer: TaskDefinition = { action: (_, __, runSuper) => runSuper(), parentTaskDefinition: inner };
    assert.deepEqual(await compilersOf(outer), [{ path: "/inner", version: LONG }]);
  });

  it("should be empty if an override returns something else", async () => {
    const odd: TaskDefinition = { action: async () => ({}), parentTaskDefinition: ofHardhat };
    assert.isEmpty(await compilersOf(odd));
  });

  function compilersOf(task: TaskDefinition | undefined) {
    const tasks = task === undefined ? {} : { [SUBTASK]: task };
    return findOverridingCompilers(runtimeOf({ tasks }));
  }
});
