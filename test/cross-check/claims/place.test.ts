import { assert } from "chai";
import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import { recorded } from "../../helpers/cross-check/deployment-record.ts";
import {
  evidenceOf,
  withCreation,
  withFacts,
  withoutQuery,
  withQueried,
} from "../../helpers/cross-check/one-check.ts";
import { claimOf, itHasState, stateOf } from "../../helpers/cross-check/one-claim.ts";

const plain = evidenceOf("plain");
const { initCode = assert.fail("It is recorded.") } = plain.facts.creation ?? {};

describe("cross-check - the claim deployment", () => {
  const doubt = "the contract may have been destroyed and recreated since";
  const child = withCreation(plain, { factory: `0x${"fa".repeat(20)}` });
  /** A child whose init code is unknown. */
  const unseen = withCreation(child, { initCode: undefined });

  itHasState("deployment", {
    proven: {
      "a transaction that created the contract according to the chain": plain,
      "such a transaction, named by the query service": withCreation(plain, { knownFrom: "query-service" }),
      "a transaction that created it directly, with unknown init code": withCreation(plain, {
        initCode: undefined,
      }),
      "recorded arguments in the traced init code": recorded(child, { constructorArguments: "0x" }),
    },
    refuted: {
      "recorded arguments that aren't in a child's traced init code": recorded(child, {
        constructorArguments: `0x${"2a".padStart(64, "0")}`,
      }),
    },
    vouched: {
      "a transaction that created it according to the query service alone": withCreation(plain, {
        knownFrom: "query-service",
        initCode: undefined,
      }),
      "a contract that may have been created anew since": withCreation(plain, { doubt }),
      "an address derived from the init code, because the transaction may be an earlier one": withCreation(
        plain,
        { doubt, initCode: { ...initCode, isInAddress: true } },
      ),
    },
    open: {
      "an unknown transaction": withFacts(plain, { creation: undefined }),
      "recorded arguments, if the executed code is unknown": recorded(unseen, {
        constructorArguments: "0x2a",
      }),
      "recorded creation code, if the executed code is unknown": recorded(unseen, {
        creationCode: "0x6001",
      }),
    },
  });

  it("should be vouched for by the transaction's source if the chain shows only its block", () => {
    for (const [knownFrom, witness] of [
      ["deployment", "deployment"],
      ["record", "record"],
      ["option", "request"],
      ["query-service", "query service"],
    ] as const) {
      const { state, witnesses } = claimOf("deployment", withCreation(unseen, { knownFrom }));
      assert.deepEqual([state, witnesses], ["vouched", [witness]]);
    }
  });

  it("should not be proven if a check with something to compare was skipped", () => {
    const evidence = recorded(child, { constructorArguments: "0x" });
    assert.equal(stateOf("deployment", evidence, { "constructor-arguments": "skipped" }), "open");
  });
});

describe("cross-check - the claim identity", () => {
  const hedera = withFacts(plain, { chainId: 295 });
  const elsewhere = withFacts(plain, { chainId: 1 });
  const byId = { isNamedById: true };

  it("should be vouched for by a query service that has the contract's code", () => {
    for (const evidence of [hedera, elsewhere])
      assert.deepEqual(claimOf("identity", evidence).witnesses, ["query service"]);
  });

  it("should be open if the query service has no code of the contract yet", () => {
    for (const runtime_bytecode of [null, "0x"]) {
      const { state, closing } = claimOf("identity", withQueried(hedera, { runtime_bytecode }));
      assert.deepEqual([state, closing], ["open", "wait"]);
    }
  });

  it("should be proven by a long-zero address itself", () => {
    const longZero = withoutQuery(withFacts(plain, { address: `0x${"0".repeat(37)}abc` }));
    assert.deepInclude(claimOf("identity", longZero), { state: "proven", witnesses: [] });
  });

  it("should be open without the query service's answer on Hedera, or if the user named the id", () => {
    for (const state of ["not-found", "unavailable"]) {
      const query = { state } as Evidence["query"];
      assert.equal(claimOf("identity", { ...hedera, query }).closing, "wait", state);
      assert.equal(stateOf("identity", { ...elsewhere, query, ...byId }), "open", state);
      assert.equal(stateOf("identity", { ...elsewhere, query }), "proven", state);
    }
  });

  it("should not apply without a query service, unless an id has to be resolved", () => {
    assert.equal(stateOf("identity", withoutQuery(hedera)), "proven");
    const { state, closing } = claimOf("identity", { ...withoutQuery(hedera), ...byId });
    assert.deepEqual([state, closing], ["open", "none"]);
  });
});

describe("cross-check - the claim implementation", () => {
  const judged = (proxy: object | null | undefined) =>
    claimOf("implementation", { ...plain, proxy: proxy as Evidence["proxy"] }, { proxy: "skipped" });
  const proving = { code: "proven", probe: "proven", trace: "proven" };
  const states = { ...proving, stated: "vouched", conflicting: "open", "no-code": "open" };
  for (const [proof, state] of Object.entries(states))
    it(`should be ${state} with the proof "${proof}"`, () => {
      const { closing, ...judgement } = judged({ proof, candidates: [{ implementation: "0x12" }] });
      assert.deepEqual([judgement.state, closing], [state, state === "open" ? "none" : undefined]);
      assert.equal(judgement.reason?.includes("0x12") ?? false, proof === "conflicting");
    });

  it("should not apply to a contract that forwards nothing, and be open if the node doesn't say", () => {
    assert.deepInclude(judged(null), { state: "proven", witnesses: [] });
    assert.deepInclude(judged(undefined), { state: "open", closing: "wait" });
  });
});
