import path from "node:path";
import { assert } from "chai";
import { findDeployments } from "../../src/internal/deployments/find-deployments.ts";
import type { Deployment } from "../../src/internal/deployments/model.ts";
import { leaveOutGone, planTargets } from "../../src/internal/deployments/plan-targets.ts";
import { isLatestBroadcast, readBroadcast } from "../../src/internal/deployments/readers/foundry.ts";
import { folderForEach, temporaryFolder } from "../helpers/build-files.ts";
import { broadcastOf, HASH } from "../helpers/deployments/broadcast.ts";
import { FIXTURES, factsOf, namesOf, projectAt, projectOf } from "../helpers/deployments/fixtures.ts";
import { factOf, thrownBy } from "../helpers/thrown.ts";

const A = "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512";
const B = "0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0";
const FACTORY = "0x0165878A594ca255338adfa4d48449f69242Eb8F";
const hash = (digit: string): string => `0x${digit.repeat(64)}`;

const create = (contractAddress: string, its: string, more: object = {}) => ({
  hash: its,
  transactionType: "CREATE",
  contractName: "Vault",
  contractAddress: contractAddress.toLowerCase(),
  transaction: { to: null, input: "0x6080" },
  additionalContracts: [],
  ...more,
});
const receipt = (transactionHash: string, contractAddress: string | null, more: object = {}) => ({
  transactionHash,
  contractAddress,
  status: "0x1",
  to: null,
  ...more,
});

async function read(broadcast: unknown, file = "broadcast/D.s.sol/1/run-latest.json", config?: string) {
  await using folder = await temporaryFolder();
  if (config !== undefined) await folder.write("foundry.toml", config);
  const written = await folder.write(file, broadcast);
  const project = await projectAt(folder.path);
  const deployments = await readBroadcast(written, project);
  return { deployments, first: deployments[0] as NonNullable<(typeof deployments)[0]>, folder: folder.path };
}

const readOne = (transactions: readonly object[], receipts: readonly object[]) =>
  read({ chain: 1, transactions, receipts });

describe("deployments - a Foundry broadcast", () => {
  const swapped = [receipt(hash("a"), B), receipt(hash("2"), A)];
  const third = create(FACTORY, hash("3"));
  const candidates = [hash("2"), hash("3")];
  for (const [what, transactions, receipts, expected] of [
    [
      "the hash whose receipt has the contract if hashes were swapped",
      2,
      swapped,
      [[hash("2")], [hash("a")]],
    ],
    ["no hash if the only receipt belongs to another contract", 1, [receipt(hash("a"), B)], [[]]],
    [
      "every hash without a receipt if the broadcast was interrupted",
      3,
      [receipt(hash("a"), FACTORY)],
      [candidates, candidates, [hash("a")]],
    ],
    ["the recorded hash if there is no receipt yet", 1, [], [[hash("a")]]],
  ] as const)
    it(`should assign ${what}`, async () => {
      const all = [create(A, hash("A")), create(B, hash("2")), third].slice(0, transactions);
      const { first } = await readOne(all, receipts);
      const found = first.contracts.map(({ recorded }) => [recorded?.address, recorded?.transactionHashes]);
      assert.deepEqual<unknown>(
        found,
        expected.map((hashes, index) => [[A, B, FACTORY][index], hashes]),
      );
    });

  it("should let the chain decide about contracts of a failed transaction", async () => {
    const call = {
      hash: hash("2"),
      transactionType: "CALL",
      contractName: "Factory",
      contractAddress: FACTORY,
      transaction: { to: FACTORY, input: "0x12345678" },
      additionalContracts: [
        { transactionType: "CREATE", contractName: "Child", address: B, initCode: "0x60" },
      ],
    };
    const { first } = await readOne(
      [create(A, hash("1")), call],
      [receipt(hash("1"), A, { status: "0x0" }), receipt(hash("2"), null, { status: "0x0", to: FACTORY })],
    );
    const gone = await leaveOutGone(planTargets([first]), async () => false);
    assert.isEmpty(gone.targets);
    const reasons = gone.passedOver.map(({ name, reason }) => `${name}: ${reason}`);
    assert.deepEqual(reasons, ["Vault: its transaction failed", "Child: its transaction failed"]);
    for (const hasCode of [true, undefined]) {
      const kept = await leaveOutGone(planTargets([first]), async () => hasCode);
      assert.lengthOf(kept.targets, 2);
    }
  });

  for (const [what, hashOfCall] of [
    ["hashes were swapped", hash("1")],
    ["one hash was given twice", hash("2")],
  ] as const) {
    it(`should not trust the failed receipt of another call to the same contract if ${what}`, async () => {
      const to = { transaction: { to: FACTORY, input: "0x12345678" } };
      const { first } = await readOne(
        [
          create(A, hash("2"), { ...to, transactionType: "CREATE2" }),
          create(FACTORY, hashOfCall, { ...to, transactionType: "CALL" }),
        ],
        [receipt(hash("1"), null, { to: FACTORY }), receipt(hash("2"), null, { to: FACTORY, status: "0x0" })],
      );
      const planned = planTargets([first]);
      const { targets } = await leaveOutGone(planned, async () => true);
      assert.deepEqual(
        targets.map(({ target, recorded }) => [target.input, recorded[0]?.transactionHashes]),
        [[A, [hash("1")]]],
      );
      assert.isEmpty((await leaveOutGone(planned, async () => false)).targets);
    });
  }

  it("should trust another broadcast in which the transaction succeeded", async () => {
    const { first: failed } = await readOne(
      [create(A, hash("1"))],
      [receipt(hash("1"), A, { status: "0x0" })],
    );
    const { first } = await readOne([create(A, hash("2"))], [receipt(hash("2"), A)]);
    const planned = planTargets([failed, first]);
    assert.deepEqual(
      planned.map(({ whyGone, recorded }) => [whyGone, recorded[0]?.transactionHashes]),
      [[undefined, [hash("2")]]],
    );
    assert.lengthOf((await leaveOutGone(planned, async () => false)).targets, 1);
  });

  it("should assign a creation's transaction to the contracts that the constructor created", async () => {
    const children = [
      { transactionType: "CREATE", contractName: null, address: B, initCode: "0x60" },
      { transactionType: "CALL", contractName: "No", address: FACTORY },
    ];
    const { first } = await readOne(
      [create(A, hash("1"), { additionalContracts: children })],
      [receipt(hash("1"), A)],
    );
    assert.deepEqual(namesOf(first), { Vault: A, "contract created by Vault": B });
    assert.deepEqual(first.contracts[1]?.recorded, {
      address: B,
      transactionHashes: [hash("1")],
      byContract: true,
    });
  });

  it("should not trust an unknown deployer with CREATE2: code and salt must give the address", async () => {
    const { first } = await readOne(
      [
        {
          ...create(A, hash("1")),
          transactionType: "CREATE2",
          transaction: { to: FACTORY, input: `${hash("0")}6080` },
        },
      ],
      [receipt(hash("1"), null, { to: FACTORY })],
    );
    assert.deepEqual(first.contracts[0]?.recorded, { address: A, transactionHashes: [hash("1")] });
  });

  it("should use the artifacts folder set in foundry.toml", async () => {
    const broadcast = { chain: 1, transactions: [create(A, hash("1"))], receipts: [receipt(hash("1"), A)] };
    for (const [config, out] of [
      ['[profile.default]\nout = "build"', "build"],
      ["[profile.default", "out"],
      [undefined, "out"],
    ] as const) {
      const { first, folder } = await read(broadcast, undefined, config);
      assert.deepEqual(first.contracts[0]?.buildSource, {
        kind: "build-files",
        locations: [`${folder}/${out}`, `${folder}/artifacts`],
        isNamed: false,
      });
    }
  });

  for (const [name, taken] of [
    ["broadcast/D.s.sol/1/run-latest.json", true],
    ["broadcast/multi/D.s.sol-latest/go.json", true],
    ["broadcast/D.s.sol/1/run-1700000000000.json", false],
    ["broadcast/multi/D.s.sol-1700000000000/go.json", false],
    ["reports/coverage-latest.json", false],
  ] as const) {
    it(`should ${taken ? "take" : "not take"} ${name}`, () => {
      assert.equal(isLatestBroadcast(path.dirname(`/p/${name}`), path.basename(name)), taken);
    });
  }

  for (const [what, broadcast, reason] of [
    ["JSON without transactions", { chain: 1 }, "it is not a broadcast: it has no transactions"],
    ["an array", [], "it doesn't contain a JSON object"],
    ["invalid JSON", "{", "Expected property name or '}' in JSON at position 1 (line 1 column 2)"],
  ] as const) {
    it(`should reject ${what}: VC704`, async () => {
      const error = await thrownBy(() => read(broadcast));
      assert.equal(error.code, "VC704");
      assert.equal(factOf(error, "Reason"), reason);
    });
  }
});

const CHAIN_ID = 31337;
const C = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
/** The proxy of CREATE3, which has no sources. */
const CREATE3_PROXY = "0x278cEaF70cfd476ce087c9923780FcaD189FC6d1";

const find = async (tool: string, chainId: number): Promise<readonly Deployment[]> =>
  findDeployments([], chainId, await projectOf(tool), FIXTURES);

describe("deployments - the functions of a Foundry script", () => {
  it("should all be found, by signature, by calldata and on several chains, but without dry runs", async () => {
    const deployments = await find("foundry-signatures", CHAIN_ID);
    const start = `${FIXTURES}foundry-signatures/broadcast/`.length;
    assert.deepEqual(
      deployments.map(({ location }) => location.slice(start)),
      [
        "Parts.s.sol/31337/create3-latest.json",
        "Parts.s.sol/31337/deploy-latest.json",
        "Parts.s.sol/31337/fc0c546a-latest.json",
        "Parts.s.sol/31337/run-latest.json",
        "multi/Parts.s.sol-latest/go.json",
      ],
    );
    assert.sameMembers(
      planTargets(deployments).map(({ target }) => target.input),
      [...factsOf("foundry-signatures").map(({ address }) => address), CREATE3_PROXY],
    );
  });

  it("should be superseded by the newest broadcast of the script on the chain, whatever function ran", async () => {
    const deployments = await find("foundry-signatures", CHAIN_ID);
    const newest = deployments.filter(({ contracts }) =>
      contracts.every(({ whyGone }) => whyGone === undefined),
    );
    assert.deepEqual(
      newest.map(({ location }) => location.endsWith("multi/Parts.s.sol-latest/go.json")),
      [true],
    );
  });
});

describe("deployments - an address without code in a superseded broadcast", () => {
  const folder = folderForEach();
  const broadcast = (address: string, timestamp: number) =>
    broadcastOf(address, { chain: CHAIN_ID, timestamp, isFinished: false });
  const planned = async () =>
    planTargets(await findDeployments([], CHAIN_ID, await projectAt(folder.path), folder.path));
  const inputsOf = (targets: Awaited<ReturnType<typeof planned>>) =>
    targets.map(({ target }) => target.input);

  it("should be left out and listed, without losing any other address", async () => {
    const at = "broadcast/D.s.sol";
    await folder.write(`${at}/31337/old-latest.json`, broadcast(A, 1_700_000_000));
    await folder.write(`${at}/31337/older-latest.json`, broadcast(B, 1_600_000_000_000));
    await folder.write(`${at}/31337/run-latest.json`, broadcast(C, 1_700_000_000_001));
    await folder.write("broadcast/E.s.sol/31337/run-latest.json", broadcast(B, 1));
    const asked: string[] = [];
    const { targets, passedOver } = await leaveOutGone(await planned(), async ({ target }) => {
      asked.push(target.input);
      return false;
    });
    // B is in the newest broadcast of another script, and C in the newest of this one.
    assert.deepEqual(asked, [A]);
    assert.deepEqual(inputsOf(targets), [B, C]);
    assert.deepEqual(
      passedOver.map(({ file }) => file),
      [`${folder.path}/${at}/31337/old-latest.json`],
    );
  });

  it("should be kept if the newer broadcast's transactions failed", async () => {
    await folder.write("broadcast/D.s.sol/31337/old-latest.json", broadcast(A, 1));
    const receipts = [{ transactionHash: HASH, contractAddress: B, status: "0x0" }];
    await folder.write("broadcast/D.s.sol/31337/run-latest.json", { ...broadcast(B, 2), receipts });
    const { targets } = await leaveOutGone(await planned(), async () => false);
    assert.deepEqual(inputsOf(targets), [A]);
  });

  it("should be kept if they are locked, because missing code is drift then", async () => {
    await folder.write("broadcast/D.s.sol/31337/old-latest.json", broadcast(A, 1));
    await folder.write("broadcast/D.s.sol/31337/run-latest.json", broadcast(B, 2));
    const kept = async (entry: unknown) => {
      const locked = (await planned()).map((each) => ({ ...each, locked: { entry } }));
      return inputsOf((await leaveOutGone(locked, async () => false)).targets);
    };
    assert.sameMembers(await kept({}), [A, B]);
    assert.sameMembers(await kept(undefined), [B]);
  });
});
