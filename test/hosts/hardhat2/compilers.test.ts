import { assert } from "chai";
import { createHardhat2Host, findOverridingCompilers } from "../../../src/internal/hosts/hardhat2/host.ts";
import type { TaskDefinition } from "../../../src/internal/hosts/hardhat2/runtime.ts";
import { runtimeOf } from "./runtime.ts";

const LONG = "0.8.28+commit.7893614a";
const SUBTASK = "compile:solidity:solc:get-build";
const built = (compilerPath: string) => ({ compilerPath, longVersion: LONG });

describe("Hardhat 2 - compilers from the project's override", () => {
  let downloads: number;
  /** Hardhat's own action. */
  const ofHardhat: TaskDefinition = {
    action: async () => {
      downloads++;
      return built("/downloaded");
    },
  };

  beforeEach(() => {
    downloads = 0;
  });

  it("should be those that an override of the subtask returns", async () => {
    const override = overriding(async ({ solcVersion }) => built(`/solc-${solcVersion}`));
    const own = { path: "/solc-0.8.28", version: LONG };
    assert.deepEqual(await compilersOf(override), [own]);
    assert.equal(downloads, 0);
    const tasks = { [SUBTASK]: override };
    assert.deepEqual((await createHardhat2Host(runtimeOf({ tasks })).compilers())[0], own);
  });

  it("should never be downloaded, neither without an override nor by one that calls runSuper", async () => {
    const leaves = overriding((args, _, runSuper) => runSuper(args));
    for (const task of [ofHardhat, leaves, undefined]) assert.isEmpty(await compilersOf(task));
    assert.equal(downloads, 0);
  });

  it("should include those of an override below another one", async () => {
    const inner = overriding(async () => built("/inner"));
    const outer = overriding((_, __, runSuper) => runSuper(), inner);
    assert.deepEqual(await compilersOf(outer), [{ path: "/inner", version: LONG }]);
  });

  it("should be empty if an override returns something else", async () =>
    assert.isEmpty(await compilersOf(overriding(async () => ({})))));

  function overriding(action: TaskDefinition["action"], parentTaskDefinition = ofHardhat): TaskDefinition {
    return { action, parentTaskDefinition };
  }

  function compilersOf(task: TaskDefinition | undefined) {
    const tasks = task === undefined ? {} : { [SUBTASK]: task };
    return findOverridingCompilers(runtimeOf({ tasks }));
  }
});
