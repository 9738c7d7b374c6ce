import { join } from "node:path";
import { assert } from "chai";
import { createHardhat2Host, findOverridingCompilers } from "../../../src/internal/hosts/hardhat2/host.ts";
import type { TaskDefinition } from "../../../src/internal/hosts/hardhat2/runtime.ts";
import { type TemporaryFolder, temporaryFolder } from "../../helpers/build-files.ts";
import { withoutVariables } from "../../helpers/environment.ts";
import { runtimeOf } from "./runtime.ts";

const LONG = "0.8.28+commit.7893614a";

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
    assert.deepEqual(await compilersOf(override), [{ path: "/solc-0.8.28", version: LONG }]);
    assert.equal(downloads, 0);
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
    const outer: TaskDefinition = {
      action: (_, __, runSuper) => runSuper(),
      parentTaskDefinition: inner,
    };
    assert.deepEqual(await compilersOf(outer), [{ path: "/inner", version: LONG }]);
  });

  it("should be empty if an override returns something else", async () => {
    const odd: TaskDefinition = { action: async () => ({}), parentTaskDefinition: ofHardhat };
    assert.isEmpty(await compilersOf(odd));
  });

  function compilersOf(task: TaskDefinition | undefined) {
    const tasks = task === undefined ? {} : { "compile:solidity:solc:get-build": task };
    return findOverridingCompilers(runtimeOf({ tasks }));
  }
});

const VARIABLE = "XDG_CACHE_HOME";

describe("Hardhat 2 - the compilers of a project", () => {
  let cache: TemporaryFolder;
  withoutVariables(VARIABLE);

  beforeEach(async function () {
    // On other platforms, the folder depends on more than the environment.
    if (process.platform !== "linux") this.skip();
    cache = await temporaryFolder();
    process.env[VARIABLE] = cache.path;
  });
  afterEach(() => cache?.[Symbol.asyncDispose]());

  it("should be the project's override, then those that Hardhat 2 and 3 downloaded", async () => {
    const builds = [{ path: "soljson.js", version: "0.8.28", longVersion: LONG }];
    for (const folder of ["compilers-v2", "compilers-v3"]) {
      await cache.write(`hardhat-nodejs/${folder}/wasm/list.json`, { builds });
      await cache.write(`hardhat-nodejs/${folder}/wasm/soljson.js`, "");
    }
    const own = { path: "/own/solc", version: LONG };
    const action = async () => ({ compilerPath: own.path, longVersion: LONG });
    const parentTaskDefinition = { action };
    const tasks = { "compile:solidity:solc:get-build": { action, parentTaskDefinition } };
    const [first, ...others] = await createHardhat2Host(runtimeOf({ tasks })).compilers();
    assert.deepEqual(first, own);
    assert.sameMembers(
      others.map(({ path }) => path).filter((path) => path.startsWith(cache.path)),
      ["compilers-v3", "compilers-v2"].map((folder) =>
        join(cache.path, "hardhat-nodejs", folder, "wasm", "soljson.js"),
      ),
    );
  });
});
