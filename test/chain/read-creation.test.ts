import { assert } from "chai";
import { getCreate2Address, getCreateAddress } from "ethers/address";
import { keccak256 } from "ethers/crypto";
import { CreationWitness } from "../../src/internal/chain/creation-witness.ts";
import { readCreation } from "../../src/internal/chain/read-creation.ts";
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
  chain,
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
