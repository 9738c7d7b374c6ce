import { assert } from "chai";
import { ChainError } from "../../src/internal/chain/chain-port.ts";
import { readTraceCreations } from "../../src/internal/chain/creations-of-trace.ts";
import { readInitCode } from "../../src/internal/chain/find-creation.ts";
import { rpcChain } from "../../src/internal/chain/rpc-chain.ts";
import { asciiHex } from "../helpers/recorded-ledger.ts";

const NEVER = new AbortController().signal;
const A = `0x${"a1".repeat(20)}`;
const B = `0x${"b2".repeat(20)}`;
const C = `0x${"c3".repeat(20)}`;
const HASH = `0x${"01".repeat(32)}`;
const GOOD = {
  hash: HASH,
  from: A,
  to: null,
  nonce: "0x7",
  input: "0x6001",
  r: "0x1",
  s: "0x2",
  type: "0x2",
};

function chainThat(answer: unknown) {
  return rpcChain("odd", async () => answer);
}

describe("chain - malformed transactions", () => {
  for (const [what, odd] of [
    ["a hash of 48 bytes", { ...GOOD, hash: `0x${"02".repeat(48)}` }],
    ["an input that isn't hex", { ...GOOD, input: "deploy" }],
    ["null", null],
  ] as const)
    it(`should be skipped without losing the others in the block: ${what}`, async () => {
      const transactions = await chainThat({ transactions: [odd, GOOD] }).transactionsOf(1, NEVER);
      const hashes = transactions?.map(({ hash }) => hash);
      assert.deepEqual(hashes, [HASH]);
    });

  for (const [what, parts, isSigned] of [
    ["a signature", {}, true],
    ["the zeros of a HAPI transaction", { type: "0x0", r: "0x0", s: "0x0" }, false],
    ["a signature that isn't a number", { r: "none", s: null }, false],
  ] as const)
    it(`should tell whether they are signed: ${what}`, async () => {
      const transaction = await chainThat({ ...GOOD, ...parts }).transaction(HASH, NEVER);
      assert.equal(transaction?.isSigned, isSigned);
    });

  it("should reject 9 MB of code, and skip a traced creation with such code", async () => {
    const code = `0x${"60".repeat(9_000_000)}`;
    const refused = await chainThat(code)
      .code(A, NEVER)
      .catch((error: unknown) => error);
    assert.instanceOf(refused, ChainError);
    assert.equal(await chainThat(code.slice(0, 2_000_002)).code(A, NEVER), code.slice(0, 2_000_002));
    assert.isEmpty(readTraceCreations({ type: "CREATE", from: A, to: B, input: code }));
  });

  it("should read a transaction without a nonce", async () => {
    const transaction = await chainThat({ ...GOOD, nonce: null }).transaction(HASH, NEVER);
    assert.isUndefined(transaction?.nonce);
    assert.equal(transaction && readInitCode(transaction, B), "0x6001");
  });
});

describe("chain - the init code in a transaction", () => {
  const creation = { hash: HASH, from: A, to: null, nonce: 7, input: "0x6001", isSigned: true };

  it("should be the input of a signed creation, whatever its address", () =>
    assert.equal(readInitCode(creation, B), "0x6001"));

  it("should be unknown without a signature, because the input can be just the arguments", () =>
    assert.isUndefined(readInitCode({ ...creation, isSigned: false }, B)));

  it("should be decoded if the input is the content of a file", () => {
    assert.equal(readInitCode({ ...creation, input: `0x${asciiHex("6001AB")}` }, B), "0x6001ab");
    assert.equal(readInitCode({ ...creation, input: `0x${asciiHex("0x6001")}` }, B), "0x6001");
  });
});

describe("chain - the creations in a call trace", () => {
  const create = { type: "CREATE", from: A, to: B, input: "0x6001" };
  const call = (...calls: readonly unknown[]) => ({ type: "CALL", from: C, to: A, input: "0x", calls });
  const found = (trace: object) => readTraceCreations(trace).map(({ address }) => address);

  it("should be found at any depth, in their order", () => {
    const second = { ...create, type: "CREATE2", to: C, calls: [] };
    assert.deepEqual(found(call({ ...create, calls: [second] })), [B, C]);
    assert.deepEqual(found(call(call(create), second)), [B, C]);
    assert.deepEqual(found(create), [B]);
  });

  it("should exclude reverted ones, with everything inside", () => {
    assert.isEmpty(found(call({ ...create, error: "execution reverted" })));
    assert.isEmpty(found({ ...call(create), error: "out of gas" }));
  });

  for (const [what, frame] of [
    ["no address", { ...create, to: null }],
    ["no init code", { ...create, input: undefined }],
    ["a text", "CREATE"],
    ["null", null],
  ] as const)
    it(`should skip a malformed frame: ${what}`, () =>
      assert.deepEqual(found(call(frame, { ...create, to: C })), [C]));

  it("should survive a trace of any depth", () => {
    let trace: object = create;
    for (let depth = 0; depth < 50_000; depth++) trace = call(trace);
    assert.deepEqual(found(trace), [B]);
  });
});
