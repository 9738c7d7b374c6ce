import { assert } from "chai";
import { recordedTransactions } from "../../src/internal/deployments/recorded-transactions.ts";
import { temporaryFolder } from "../helpers/build-files.ts";
import { broadcastOf } from "../helpers/deployments/broadcast.ts";
import { factsOf, projectAt, projectOf } from "../helpers/deployments/fixtures.ts";

const CHAIN_ID = 31337;
const A = "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512";
const hash = (digit: string): string => `0x${digit.repeat(64)}`;

describe("deployments - the transactions recorded for one contract", () => {
  for (const tool of ["ignition", "hardhat-deploy-v1", "hardhat-deploy-v2", "foundry-signatures"]) {
    it(`should be found in ${tool}'s records`, async () => {
      const project = await projectOf(tool);
      // Only Foundry records a factory's contracts.
      const facts = factsOf(tool).filter(({ creationInput }) => creationInput !== null);
      assert.isNotEmpty(facts);
      for (const { name, address, creationTransactionHash } of facts) {
        const found = await recordedTransactions(address, CHAIN_ID, project);
        assert.include(found, creationTransactionHash.toLowerCase(), name);
      }
    });
  }

  it("should exclude other chains, and be empty for an unrecorded address", async () => {
    for (const tool of ["ignition", "foundry-signatures"]) {
      const project = await projectOf(tool);
      const [first] = factsOf(tool);
      assert.isEmpty(await recordedTransactions(first?.address ?? "", 296, project), tool);
      const unknown = "0x000000000000000000000000000000000000dEaD";
      assert.isEmpty(await recordedTransactions(unknown, CHAIN_ID, project), tool);
    }
  });

  const broadcast = (its: string, timestamp: number) =>
    broadcastOf(A, { chain: CHAIN_ID, hash: its, timestamp, isFinished: false });

  it("should list the latest broadcast first, and ignore a broken one", async () => {
    await using folder = await temporaryFolder();
    await folder.write("broadcast/A.s.sol/31337/run-latest.json", broadcast(hash("1"), 1));
    await folder.write("broadcast/B.s.sol/31337/run-latest.json", broadcast(hash("2"), 2));
    await folder.write("broadcast/C.s.sol/31337/run-latest.json", `{"transactions": ["${A}`);
    await folder.write("broadcast/D.s.sol/10/run-latest.json", broadcast(hash("3"), 3));
    const found = await recordedTransactions(A, CHAIN_ID, await projectAt(folder.path));
    assert.deepEqual(found, [hash("2"), hash("1")]);
  });
});
