import { assert } from "chai";
import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import { flipByte } from "../../helpers/compile.ts";
import { itFails, itFailsFor, itHas } from "../../helpers/cross-check/check-tables.ts";
import {
  all,
  type Change,
  checkOf,
  drop,
  evidenceOf,
  FOREIGN,
  initCode,
  set,
  statusOf,
  withBody,
  withBuildOf,
  withCreation,
  withFacts,
  withoutBuild,
} from "../../helpers/cross-check/one-check.ts";
import { recompiledHere } from "../../helpers/cross-check/recompiled.ts";

const plain = evidenceOf("plain");

describe("cross-check - match-good-enough", () => {
  itFails("match-good-enough", { "no runtime match": set("runtimeMatch", null) });

  const inexact = withBuildOf(plain, ({ expected }) => ({ expected: { ...expected, runtime: "match" } }));
  const requiring = (evidence: Evidence, requirement: Partial<Evidence["requirement"]>): Evidence => ({
    ...evidence,
    requirement: { ...evidence.requirement, ...requirement },
  });
  const exactly = { minMatch: "exact_match" } as const;
  const wrongCreation = evidenceOf("wrong-creation-transaction");
  itHas("match-good-enough", {
    passed: {
      "a required exact match that the build predicts": requiring(plain, exactly),
      "a match as weak as the build predicts": inexact,
    },
    failed: {
      "a required exact match that the build doesn't predict": requiring(inexact, exactly),
      "a required creation match that is missing": requiring(wrongCreation, { requireCreation: true }),
    },
  });
});

describe("cross-check - match-claim", () => {
  const exact = (side: "runtime" | "creation"): Change =>
    all(set("match", "exact_match"), set(`${side}Match`, "exact_match"));
  itFails("match-claim", {
    "a byte of the metadata hash": set("runtimeBytecode.recompiledBytecode", (old) => flipByte(old, -20)),
  });
  itFailsFor("match-claim", {
    "comment-changed": {
      "an exaggerated runtime match": exact("runtime"),
      "an exaggerated creation match": exact("creation"),
    },
    "linked-library-settings-added": { "a match exaggerated after linking": exact("runtime") },
  });

  const withoutCode = (side: "runtime" | "creation") => set(`${side}Bytecode.recompiledBytecode`, null);
  const unhashed = (...changes: readonly Change[]) => withBody("metadata-hash-none", all(...changes));
  const unbuilt = (change: Change) => withoutBuild(withBody("immutables", change));
  /** Claims an exact match that only the omitted side could have. */
  const omitted = (name: string) =>
    withBody(name, (body) => {
      Object.assign(body, { match: "exact_match", runtimeMatch: "match" });
      delete body.creationMatch;
    });
  // The template ends before the immutables, which a Vyper constructor appends.
  const vyper = withBuildOf(
    withBody("immutables", all(withoutCode("runtime"), withoutCode("creation"))),
    ({ compiled, compilation }) => ({
      compiled: compiled && {
        ...compiled,
        runtime: { ...compiled.runtime, object: compiled.runtime.object.slice(0, -64) },
      },
      compilation: { ...compilation, input: { ...compilation.input, language: "Vyper" } },
    }),
  );
  itHas("match-claim", {
    passed: { "an exact match that an omitted side may have": omitted("plain") },
    failed: {
      "an exact match without any metadata hash": unhashed(exact("runtime")),
      "an exact runtime match without hash and recompiled code": unhashed(
        exact("runtime"),
        withoutCode("runtime"),
      ),
      "an exact creation match without hash and recompiled code": unhashed(
        exact("creation"),
        withoutCode("creation"),
      ),
      "an exact match that only an omitted side could have, without a hash": omitted("metadata-hash-none"),
      "an exact match that only an omitted side could have": omitted("comment-changed"),
    },
    unknown: {
      "no recompiled code, if a Vyper constructor writes the runtime code": vyper,
      "no recompiled runtime code and no build": unbuilt(withoutCode("runtime")),
      "no recompiled creation code and no build": unbuilt(withoutCode("creation")),
    },
  });

  it("finds the metadata hash before a constructor's strings, which follow it in the creation code", () => {
    const withString = (code: string) => `${code}${"61".repeat(40)}`;
    const sides = ["onchainBytecode", "recompiledBytecode"].map((side) =>
      set(`creationBytecode.${side}`, withString),
    );
    const executed = initCode(withString(plain.facts.creation?.initCode?.bytecode ?? ""));
    const evidence = withCreation(withBody("plain", all(...sides)), { initCode: executed });
    assert.equal(statusOf("match-claim", withoutBuild(evidence)), "passed");
  });

  it("compares a side without recompiled code with the code from a build or a compiler here", async () => {
    const withInitCode = (initCode: (bytecode: string) => string) => {
      const evidence = withBody(
        "plain",
        all(withoutCode("creation"), set("creationBytecode.onchainBytecode", initCode)),
      );
      const bytecode = evidence.record.creationBytecode?.onchainBytecode ?? "";
      return withCreation(evidence, { initCode: { bytecode, shownBy: "transaction" } });
    };
    const honest = withInitCode((bytecode) => bytecode);
    assert.equal(statusOf("match-claim", withoutBuild(honest)), "unknown");
    for (const evidence of [honest, await recompiledHere(honest)])
      assert.equal(statusOf("match-claim", evidence), "passed");

    const other = withInitCode((bytecode) => flipByte(bytecode, -20));
    for (const evidence of [other, await recompiledHere(other)]) {
      const { status, expected } = checkOf("match-claim", evidence);
      assert.deepEqual([status, expected], ["failed", "creation match"]);
    }
  });
});

describe("cross-check - a record's address and chain", () => {
  itFails("record-address", { "another address": set("address", FOREIGN) });
  itFails(
    "record-chain",
    { "another chain": set("chainId", "295") },
    { "another chain of the node": (it) => withFacts(it, { chainId: 1 }) },
  );
});

describe("cross-check - stale-record", () => {
  const createdS = plain.facts.creation?.timestampS ?? 0;
  const nowS = Math.floor(plain.now.getTime() / 1000);
  const dayS = 86_400;
  const verified = (verifiedAt: string) => withBody("plain", set("verifiedAt", verifiedAt));
  /** @param zone The text in place of `Z`. */
  const verifiedAfter = (seconds: number, zone = "Z") =>
    verified(new Date((createdS + seconds) * 1000).toISOString().replace("Z", zone));
  const { runtimeBytecode } = evidenceOf("immutables").facts;
  const stored = withBody("plain", set("runtimeBytecode.onchainBytecode", runtimeBytecode));
  const slightlyAhead = withCreation(plain, { timestampS: createdS + 300 });
  itHas("stale-record", {
    passed: {
      "a record from the second of the creation": verifiedAfter(0),
      "a record at most 10 minutes before": verifiedAfter(-600),
      "another time zone": verifiedAfter(0, "+00:00"),
      "a chain whose clock is slightly ahead": { ...slightlyAhead, now: new Date((createdS + 1) * 1000) },
    },
    failed: {
      "a record 10 minutes and a second before": verifiedAfter(-601),
      "a time without a zone, days before": verifiedAfter(-2 * dayS, ""),
      "another spelling, days before": verified(new Date((createdS - 2 * dayS) * 1000).toUTCString()),
      "stored code of another contract": stored,
      "a changed byte on chain": withFacts(plain, {
        runtimeBytecode: flipByte(plain.facts.runtimeBytecode, 30),
      }),
    },
    unknown: { "a time without a zone": verifiedAfter(0, "") },
    skipped: {
      "a record without a time": withBody("plain", drop("verifiedAt")),
      "a block of unknown time": withCreation(plain, { timestampS: undefined }),
      "an unknown creation": withFacts(plain, { creation: undefined }),
      "a chain whose clock runs ahead": withCreation(plain, { timestampS: nowS + 3600 }),
    },
  });
});
