import { assert } from "chai";
import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import type { RecordedDeployment } from "../../../src/internal/domain/build.ts";
import { recorded } from "../../helpers/cross-check/deployment-record.ts";
import { checkOf, set, withBody, withCreation } from "../../helpers/cross-check/one-check.ts";
import { claimOf, stateOf } from "../../helpers/cross-check/one-claim.ts";
import { recordedEvidence, recording } from "../../helpers/cross-check/recorded-evidence.ts";

const plain = () => recordedEvidence(recording("plain"));
const withoutCreation = (evidence: Evidence): Evidence => ({
  ...evidence,
  facts: { ...evidence.facts, creation: undefined },
  query: { state: "not-configured" },
});

describe("cross-check - sources whose hash is not on chain", () => {
  it("should be vouched for at the most where a record claims less than it has, and refuted if only of the runtime", () => {
    assert.equal(stateOf("sources", plain()), "proven");
    const claiming = (creationMatch: "match" | "exact_match") =>
      withBody("plain", (body) => {
        Object.assign(body, { match: creationMatch, creationMatch, runtimeMatch: "match" });
        body.metadata = {
          ...body.metadata,
          output: { ...body.metadata.output, devdoc: { details: "other" } },
        };
      });
    assert.equal(stateOf("sources", claiming("match")), "vouched");
    assert.notEqual(stateOf("record", claiming("match")), "refuted");
    assert.equal(stateOf("sources", claiming("exact_match")), "refuted");
  });
});

describe("cross-check - a creation side that only the record shows", () => {
  /** Two bytes that are what the record says they are. */
  const madeUp = () =>
    withoutCreation(
      withBody("plain", (body) => {
        body.creationBytecode = {
          ...body.creationBytecode,
          onchainBytecode: "0x6001",
          recompiledBytecode: "0x6001",
          transformations: [],
          transformationValues: {},
        };
      }),
    );

  it("should not be replayed against itself", () => {
    for (const evidence of [madeUp(), withoutCreation(plain())]) {
      const { status, reason } = checkOf("replay-creation", evidence);
      assert.equal(status, "skipped", reason);
    }
  });

  it("should still be refuted where it contradicts itself", () => {
    const evidence = withBody("plain", set("creationBytecode.onchainBytecode", "0x6001"));
    assert.equal(checkOf("replay-creation", withoutCreation(evidence)).status, "failed");
  });

  it("should leave the creation code open, and be called the record's own", () => {
    for (const evidence of [madeUp(), withoutCreation(plain())]) {
      assert.equal(stateOf("creation-code", evidence), "open");
      assert.include(checkOf("match-claim", evidence).actual ?? "", "according to the record alone");
    }
    assert.notInclude(checkOf("match-claim", plain()).actual ?? "", "according to the record alone");
  });
});

describe("cross-check - what a deployment record says of another contract's child", () => {
  const child = (more: Partial<RecordedDeployment>, initCode = plain().facts.creation?.initCode) => {
    const evidence = withCreation(plain(), { factory: `0x${"fa".repeat(20)}`, initCode });
    return recorded(evidence, more);
  };

  it("should refute arguments that are not in the init code which a trace shows", () => {
    const evidence = child({ constructorArguments: `0x${"2a".padStart(64, "0")}` });
    assert.equal(stateOf("deployment", evidence), "refuted");
  });

  it("should leave arguments open where it is not known what was executed", () => {
    for (const more of [{ constructorArguments: "0x2a" }, { creationCode: "0x6001" }]) {
      const evidence = withCreation(child(more), { initCode: undefined });
      assert.equal(stateOf("deployment", evidence), "open");
    }
  });

  it("should be vouched for by who named its transaction where the chain shows only its block", () => {
    for (const [knownFrom, witness] of [
      ["deployment", "deployment"],
      ["record", "record"],
      ["option", "request"],
      ["query-service", "query service"],
    ] as const) {
      const evidence = withCreation(plain(), {
        factory: `0x${"fa".repeat(20)}`,
        initCode: undefined,
        knownFrom,
      });
      const judgement = claimOf("deployment", evidence);
      assert.deepInclude(judgement, { state: "vouched", witnesses: [witness] });
    }
    const direct = withCreation(plain(), { initCode: undefined });
    assert.equal(stateOf("deployment", direct), "proven");
  });

  it("should not prove what a skipped check was to compare", () => {
    const evidence = child({ constructorArguments: "0x" });
    assert.equal(stateOf("deployment", evidence), "proven");
    assert.equal(stateOf("deployment", evidence, { "constructor-arguments": "skipped" }), "open");
  });
});
