import { join } from "node:path";
import { assert } from "chai";
import { createHardhat2Host } from "../../../src/internal/hosts/hardhat2/host.ts";
import { type TemporaryFolder, temporaryFolder } from "../../helpers/build-files.ts";
import { runtimeOf } from "./runtime.ts";

const LONG = "0.8.28+commit.7893614a";
const VARIABLE = "XDG_CACHE_HOME";

describe("Hardhat 2 - the compilers of a project", () => {
  let cache: TemporaryFolder;
  const before = process.env[VARIABLE];

  beforeEach(async function () {
    // Elsewhere the folder does not depend on the environment alone.
    if (process.platform !== "linux") this.skip();
    cache = await temporaryFolder();
    process.env[VARIABLE] = cache.path;
  });
  afterEach(async () => {
    if (before === undefined) delete process.env[VARIABLE];
    else process.env[VARIABLE] = before;
    await cache?.[Symbol.asyncDispose]();
  });

  it("should be those that Hardhat 2 and 3 downloaded, after that of the project's own override", async () => {
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
