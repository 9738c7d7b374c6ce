import { readFileSync } from "node:fs";
import path from "node:path";
import { assert } from "chai";
import { readCandidates } from "../../../src/internal/builds/read-candidates.ts";
import { readHardhatDeployment } from "../../../src/internal/builds/readers/hardhat-deployment.ts";
import { temporaryFolder } from "../../helpers/build-files.ts";
import { FIXTURES, factsOf } from "../../helpers/deployments/fixtures.ts";

for (const tool of ["hardhat-deploy-v1", "hardhat-deploy-v2"])
  describe(`build - a deployment record, ${tool}`, () => {
    it("should have the address, transaction and arguments found on chain", async () => {
      const { candidates } = await readCandidates([FIXTURES + tool], FIXTURES);
      const contracts = factsOf(tool);
      let compared = 0;
      for (const { deployment, file: written } of candidates) {
        const fact = contracts.find(
          ({ address }) => address.toLowerCase() === deployment?.address.toLowerCase(),
        );
        assert.isDefined(fact, deployment?.address);
        // The proxy's file has the last upgrade's transaction.
        const isProxyFile = tool === "hardhat-deploy-v1" && written.endsWith("/Counter.json");
        const hashes = isProxyFile ? [] : [fact?.creationTransactionHash];
        assert.deepEqual(deployment?.transactionHashes, hashes);
        if (deployment?.constructorArguments === undefined) continue;
        assert.equal(deployment.constructorArguments, fact?.constructorArguments, fact?.name);
        compared++;
      }
      // Version 1 records values that aren't encoded.
      assert.equal(compared > 5, tool === "hardhat-deploy-v2");
    });

    it("should have the storage layout of the proxy, not of its implementation", async () => {
      const { candidates } = await readCandidates([FIXTURES + tool], FIXTURES);
      const vault = candidates.find(({ name }) => name === "Vault");
      assert.property(vault?.storageLayout, "storage");
      for (const { storageLayout, inputSourceName, name } of candidates)
        assert.match(
          JSON.stringify(storageLayout ?? { storage: [] }),
          new RegExp(`"storage":\\[(\\]|.*"${inputSourceName}:${name}")`),
        );
    });
  });

/** A record of Vault with other values. */
function readVault(tool: string) {
  const file = `${FIXTURES}${tool}/deployments/development/Vault.json`;
  const json = JSON.parse(readFileSync(file, "utf8"));
  return { file, json, read: (more: object) => readHardhatDeployment({ file, json: { ...json, ...more } }) };
}

describe("build - a malformed deployment record", () => {
  it("should leave out version 1's argument values, and malformed encoded arguments", () => {
    const { json, read } = readVault("hardhat-deploy-v1");
    const deployment = (argsData: unknown) => read({ argsData })?.candidate.deployment;
    assert.isArray(json.args);
    for (const argsData of [undefined, "0xzz", 5])
      assert.notProperty(deployment(argsData), "constructorArguments");
    assert.propertyVal(deployment("0xAB"), "constructorArguments", "0xab");
  });
});

describe("build - the references in a deployment record, hardhat-deploy-v2", () => {
  const { json, read } = readVault("hardhat-deploy-v2");

  it("should be the stored ones", () => {
    const runtime = read({})?.candidate.runtime;
    assert.notProperty(runtime, "isInferred");
    assert.deepEqual(runtime?.immutableReferences, json.immutableReferences);
  });

  for (const key of ["linkReferences", "deployedLinkReferences"])
    it(`should be inferred from the code without ${key}`, () =>
      assert.propertyVal(read({ [key]: undefined })?.candidate.runtime, "isInferred", true));
});

describe("build - the compiler input of a deployment record, hardhat-deploy-v1", () => {
  const { file: record, json, read } = readVault("hardhat-deploy-v1");
  const deployments = path.dirname(record);
  const storedInput = (hash: string) =>
    JSON.parse(readFileSync(`${deployments}/solcInputs/${hash}.json`, "utf8"));
  const load = (file: string, solcInputHash: unknown) =>
    readHardhatDeployment({ file, json: { ...json, solcInputHash } })?.load();

  it("should be the stored one, with all compiled sources", async () => {
    const build = await load(record, json.solcInputHash);
    assert.equal(build?.file, path.join(deployments, "solcInputs", `${json.solcInputHash}.json`));
    assert.equal(build?.id, json.solcInputHash);
    assert.deepEqual(build?.input, storedInput(json.solcInputHash));
  });

  for (const [what, hash] of [
    ["from another compilation", "0e89febeebc7444140de8e67c9067d2c"],
    ["not named", undefined],
  ] as const)
    it(`should be restored from the metadata if the stored one is ${what}`, async () => {
      const build = await load(record, hash);
      assert.equal(build?.file, record);
      assert.sameMembers(
        Object.keys(build?.input.sources ?? {}),
        Object.keys(JSON.parse(json.metadata).sources),
      );
    });

  it("should be identified by its hash, or else by the record's name", () => {
    const idOf = (solcInputHash: unknown) => read({ solcInputHash })?.candidate.buildId;
    assert.deepEqual([idOf(json.solcInputHash), idOf(undefined)], [json.solcInputHash, "Vault"]);
  });

  it("should not be read from outside solcInputs", async () => {
    await using folder = await temporaryFolder();
    await folder.write("solcInputs/.keep", "");
    await folder.write("elsewhere.json", storedInput(json.solcInputHash));
    const file = path.join(folder.path, "Vault.json");
    assert.equal((await load(file, "../elsewhere"))?.file, file);
  });
});
