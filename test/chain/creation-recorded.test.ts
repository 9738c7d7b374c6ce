import { assert } from "chai";
import { CreationWitness } from "../../src/internal/chain/creation-witness.ts";
import { readCreation } from "../../src/internal/chain/read-creation.ts";
import { rpcChain } from "../../src/internal/chain/rpc-chain.ts";
import { QueryService } from "../../src/internal/services/query/query-service.ts";
import { requestTo } from "../helpers/node-request.ts";
import {
  ARGUMENT,
  type LedgerOptions,
  RECORDED,
  RECORDED_INIT_CODE,
  recordedLedger,
} from "../helpers/recorded-ledger.ts";
import { QUICK } from "../helpers/services/quick.ts";
import { factOf, thrownBy } from "../helpers/thrown.ts";

const NEVER = new AbortController().signal;
const LATEST = 10_000;
const WITH_ARGUMENT = `${RECORDED_INIT_CODE}${ARGUMENT}`;
const FACTORY = "0x7da0aa30370a07412cf8414a185a790254a06092";
const FACTORY_LONG_ZERO = "0x0000000000000000000000000000000000001b5c";

async function read(
  of: { readonly address: string },
  options: LedgerOptions = {},
  fromOption?: string,
  isQueried = true,
) {
  await using ledger = await recordedLedger(options);
  const query = isQueried ? new QueryService({ url: ledger.mirrorUrl, ...QUICK }) : undefined;
  const chain = rpcChain("recorded", requestTo(ledger.relayUrl));
  const hints = { fromOption, fromDeployments: [], fromRecord: undefined };
  const witness = new CreationWitness(query, of.address, NEVER);
  const now = { chain, chainId: 296, address: of.address, runtimeBytecode: "0x60" };
  return { creation: await readCreation({ ...now, witness, signal: NEVER }, hints, LATEST), ledger };
}

type Case = readonly [
  way: keyof typeof RECORDED,
  what: string,
  bytecode: string,
  shownBy: "transaction" | "query-service",
  factory: string | null,
  mirrorRequests: number,
];

/** The mirror is asked for the contract, then 1 request for a direct creation, 3 for a child, and 1 for its actions. */
const CASES: readonly Case[] = [
  ["A", "an Ethereum transaction", WITH_ARGUMENT, "transaction", null, 2],
  ["E", "an Ethereum transaction with its call data in a file", WITH_ARGUMENT, "transaction", null, 2],
  ["B", "a HAPI transaction with the init code in a file", WITH_ARGUMENT, "query-service", null, 2],
  ["B2", "a HAPI transaction with inline init code", WITH_ARGUMENT, "query-service", null, 2],
  ["C", "a factory's CREATE2", WITH_ARGUMENT, "query-service", FACTORY_LONG_ZERO, 5],
  ["D", "a factory's CREATE in a HAPI call", WITH_ARGUMENT, "query-service", FACTORY_LONG_ZERO, 5],
  ["G", "CREATE2 onto a hollow account", RECORDED_INIT_CODE, "query-service", FACTORY_LONG_ZERO, 5],
];

/** The mirror node answers requests for some paths with this body. */
const answering = (isAsked: (path: string) => boolean, body: object): LedgerOptions => ({
  mirror: (path) => (isAsked(path) ? { status: 200, body } : undefined),
});
const NO_RESULTS = { results: [], links: { next: null } };

describe("chain - creations on a recorded ledger", () => {
  for (const [way, what, bytecode, shownBy, factory, requests] of CASES)
    it(`should find the creation by ${what}, without searching the chain`, async () => {
      const { creation, ledger } = await read(RECORDED[way]);
      assert.equal(creation?.transactionHash, RECORDED[way].hash);
      assert.equal(creation?.knownFrom, "query-service");
      assert.deepEqual(creation?.initCode, { bytecode, shownBy });
      assert.equal(creation?.factory, factory);
      assert.lengthOf(ledger.mirrorCalls, requests, ledger.mirrorCalls.join("\n"));
      assert.notInclude(ledger.relayCalls, "eth_getCode");
    });

  for (const way of ["C", "D", "G"] as const)
    it(`should read the init code from the trace if the relay supports traces: ${way}`, async () => {
      const { creation, ledger } = await read(RECORDED[way], { traces: true });
      const bytecode = way === "G" ? RECORDED_INIT_CODE : WITH_ARGUMENT;
      assert.deepInclude(creation?.initCode, { bytecode, shownBy: "trace" });
      assert.equal(creation?.factory, FACTORY);
      assert.isFalse(ledger.mirrorCalls.some((call) => call.includes("/actions")));
    });

  it("should find the creation of a contract given by its long-zero address", async () => {
    const { creation } = await read({ address: "0x0000000000000000000000000000000000001b59" });
    assert.equal(creation?.transactionHash, RECORDED.A.hash);
    assert.deepEqual(creation?.initCode, { bytecode: WITH_ARGUMENT, shownBy: "transaction" });
  });

  it("should leave the init code of a HAPI creation unknown without a query service", async () => {
    for (const way of ["B", "B2"] as const) {
      const { creation } = await read(RECORDED[way], {}, RECORDED[way].hash, false);
      assert.equal(creation?.transactionHash, RECORDED[way].hash);
      assert.isUndefined(creation?.initCode);
    }
  });

  it("should not accept a call to the factory because of its receipt's contract address", async () => {
    const { creation } = await read({ address: FACTORY }, {}, RECORDED.C.hash, false).catch(() => ({
      creation: undefined,
    }));
    assert.isUndefined(creation);
  });

  for (const [what, hash] of [
    ["the hash of another creation", RECORDED.E.hash],
    ["the hash of a factory call that created another contract", RECORDED.C.hash],
  ] as const)
    it(`should reject ${what}`, async () => {
      const error = await thrownBy(() => read(RECORDED.A, {}, hash));
      assert.equal(error.code, "VC303");
      assert.isString(factOf(error, "Reason"));
    });

  it("should leave the init code unknown if actions and bytecode differ", async () => {
    const noActions = answering((path) => path.includes("/actions"), { actions: [], links: { next: null } });
    const { creation } = await read(RECORDED.C, noActions);
    assert.equal(creation?.transactionHash, RECORDED.C.hash);
    assert.isUndefined(creation?.initCode);
    assert.equal(creation?.factory, FACTORY);
  });

  it("should leave the init code unknown if the query service has none", async () => {
    await using recorded = await recordedLedger();
    const { address, hash } = RECORDED.B;
    const asked = await fetch(`${recorded.mirrorUrl}/api/v1/contracts/${address}`);
    const contract = (await asked.json()) as object;
    for (const bytecode of [null, "0x"]) {
      const body = { ...contract, bytecode };
      const own = answering((path) => path === `/contracts/${address}`, body);
      const { creation } = await read(RECORDED.B, own);
      assert.equal(creation?.transactionHash, hash);
      assert.isUndefined(creation?.initCode);
    }
  });

  it("should reject a parent transaction that didn't create the contract", async () => {
    const noParent = answering((path) => path.startsWith("/contracts/results?timestamp"), NO_RESULTS);
    const { creation } = await read(RECORDED.C, noParent);
    assert.isUndefined(creation);
  });

  it("should send a narrower time range to a mirror node that limits it", async () => {
    const isUnlimited = (path: string) =>
      path.startsWith("/contracts/0.0.7005/results") && !path.includes("timestamp");
    const { creation, ledger } = await read(RECORDED.C, answering(isUnlimited, NO_RESULTS));
    assert.include(
      ledger.mirrorCalls,
      "/contracts/0.0.7005/results?timestamp=gte:1795310005&internal=true&order=asc&limit=1",
    );
    assert.equal(creation?.transactionHash, RECORDED.C.hash);
  });

  it("should reject a transaction whose block differs from the query service's", async () => {
    const result = {
      timestamp: "1795310006.100000001",
      hash: RECORDED.C.hash,
      block_number: 8000,
      created_contract_ids: [RECORDED.C.id],
    };
    const isParent = (path: string) => path.startsWith("/contracts/results?timestamp");
    const { creation } = await read(RECORDED.C, answering(isParent, { results: [result] }));
    assert.isUndefined(creation);
  });
});
