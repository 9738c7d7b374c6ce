import { assert } from "chai";
import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import {
  all,
  type Change,
  compiledAs,
  evidenceOf,
  set,
  withBody,
  withBuildOf,
  withoutBuild,
} from "../../helpers/cross-check/one-check.ts";
import { claimOf, type Decided, stateOf } from "../../helpers/cross-check/one-claim.ts";

const plain = evidenceOf("plain");
const compiled = compiledAs("plain");
const { runtime, creation } = compiled;

/** All checks that could prove the sources were skipped. */
const NOTHING: Decided = Object.fromEntries(
  [
    ...["metadata-hash", "recompiled-metadata", "record-sources", "build-sources", "recompiled-code"],
    ...["given-input", "given-input-here", "recompiled-here", "runtime-code-build"],
  ].map((id) => [id, "skipped"]),
);
const passed = (...ids: readonly string[]): Decided =>
  Object.fromEntries(ids.map((id) => [id, "passed"] as const));

/** Sets of checks that together prove the sources. */
const PROOFS: readonly (readonly [witness: string, ids: readonly string[]])[] = [
  ["build", ["metadata-hash", "record-sources", "runtime-code-build", "build-sources"]],
  ["compiler", ["metadata-hash", "record-sources", "recompiled-here"]],
  ["compiler", ["metadata-hash", "record-sources", "given-input-here", "given-input", "build-sources"]],
];

describe("cross-check - the claim sources", () => {
  for (const [witness, ids] of PROOFS)
    it(`should be proven by ${ids.join(", ")} together, but not if one is missing`, () => {
      const { state, witnesses } = claimOf("sources", plain, { ...NOTHING, ...passed(...ids) });
      assert.deepEqual([state, witnesses], ["proven", ["chain", "record", witness]]);
      for (const missing of ids) {
        const fewer = { ...NOTHING, ...passed(...ids), [missing]: "skipped" } as const;
        assert.notEqual(stateOf("sources", plain, fewer), "proven", missing);
      }
    });

  it("should accept a build whose constructor writes the code on chain", () => {
    const written = withBuildOf(plain, () => ({ isWritten: true }));
    const decided = { ...NOTHING, ...passed("metadata-hash", "record-sources", "build-sources") };
    assert.deepEqual(claimOf("sources", written, decided).witnesses, ["chain", "record", "build"]);
    assert.notEqual(stateOf("sources", plain, decided), "proven");
  });

  it("should be proven without a hash if a compiler reproduces the record's metadata and the code", () => {
    const ids = ["record-sources", "recompiled-here", "recompiled-metadata"];
    const decided = { ...NOTHING, ...passed(...ids) };
    const recompiled = { ...plain, recompiled: compiled };
    assert.equal(stateOf("sources", recompiled, decided), "proven");
    for (const missing of ids)
      assert.notEqual(
        stateOf("sources", recompiled, { ...decided, [missing]: "skipped" }),
        "proven",
        missing,
      );
    const other = {
      ...compiled,
      runtime: { ...runtime, object: `${runtime.object}00` },
      creation: { ...creation, object: "6001" },
    };
    assert.notEqual(stateOf("sources", { ...plain, recompiled: other }, decided), "proven");
    assert.notEqual(stateOf("sources", plain, decided), "proven");
  });

  it("should be proven the same way by a given input that yields the record's metadata", () => {
    const ids = ["record-sources", "given-input-here", "given-input"];
    const decided = { ...NOTHING, ...passed(...ids) };
    const { metadata } = plain.record;
    const described = { metadata } as never;
    const given = { ...plain, givenCompiled: { ...compiled, described } };
    assert.equal(stateOf("sources", given, decided), "proven");
    for (const missing of ids)
      assert.notEqual(stateOf("sources", given, { ...decided, [missing]: "skipped" }), "proven", missing);
    const other = { metadata: { ...metadata, language: "Yul" } } as never;
    for (const said of [undefined, other]) {
      const elsewhere = { ...plain, givenCompiled: { ...compiled, described: said } };
      assert.notEqual(stateOf("sources", elsewhere, decided), "proven");
    }
  });

  it("should be vouched for by a compiler here if no hash on chain covers the sources", () => {
    const { state, witnesses } = claimOf("sources", plain, { ...NOTHING, ...passed("recompiled-here") });
    assert.deepEqual([state, witnesses], ["vouched", ["record", "compiler"]]);
  });

  it("should be vouched for by a given input only if the record has the same sources", () => {
    const here = { ...NOTHING, ...passed("given-input-here") };
    const whole = { ...here, ...passed("record-sources") };
    assert.deepEqual(claimOf("sources", plain, whole).witnesses, ["record", "compiler"]);
    assert.equal(stateOf("sources", plain, here), "open");
    const noMetadata = set("metadata", null);
    const otherSource = set("sources", { "contracts/Counter.sol": { content: "// other" } });
    assert.equal(stateOf("sources", withBody("plain", noMetadata), here), "vouched");
    assert.equal(stateOf("sources", withBody("plain", all(noMetadata, otherSource)), here), "open");
  });

  it("should not be vouched for if the record shows other settings than its stored input, which was compiled", () => {
    const here = { ...NOTHING, ...passed("recompiled-here") };
    const shown = (...changes: readonly Change[]): Evidence => ({
      ...withoutBuild(withBody("plain", all(set("metadata", null), ...changes))),
      recompiled: { ...compiled, isStoredInput: true },
    });
    const { stdJsonInput } = plain.record;
    const same = set("compilation.compilerSettings", { ...stdJsonInput?.settings });
    const defaults = set("compilation.compilerSettings", { remappings: [], viaIR: false });
    for (const honest of [same, defaults]) assert.equal(stateOf("sources", shown(honest), here), "vouched");
    const others = {
      "a setting with another value": set("compilation.compilerSettings.optimizer", { runs: 7 }),
      "a setting that the input lacks": set("compilation.compilerSettings", { optimize: "none" }),
      "another setting in synthesized metadata": set("metadata", { settings: { optimize: "none" } }),
      "another language": all(set("compilation.language", "Vyper"), set("compilation.compiler", "vyper")),
    };
    for (const [what, change] of Object.entries(others))
      assert.equal(stateOf("sources", shown(same, change), here), "open", what);
  });

  it("should not be vouched for by a given input whose sources or settings a record without metadata lacks", () => {
    const here = { ...NOTHING, ...passed("given-input-here") };
    const module = { content: "# a module" };
    const compiler = [set("compilation.language", "Vyper"), set("compilation.compiler", "vyper")];
    const vyper = (...changes: readonly Change[]): Evidence =>
      withBuildOf(
        withBody("plain", all(set("metadata", null), ...compiler, ...changes)),
        ({ compilation }) => {
          const { input } = compilation;
          const sources = { ...input.sources, "lib.vy": module };
          const settings = { ...input.settings, optimize: "gas" };
          return {
            compilation: { ...compilation, input: { ...input, language: "Vyper", sources, settings } },
          };
        },
      );
    const withModule = set("sources", (old) => ({ ...old, "lib.vy": module }));
    const onlyModule = set("sources", { "lib.vy": module });
    const optimize = (place: string, value: string) => set(place, (old) => ({ ...old, optimize: value }));
    const places = ["compilation.compilerSettings", "stdJsonInput.settings"];
    const same = places.map((place) => optimize(place, "gas"));
    assert.equal(stateOf("sources", vyper(withModule), here), "vouched");
    assert.equal(stateOf("sources", vyper(withModule, ...same), here), "vouched");
    assert.equal(stateOf("sources", vyper(), here), "open");
    assert.equal(stateOf("sources", vyper(onlyModule), here), "open");
    for (const place of places) {
      assert.equal(stateOf("sources", vyper(withModule, optimize(place, "none")), here), "open", place);
      const otherRuns = set(`${place}.optimizer`, { enabled: true, runs: 1 });
      assert.equal(stateOf("sources", vyper(withModule, otherRuns), here), "open", place);
    }
  });

  it("should be vouched for by the build only if it has the record's input", () => {
    const cases = [
      ["recompiled-code", "open", []],
      ["record-sources", "vouched", ["record", "build"]],
    ] as const;
    for (const [id, expected, by] of cases) {
      const decided = { ...NOTHING, ...passed("runtime-code-build", id) };
      const { state, witnesses } = claimOf("sources", plain, decided);
      assert.deepEqual([state, witnesses], [expected, by], id);
      assert.equal(stateOf("sources", withoutBuild(plain), decided), "open", id);
      assert.equal(stateOf("sources", plain, { ...decided, "runtime-code-build": "skipped" }), "open", id);
    }
  });

  it("should be open if the record doesn't contain the sources, whatever the other checks", () => {
    const decided = { ...NOTHING, ...passed("recompiled-here") };
    const none = withBody("plain", set("sources", null));
    const fewer = withBody("plain", set("sources", {}));
    const bare = withBody("plain", all(set("sources", {}), set("metadata", null)));
    for (const evidence of [none, fewer, bare]) {
      const { state, closing } = claimOf("sources", evidence, decided);
      assert.deepEqual([state, closing], ["open", "none"]);
    }
  });

  it("should suggest how to close it if nothing was compiled", () => {
    assert.equal(claimOf("sources", plain, NOTHING).closing, "recompile");
    const lacking = { kind: "no-compiler", longVersion: "0.8.28", reason: "it is not here" } as const;
    assert.equal(claimOf("sources", { ...plain, recompiled: lacking }, NOTHING).closing, "compiler");
    const failed = { kind: "failed", reason: "it has errors" } as const;
    assert.equal(claimOf("sources", { ...plain, recompiled: failed }, NOTHING).closing, "build");
  });

  it("should be at most vouched for if the record claims too little for both sides, else be refuted", () => {
    assert.equal(stateOf("sources", plain), "proven");
    const claiming = (creationMatch: "match" | "exact_match") =>
      withBody("plain", (body) => {
        Object.assign(body, { match: creationMatch, creationMatch, runtimeMatch: "match" });
        body.metadata.output.devdoc = { details: "other" };
      });
    assert.equal(stateOf("sources", claiming("match")), "vouched");
    assert.notEqual(stateOf("record", claiming("match")), "refuted");
    assert.equal(stateOf("sources", claiming("exact_match")), "refuted");
  });
});
