import { assert } from "chai";
import type { Evidence } from "../../src/internal/cross-check/evidence.ts";
import {
  type Change,
  compiledAs,
  set,
  statusOf,
  withBody,
  withBuildOf,
  withoutBuild,
} from "../helpers/cross-check/one-check.ts";
import { claimOf, stateOf } from "../helpers/cross-check/one-claim.ts";
import { claimsOf } from "../helpers/cross-check/recompiled.ts";

const LIES: readonly (readonly [check: string, what: string, change: Change])[] = [
  [
    "compiler-version",
    "another compiler version",
    set("compilation.compilerVersion", "0.8.1+commit.df193b15"),
  ],
  [
    "contract-name",
    "another name",
    (body) => {
      Object.assign(body.compilation, { name: "Vault", fullyQualifiedName: "contracts/Counter.sol:Vault" });
    },
  ],
  ["compilation", "another language of the same compiler", set("compilation.language", "Yul")],
  ["abi", "another parameter", set("abi.0.stateMutability", "payable")],
];

const NOTHING: Change = () => {};

/** The record claims only a match, although the hash of its metadata is on chain. */
const understated = (change: Change): Evidence =>
  withBody("plain", (body) => {
    body.match = body.creationMatch = body.runtimeMatch = "match";
    change(body);
  });

/** The build has the same code, but other comments. */
const withOtherBuild = (evidence: Evidence): Evidence =>
  withBuildOf(evidence, () => ({ expected: { runtime: "match", creation: "match", reasons: [] } }));

const CASES: Readonly<Record<string, (change: Change) => Evidence>> = {
  "a record that claims too little": understated,
  "a record that claims too little, without a build": (change) => withoutBuild(understated(change)),
  "a build with other metadata": (change) => withOtherBuild(withBody("plain", change)),
};

describe("cross-check - a record with metadata whose hash is on chain", () => {
  for (const [about, evidenceOf] of Object.entries(CASES)) {
    for (const [check, what, change] of LIES)
      it(`should be refuted for ${what}: ${about}`, () =>
        assert.equal(statusOf(check, evidenceOf(change)), "failed"));

    it(`should raise no alarm if it is honest: ${about}`, () =>
      assert.isEmpty(claimsOf(evidenceOf(NOTHING)).failed));
  }

  it("should prove the sources and the interface even if the record claims too little", () => {
    const { states } = claimsOf(understated(NOTHING));
    assert.deepEqual([states.sources, states.interface], ["proven", "proven"]);
  });

  it("should prove an interface only if a given input compiles to the code with that hash", () => {
    const claimed = withoutBuild(withBody("plain", set("storageLayout", null)));
    assert.equal(stateOf("interface", claimed), "vouched");
    const compiled = compiledAs("plain");
    const evidence: Evidence = { ...claimed, givenCompiled: compiled };
    assert.deepEqual(claimOf("interface", evidence).witnesses, ["record", "chain", "compiler"]);
    const facts = {
      ...evidence.facts,
      runtimeBytecode: compiled.runtime.object.replace(/(?<=7358221220)../, "00"),
    };
    assert.equal(stateOf("interface", { ...evidence, facts }, { "metadata-hash": "passed" }), "vouched");
    const { metadata, ...record } = evidence.record;
    const without = { ...evidence, record: { ...record, metadata: { ...metadata, output: {} } } };
    assert.equal(stateOf("interface", without, { "metadata-hash": "passed" }), "vouched");
  });
});
