import { assert } from "chai";
import { readHardhatDeploy } from "../../src/internal/deployments/readers/hardhat-deploy.ts";
import { temporaryFolder } from "../helpers/build-files.ts";
import { namesOf, projectAt } from "../helpers/deployments/fixtures.ts";

const PROXY = "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512";
const IMPLEMENTATION = "0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0";
const HASH = `0x${"1".repeat(64)}`;
const UPGRADE = `0x${"2".repeat(64)}`;

const file = (address: string, transactionHash: string, more: object = {}) => ({
  address,
  abi: [],
  transactionHash,
  bytecode: "0x6080",
  ...more,
});

async function read(files: Readonly<Record<string, unknown>>) {
  await using folder = await temporaryFolder();
  await folder.write("n/.chainId", "296\n");
  for (const [name, content] of Object.entries(files)) await folder.write(`n/${name}`, content);
  const project = await projectAt(folder.path);
  return await readHardhatDeploy(`${folder.path}/n`, project);
}

describe("deployments - a hardhat-deploy network", () => {
  it("should take a proxy's transaction from its own file after an upgrade", async () => {
    const { contracts, chainId } = await read({
      "Counter.json": file(PROXY, UPGRADE, { implementation: IMPLEMENTATION, args: [1] }),
      "Counter_Proxy.json": file(PROXY, HASH),
      "Counter_Implementation.json": file(IMPLEMENTATION, UPGRADE),
    });
    assert.equal(chainId, 296);
    assert.deepEqual(
      contracts.map(({ name, recorded }) => [name, recorded?.address, recorded?.transactionHashes]),
      [
        ["Counter_Implementation", IMPLEMENTATION, [UPGRADE]],
        ["Counter_Proxy", PROXY, [HASH]],
      ],
    );
  });

  it("should know only the address of a proxy without a file of its own", async () => {
    const { contracts } = await read({
      "Counter.json": file(PROXY, UPGRADE, { implementation: IMPLEMENTATION, contractName: "Counter" }),
    });
    assert.deepEqual(contracts[0]?.recorded, { address: PROXY, transactionHashes: [] });
  });

  it("should keep a contract if another file's name only looks like its proxy's", async () => {
    const deployment = await read({
      "A.json": file(PROXY, HASH),
      "A_Proxy.json": file(IMPLEMENTATION, HASH),
    });
    assert.deepEqual(namesOf(deployment), { A: PROXY, A_Proxy: IMPLEMENTATION });
  });

  it("should skip other people's deployments, and unusable files", async () => {
    const deployment = await read({
      "Weth.json": { address: PROXY, abi: [] },
      "Torn.json": '{"address": "0x',
      "Odd.json": { abi: [] },
      "Wrong.json": file(PROXY.replace("e7f1", "E7F1"), HASH),
      "Deep.json": "[".repeat(100_000) + "]".repeat(100_000),
      ".migrations.json": { x: 1 },
      "Good.json": file(IMPLEMENTATION, "0x12"),
    });
    assert.deepEqual(namesOf(deployment), { Good: IMPLEMENTATION });
    assert.deepEqual(deployment.contracts[0]?.recorded?.transactionHashes, []);
    const reasons = Object.fromEntries(deployment.passedOver.map(({ name, reason }) => [name, reason]));
    assert.hasAllKeys(reasons, ["Weth", "Torn", "Odd", "Wrong", "Deep"]);
    assert.equal(reasons.Weth, "someone else deployed it: the record has neither a transaction nor code");
    assert.equal(reasons.Odd, "it has no address");
    assert.equal(reasons.Wrong, "its address is invalid or has a wrong checksum");
    assert.include(reasons.Torn, "JSON");
  });
});
