import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

import { assert } from "chai";

import { caseFolder, type DeploymentCase, deploymentCases, factsOf } from "../helpers/deployment-cases.ts";
import { replayDeployments } from "../helpers/replay-deployments.ts";
import { type PrivateWorld, privateWorld } from "../helpers/world.ts";

/** Where tools write down the transactions that they sent. */
const RECORDS = /[\\/](journal\.jsonl|run-latest\.json|deployments[\\/]development[\\/]\w+\.json)$/;

for (const name of deploymentCases)
  describe(`deployments - what ${name} deployed, on another chain`, () => {
    let world: PrivateWorld;
    let hashes: readonly string[];
    before(async () => {
      world = await privateWorld();
      hashes = await replayDeployments(world.chain, name);
    });
    after(() => world[Symbol.asyncDispose]());

    it("should have each contract at its address, created by its transaction", async () => {
      for (const contract of factsOf(name).contracts) {
        const code = await world.chain.request("eth_getCode", contract.address, "latest");
        assert.equal(code, contract.runtimeBytecode, contract.name);
        const creation = (await world.chain.request(
          "eth_getTransactionByHash",
          contract.creationTransactionHash,
        )) as { readonly to: string | null; readonly input: string };
        assert.equal(creation.to === null ? creation.input : null, contract.creationInput, contract.name);
      }
    });

    it("should know all transactions that the tool wrote down", async () => {
      const written = await recordedHashes(name);
      assert.isNotEmpty(written);
      assert.deepEqual(
        written.filter((hash) => !hashes.includes(hash)),
        [],
      );
    });
  });

/** The hashes of transactions in the records of a case. */
async function recordedHashes(name: DeploymentCase): Promise<readonly string[]> {
  const files = await readdir(caseFolder(name), { recursive: true });
  const records = files.filter((file) => RECORDS.test(`/${file}`));
  const texts = await Promise.all(records.map((file) => readFile(path.join(caseFolder(name), file), "utf8")));
  return texts.flatMap((text) =>
    Array.from(text.matchAll(/"(?:hash|transactionHash)": ?"(0x[0-9a-f]{64})"/g), ([, hash = ""]) => hash),
  );
}
