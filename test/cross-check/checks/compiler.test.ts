import { assert } from "chai";
import { CHECKS } from "../../../src/internal/cross-check/checks/index.ts";
import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import { hashSignatures } from "../../../src/internal/local/verification/record.ts";
import { flipByte } from "../../helpers/compile.ts";
import { itHas } from "../../helpers/cross-check/check-tables.ts";
import {
  all,
  type Body,
  type Change,
  compiledAs,
  evidenceOf,
  set,
  statusOf,
  withBody,
} from "../../helpers/cross-check/one-check.ts";
import { claimsOf, recompiledHere } from "../../helpers/cross-check/recompiled.ts";

const plain = evidenceOf("plain");

const compiledHere = (evidence: Evidence, from: string): Evidence => ({
  ...evidence,
  recompiled: compiledAs(from),
});

describe("cross-check - recompiled-here", () => {
  const changed = (change: Change) => compiledHere(withBody("plain", change), "plain");
  const runtimeByte = (at: number) => set("runtimeBytecode.recompiledBytecode", (old) => flipByte(old, at));
  itHas("recompiled-here", {
    failed: {
      "a byte of the service's runtime code": changed(runtimeByte(30)),
      "a byte of the service's metadata": changed(runtimeByte(-20)),
      "a byte of the service's creation code": changed(
        set("creationBytecode.recompiledBytecode", (old) => flipByte(old, 30)),
      ),
      "a displayed source": changed(set("sources.*.content", (old) => `${old} `)),
      "a hash of the metadata": changed(set("metadata.sources.*.keccak256", `0x${"ab".repeat(32)}`)),
      "sources that don't compile to the code on chain": compiledHere(plain, "immutables"),
      "sources that don't compile": { ...plain, recompiled: { kind: "failed", reason: "an error" } },
    },
    unknown: {
      "no compiler": {
        ...plain,
        recompiled: { kind: "no-compiler", reason: "none", longVersion: "0.8.28" },
      },
    },
  });
});

const addFunction = (body: Body) =>
  body.abi.push({ type: "function", name: "rescue", inputs: [], outputs: [], stateMutability: "view" });
const signAbi: Change = (body) => Object.assign(body, { signatures: hashSignatures(body.abi) });

/** Lies that a local compilation reveals, by check, recording and title. */
const LIES: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, Change>>>>>> = {
  "recompiled-interface": {
    "metadata-hash-none": {
      "documentation in metadata without a hash": set("metadata.output.userdoc.notice", "Audited."),
      "a function in ABI and signatures that the code lacks, without a hash": all(addFunction, signAbi),
    },
    plain: { "the selector of a function": set("signatures.function.0.signatureHash4", "0xdeadbeef") },
  },
  "recompiled-metadata": {
    "metadata-hash-none": {
      "a second compilation target": set("metadata.settings.compilationTarget", (old) => ({
        ...old,
        "Audited.sol": "Audited",
      })),
    },
    plain: { "a metadata version that the compiler doesn't write": set("metadata.version", 2) },
  },
  "recompiled-storage-layout": { plain: { "another slot": set("storageLayout.storage.0.slot", "7") } },
};

describe("cross-check - other facts of a record, recompiled here", () => {
  for (const [check, recordings] of Object.entries(LIES))
    for (const [base, changes] of Object.entries(recordings))
      for (const [what, change] of Object.entries(changes))
        it(`${check} should fail for ${what}: ${base}`, async () => {
          const { failed, states } = claimsOf(await recompiledHere(withBody(base, change)));
          assert.include(failed, check);
          const { claim = assert.fail() } = CHECKS.find(({ id }) => id === check) ?? {};
          assert.equal(states[claim], "refuted");
        });

  it("should be skipped if nothing was recompiled", () => {
    for (const id of ["recompiled-here", ...Object.keys(LIES)])
      assert.equal(statusOf(id, plain), "skipped", id);
  });

  it("should allow another author's documentation if the code has no metadata hash", async () => {
    const evidence = withBody("metadata-hash-none", (body) => {
      body.abi.push({ type: "event", name: "Never", inputs: [], anonymous: false });
      body.signatures = hashSignatures(body.abi);
      body.userdoc = { ...body.userdoc, notice: "Another author's." };
    });
    const { failed, states } = claimsOf(await recompiledHere(evidence));
    assert.isEmpty(failed);
    assert.equal(states.interface, "vouched");
  });
});
