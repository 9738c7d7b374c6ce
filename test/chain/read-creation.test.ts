import { assert } from "chai";
import { getCreate2Address, getCreateAddress } from "ethers/address";
import { keccak256 } from "ethers/crypto";
import { CreationWitness } from "../../src/internal/chain/creation-witness.ts";
import { findBirthBlock, hasAppearedIn } from "../../src/internal/chain/find-creation.ts";
import { confirmCreation, readCreation } from "../../src/internal/chain/read-creation.ts";
import { DEPLOYER, FakeChain, transactionHash } from "../helpers/fake-chain.ts";
import { factOf, thrownBy } from "../helpers/thrown.ts";

const NEVER = new AbortController().signal;
const ADDRESS = getCreateAddress({ from: DEPLOYER, nonce: 7 });
const OTHER = getCreateAddress({ from: DEPLOYER, nonce: 3 });
const CREATION = transactionHash(7);
const OF_ANOTHER = transactionHash(3);
const FAILED = transactionHash(4);
const CALL = transactionHash(8);
const UNKNOWN = transactionHash(99);

function deployed(): FakeChain {
  return new FakeChain()
    .create(OTHER, "0x61", "0x03", 3, 3)
    .mine(
      4,
      { hash: FAILED, from: DEPLOYER, to: null, nonce: 4, input: "0x04" },
      { succeeded: false, contractAddress: ADDRESS },
    )
    .create(ADDRESS, "0x60", "0x07", 7, 7)
    .mine(8, { hash: CALL, from: DEPLOYER, to: ADDRESS.toLowerCase(), nonce: 8, input: "0x08" })
    .growTo(20);
}

function factoryMade(): FakeChain {
  return new FakeChain()
    .mine(3, { hash: OF_ANOTHER, from: DEPLOYER, to: OTHER.toLowerCase(), nonce: 3, input: "0x03" })
    .deploy(ADDRESS, "0x60", 5)
    .mine(5, { hash: CALL, from: DEPLOYER, to: OTHER.toLowerCase(), nonce: 5, input: "0x05" })
    .growTo(20);
}

/** Without a query service, only the chain shows a creation. */
const NO_QUERY = new CreationWitness(undefined, ADDRESS, NEVER);

const read = (
  chain: FakeChain,
  fromOption?: string,
  fromRecord?: string,
  fromDeployments: readonly string[] = [],
) => readCreation(sourcesAt(ADDRESS, chain), { fromOption, fromDeployments, fromRecord }, undefined);

const sourcesAt = (address: string, chain: FakeChain) => ({
  chain: Object.assign(chain, { wait: async () => {} }),
  chainId: 31337,
  address,
  runtimeBytecode: "0x60",
  witness: NO_QUERY,
  signal: NEVER,
});

const FACTS = {
  transactionHash: CREATION,
  deployer: DEPLOYER,
  blockNumber: 7,
  transactionIndex: 0,
  timestampS: 1_790_000_000 + 60 * 7,
  initCode: { bytecode: "0x07", shownBy: "transaction" as const },
  isSigned: true,
  statedTimestamp: undefined,
  input: "0x07",
  factory: null,
};

describe("chain - the creation transaction", () => {
  it("is the one that the user named", async () =>
    assert.deepEqual(await read(deployed(), CREATION, UNKNOWN), { ...FACTS, knownFrom: "option" }));

  it("is otherwise the one that the record names", async () =>
    assert.deepEqual(await read(deployed(), undefined, CREATION), { ...FACTS, knownFrom: "record" }));

  it("is one that a deployment record names, before the stored record's", async () => {
    const creation = await read(deployed(), undefined, CALL, [OF_ANOTHER, CREATION]);
    assert.deepEqual(creation, { ...FACTS, knownFrom: "deployment" });
    assert.deepEqual(await read(deployed(), undefined, CREATION, [UNKNOWN, FAILED]), {
      ...FACTS,
      knownFrom: "record",
    });
  });

  it("is searched for after a few transactions from deployment records", async () => {
    const names = Array.from({ length: 60 }, () => UNKNOWN);
    const chain = deployed();
    assert.deepEqual(await read(chain, undefined, undefined, [...names, CREATION]), {
      ...FACTS,
      knownFrom: "chain",
    });
  });

  it("is proven by the address if a deterministic deployer received salt and init code", async () => {
    const salt = `0x${"00".repeat(31)}07`;
    const at = getCreate2Address(OTHER, salt, keccak256("0x6001"));
    const chain = new FakeChain()
      .deploy(at, "0x60", 5)
      .mine(5, { hash: CALL, from: DEPLOYER, to: OTHER.toLowerCase(), nonce: 5, input: `${salt}6001` })
      .growTo(20);
    chain.withoutState = true;
    const hints = { fromOption: undefined, fromDeployments: [CALL], fromRecord: undefined };
    const creation = await readCreation(sourcesAt(at, chain), hints, undefined);
    assert.deepInclude(creation, {
      transactionHash: CALL,
      knownFrom: "deployment",
      initCode: { bytecode: "0x6001", shownBy: "create2", isInAddress: true },
      factory: OTHER.toLowerCase(),
    });
    assert.isUndefined(await readCreation(sourcesAt(ADDRESS, chain), hints, undefined));
  });

  it("is proven in three requests for a plain deployment on a node without traces and history", async () => {
    const chain = deployed();
    chain.withoutState = true;
    assert.deepEqual(await read(chain, undefined, CREATION), { ...FACTS, knownFrom: "record" });
    assert.sameMembers(chain.calls, [
      "eth_getTransactionByHash",
      "eth_getTransactionReceipt",
      "eth_getBlockByNumber 7",
    ]);
  });

  for (const [what, hash] of [
    ["unknown to the chain", UNKNOWN],
    ["that created another contract", OF_ANOTHER],
    ["that failed", FAILED],
    ["that only called the contract", CALL],
  ] as const)
    it(`is refused when the user names one ${what}, and searched for when the record does`, async () => {
      const error = await thrownBy(() => read(deployed(), hash));
      assert.equal(error.code, "VC303");
      assert.isString(factOf(error, "Reason"));
      assert.deepEqual(await read(deployed(), undefined, hash), { ...FACTS, knownFrom: "chain" });
    });

  it("has no creation code if another contract created this one", async () => {
    const creation = await read(factoryMade(), CALL);
    assert.deepInclude(creation, { transactionHash: CALL, initCode: undefined });
  });

  it("is never an earlier call if another contract created this one", async () => {
    assert.equal((await thrownBy(() => read(factoryMade(), OF_ANOTHER))).code, "VC303");
    assert.isUndefined(await read(factoryMade(), undefined, OF_ANOTHER));
  });

  it("is the user's, never the record's, for a factory on a node without historical state", async () => {
    const chain = factoryMade();
    chain.withoutState = true;
    assert.deepInclude(await read(chain, CALL), { transactionHash: CALL, knownFrom: "option" });
    assert.isUndefined(await read(chain, undefined, CALL));
  });

  it("is unknown if the node fails to read a hash that only the record names", async () => {
    const chain = deployed();
    chain.withoutState = true;
    chain.failing.add("eth_getTransactionByHash");
    assert.isUndefined(await read(chain, undefined, CREATION));
  });

  it("is a ChainError if the node fails to read a hash that the user named", async () => {
    const chain = deployed();
    chain.failing.add("eth_getTransactionByHash");
    const error = await read(chain, CREATION).catch((thrown: unknown) => thrown);
    assert.propertyVal(error, "name", "ChainError");
  });
});

function chainWith(more: Parameters<FakeChain["mine"]>[1] | object = {}): FakeChain {
  return new FakeChain().mine(
    5,
    { hash: CREATION, from: DEPLOYER, to: null, nonce: 7, input: "0x6001", ...more },
    { contractAddress: ADDRESS },
  );
}

async function confirm(chain: FakeChain, knownFrom: "query-service" | "chain" | "deployment") {
  const facts = await confirmCreation(sourcesAt(ADDRESS, chain), CREATION, knownFrom);
  return typeof facts === "string" ? assert.fail(facts) : facts;
}

describe("chain - confirming the creation transaction", () => {
  it("should need no receipt if sender and nonce give the query service's address", async () => {
    // With chain id, block number, and the code at the beginning and at the end, a run asks the relay six times.
    const chain = chainWith();
    const facts = await confirm(chain, "query-service");
    assert.deepEqual(chain.calls, ["eth_getTransactionByHash", "eth_getBlockByNumber 5"]);
    const { knownFrom: _, ...shown } = facts;
    const { knownFrom: __, ...byReceipt } = await confirm(chainWith(), "chain");
    assert.deepEqual(shown, byReceipt);
  });

  for (const [what, chain, knownFrom] of [
    ["names the transaction, but the nonce differs", chainWith({ nonce: 8 }), "query-service"],
    ["names the transaction, but it has no signature", chainWith({ isSigned: false }), "query-service"],
    [
      "names the transaction, but the node doesn't say where it was mined",
      chainWith({ position: undefined }),
      "query-service",
    ],
    ["doesn't name the transaction", chainWith(), "deployment"],
  ] as const)
    it(`should read the receipt if the query service ${what}`, async () => {
      await confirm(chain, knownFrom);
      assert.include(chain.calls, "eth_getTransactionReceipt");
    });
});

function createdIn(block: number, latest: number): FakeChain {
  return new FakeChain()
    .deploy(ADDRESS, "0x60", block)
    .mine(block, { hash: transactionHash(1), from: DEPLOYER, to: null, nonce: 6, input: "0x61" })
    .mine(block, { hash: transactionHash(2), from: DEPLOYER, to: null, nonce: 7, input: "0x62" })
    .mine(block, { hash: transactionHash(3), from: DEPLOYER, to: ADDRESS, nonce: 8, input: "0x63" })
    .growTo(latest);
}

describe("chain - finding the creation transaction on the chain", () => {
  for (const [block, latest] of [
    [5, 5],
    [1, 1_000_000],
    [77_777_777, 250_000_000],
  ] as const)
    it(`finds it in block ${block} of ${latest} with at most 50 calls`, async () => {
      const chain = createdIn(block, latest);
      const found = await findBirthBlock(sourcesAt(ADDRESS, chain));
      assert.equal(found?.direct?.hash, transactionHash(2));
      assert.isAtMost(chain.calls.length, 50);
    });

  it("finds none on a node without historical state", async () => {
    const chain = createdIn(10, 1000);
    chain.withoutState = true;
    assert.isUndefined(await findBirthBlock(sourcesAt(ADDRESS, chain)));
    assert.isAtMost(chain.calls.length, 3);
  });

  it("finds the block but no direct creation if another contract created the contract", async () => {
    const found = await findBirthBlock(sourcesAt(ADDRESS, factoryMade()));
    assert.isUndefined(found?.direct);
    assert.deepEqual(
      found?.transactions.map(({ hash }) => hash),
      [CALL],
    );
  });
});

describe("chain - a block in which another contract created the contract", () => {
  it("is recognised if the contract is new in it and no transaction created it directly", async () => {
    assert.isTrue(await hasAppearedIn(sourcesAt(ADDRESS, factoryMade()), 5));
    assert.isTrue(await hasAppearedIn(sourcesAt(ADDRESS, new FakeChain().deploy(ADDRESS, "0x60", 0)), 0));
  });

  it("is neither an earlier nor a later block, nor one with a direct creation", async () => {
    assert.isFalse(await hasAppearedIn(sourcesAt(ADDRESS, factoryMade()), 4));
    assert.isFalse(await hasAppearedIn(sourcesAt(ADDRESS, factoryMade()), 6));
    assert.isFalse(await hasAppearedIn(sourcesAt(ADDRESS, createdIn(5, 20)), 5));
  });

  it("is unknown on a node without historical state", async () => {
    const chain = factoryMade();
    chain.withoutState = true;
    assert.isUndefined(await hasAppearedIn(sourcesAt(ADDRESS, chain), 5));
  });
});
