import { assert } from "chai";
import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import { claimOf, stateOf } from "../../helpers/cross-check/one-claim.ts";
import { queryContract, recordedEvidence, recording } from "../../helpers/cross-check/recorded-evidence.ts";

const plain = recordedEvidence(recording("plain"));
const on = (chainId: number, more: Partial<Evidence> = {}): Evidence => ({
  ...plain,
  facts: { ...plain.facts, chainId },
  ...more,
});
const HEDERA = 295;
const ELSEWHERE = 1;

describe("cross-check - the claim identity", () => {
  it("should be vouched for by a query service that has the contract's code", () => {
    for (const chainId of [HEDERA, ELSEWHERE])
      assert.deepEqual(claimOf("identity", on(chainId)).witnesses, ["query service"]);
  });

  it("should be open for a query service that has no code of the contract yet", () => {
    for (const runtime_bytecode of [null, "0x"]) {
      const contract = queryContract({ evm_address: plain.facts.address, runtime_bytecode });
      const { state, closing } = claimOf("identity", on(HEDERA, { query: { state: "known", contract } }));
      assert.deepEqual([state, closing], ["open", "wait"]);
    }
  });

  it("should prove itself at a long-zero address", () => {
    const address = `0x${"0".repeat(37)}abc`;
    const facts = { ...plain.facts, address };
    assert.deepInclude(claimOf("identity", { ...plain, facts, query: { state: "not-configured" } }), {
      state: "proven",
      witnesses: [],
    });
  });

  const silent: readonly Evidence["query"][] = [
    { state: "not-found" },
    { state: "unavailable", reason: "it timed out" },
  ] as const as readonly Evidence["query"][];

  it("should be open without the query service's word on Hedera, and for a contract named by its id", () => {
    for (const query of silent) {
      assert.equal(claimOf("identity", on(HEDERA, { query })).closing, "wait", query.state);
      assert.equal(stateOf("identity", on(ELSEWHERE, { query, isNamedById: true })), "open", query.state);
      assert.equal(stateOf("identity", on(ELSEWHERE, { query })), "proven", query.state);
    }
  });

  it("should not apply without a query service, unless an id has to be resolved", () => {
    const query = { state: "not-configured" } as const;
    assert.equal(stateOf("identity", on(HEDERA, { query })), "proven");
    const { state, closing } = claimOf("identity", on(HEDERA, { query, isNamedById: true }));
    assert.deepEqual([state, closing], ["open", "none"]);
  });
});
