import { assert } from "chai";
import { readIgnition } from "../../src/internal/deployments/readers/ignition.ts";
import { temporaryFolder } from "../helpers/build-files.ts";
import { namesOf, projectAt } from "../helpers/deployments/fixtures.ts";
import { factOf, thrownBy } from "../helpers/thrown.ts";

const A = "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512";
const B = "0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0";
const CREATEX = "0xba5Ed099633D3B313e4D5F7bdc1305d3c28ba5Ed";
const HASH = `0x${"1".repeat(64)}`;
const OTHER = `0x${"2".repeat(64)}`;

const START = { type: "DEPLOYMENT_INITIALIZE", chainId: 296 };
const begun = (futureId: string) => ({
  type: "DEPLOYMENT_EXECUTION_STATE_INITIALIZE",
  futureId,
  contractName: "contracts/Vault.sol:Vault",
  libraries: { MathLib: B, Odd: "0x1" },
  strategy: "basic",
});
const sent = (futureId: string, id: number, networkInteraction: object) => ({
  type: "NETWORK_INTERACTION_REQUEST",
  futureId,
  networkInteraction: { id, type: "ONCHAIN_INTERACTION", ...networkInteraction },
});
const confirmed = (
  futureId: string,
  networkInteractionId: number,
  hash: string,
  contractAddress?: string,
) => ({
  type: "TRANSACTION_CONFIRM",
  futureId,
  networkInteractionId,
  hash,
  receipt: { contractAddress, status: "SUCCESS", logs: [] },
});
const ended = (futureId: string, result: object) => ({
  type: "DEPLOYMENT_EXECUTION_STATE_COMPLETE",
  futureId,
  result,
});
const deployed = (futureId: string, address = A) => [
  begun(futureId),
  sent(futureId, 1, { data: "0x6080" }),
  confirmed(futureId, 1, HASH, address),
  ended(futureId, { type: "SUCCESS", address }),
];

async function read(
  journal: readonly (object | string)[] | undefined,
  addresses?: unknown,
  id = "chain-296",
) {
  await using folder = await temporaryFolder();
  if (journal !== undefined) {
    const lines = journal.map((each) => (typeof each === "string" ? each : JSON.stringify(each)));
    await folder.write(`${id}/journal.jsonl`, lines.join("\n"));
  }
  if (addresses !== undefined) await folder.write(`${id}/deployed_addresses.json`, addresses);
  const project = await projectAt(folder.path);
  return await readIgnition(`${folder.path}/${id}`, project);
}

const reasons = ({ passedOver }: Awaited<ReturnType<typeof read>>) =>
  Object.fromEntries(passedOver.map(({ name, reason }) => [name, reason]));

describe("deployments - an Ignition deployment", () => {
  it("should have the transaction that created the contract, and its creation code", async () => {
    const { contracts } = await read([
      START,
      begun("M#V"),
      sent("M#V", 1, { data: "0x6080" }),
      confirmed("M#V", 1, OTHER),
      sent("M#V", 2, { data: "0x60806040" }),
      confirmed("M#V", 2, HASH, A),
      ended("M#V", { type: "SUCCESS", address: A }),
    ]);
    assert.deepEqual(contracts[0]?.recorded, {
      address: A,
      transactionHashes: [HASH],
      contractName: "contracts/Vault.sol:Vault",
      creationCode: "0x60806040",
      libraries: { MathLib: B },
    });
  });

  it("should take no creation code from a transaction to CreateX", async () => {
    const { contracts } = await read([
      START,
      begun("M#V"),
      sent("M#V", 1, { to: CREATEX, data: "0x26307668" }),
      confirmed("M#V", 1, HASH),
      ended("M#V", { type: "SUCCESS", address: A }),
    ]);
    assert.deepEqual(contracts[0]?.recorded?.transactionHashes, [HASH]);
    assert.isUndefined(contracts[0]?.recorded?.creationCode);
  });

  it("should lose only an incomplete line, and report it", async () => {
    const whole = deployed("M#V");
    const found = await read([START, "", ...whole, '{"futureId":"M#W","type":"DEPL']);
    assert.deepEqual(namesOf(found), { "M#V": A });
    assert.deepEqual(reasons(found), { "line 7": "it is not JSON" });
    const completionTorn = await read([START, ...whole.slice(0, 3), '{"type":"DEPLOYMENT_EX'], { "M#V": A });
    assert.deepEqual(namesOf(completionTorn), { "M#V": A });
    assert.deepEqual(completionTorn.contracts[0]?.recorded?.transactionHashes, [HASH]);
  });

  it("should drop wiped contracts, and include them again once redeployed", async () => {
    const wipe = { type: "WIPE_APPLY", futureId: "M#V" };
    const wiped = await read([START, ...deployed("M#V"), wipe], { "M#V": A });
    assert.isEmpty(wiped.contracts);
    assert.deepEqual(reasons(wiped), { "M#V": "its future was wiped from the deployment" });
    const again = await read([START, ...deployed("M#V"), wipe, ...deployed("M#V", B)]);
    assert.deepEqual(namesOf(again), { "M#V": B });
    assert.isEmpty(again.passedOver);
    const begunAgain = await read([START, ...deployed("M#V"), wipe, begun("M#V")], { "M#V": A });
    assert.isEmpty(begunAgain.contracts);
    assert.deepEqual(reasons(begunAgain), { "M#V": "its deployment was not completed" });
  });

  it("should be broken if the journal and the addresses contradict each other", async () => {
    const { contracts, passedOver } = await read([START, ...deployed("M#V")], { "M#V": B });
    assert.isEmpty(contracts);
    assert.deepEqual(
      passedOver.map(({ name, isBroken }) => [name, isBroken]),
      [["M#V", true]],
    );
    const same = await read([START, ...deployed("M#V")], { "M#V": A.toLowerCase() });
    assert.deepEqual(namesOf(same), { "M#V": A });
  });

  it("should be read from the journal if a killed process didn't update the addresses", async () => {
    const torn = await read([START, ...deployed("M#V")], '{"M#V":"0xe7f1');
    assert.deepEqual(namesOf(torn), { "M#V": A });
    assert.deepEqual(
      torn.passedOver.map(({ name, isBroken }) => [name, isBroken]),
      [["deployed_addresses.json", undefined]],
    );
    const wipe = { type: "WIPE_APPLY", futureId: "M#V" };
    const earlier = await read([START, ...deployed("M#V"), wipe, ...deployed("M#V", B)], { "M#V": A });
    assert.deepEqual(namesOf(earlier), { "M#V": B });
    assert.match(reasons(earlier)["M#V"] ?? "", /^the journal has .*, but deployed_addresses\.json has /);
    assert.isUndefined(earlier.passedOver[0]?.isBroken);
  });

  it("should list the transactions of calls, which may have created a contract", async () => {
    const { calls } = await read([START, ...deployed("M#V"), confirmed("M#V.create", 1, OTHER)]);
    assert.deepEqual(calls, [OTHER]);
  });

  it("should skip contracts that are external, failed or incomplete", async () => {
    const at = { type: "CONTRACT_AT_EXECUTION_STATE_INITIALIZE", futureId: "M#At", contractAddress: B };
    const found = await read(
      [START, at, begun("M#Failed"), ended("M#Failed", { type: "REVERTED_TRANSACTION" }), begun("M#Open")],
      { "M#At": B, "M#Bad": "0x1" },
    );
    assert.isEmpty(found.contracts);
    assert.deepEqual(reasons(found), {
      "M#At": "the module only refers to it, with contractAt",
      "M#Failed": "its deployment failed: REVERTED_TRANSACTION",
      "M#Open": "its deployment was not completed",
      "M#Bad": "its address is invalid",
    });
  });

  it("should use only addresses if there is no journal, and the chain from the default ID", async () => {
    const withoutJournal = await read(undefined, { "M#V": A.toLowerCase() });
    assert.equal(withoutJournal.chainId, 296);
    assert.deepEqual(withoutJournal.contracts[0]?.recorded, { address: A, transactionHashes: [] });
    assert.isUndefined((await read(undefined, { "M#V": A }, "mine")).chainId);
  });

  it("should reject an invalid journal and invalid addresses: VC704", async () => {
    const error = await thrownBy(() => read(["hello", "you"], {}));
    assert.equal(error.code, "VC704");
    assert.include(factOf(error, "Reason"), "it doesn't contain a chain id");
    assert.equal((await thrownBy(() => read([{ ...START, chainId: "x" }]))).code, "VC704");
    assert.equal((await thrownBy(() => read(undefined, "[1]"))).code, "VC704");
  });
});
