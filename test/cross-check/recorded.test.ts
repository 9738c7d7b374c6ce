import { assert } from "chai";
import type { Evidence } from "../../src/internal/cross-check/evidence.ts";
import { runChecks } from "../../src/internal/cross-check/run-checks.ts";
import { hashSignatures } from "../../src/internal/local/verification/signatures.ts";
import { checksComeTo } from "../helpers/cross-check/checks-come-to.ts";
import { withoutBuild } from "../helpers/cross-check/one-check.ts";
import {
  decodedRecord,
  queryContract,
  type Recording,
  recordedEvidence,
  recording,
  VERIFIED,
} from "../helpers/cross-check/recorded-evidence.ts";
import { expectGolden } from "../helpers/golden.ts";

type Json = Readonly<Record<string, unknown>>;

function assertNoAlarm(evidence: Evidence): void {
  const checks = runChecks(evidence);
  const alarms = checks.filter(({ status }) => status === "failed" || status === "unknown");
  assert.isEmpty(alarms, JSON.stringify(alarms, null, 2));
  assert.isTrue(checks.every(({ status, reason }) => status !== "skipped" || reason !== undefined));
  assert.equal(checksComeTo(checks), "passed");
}

const withRecord = (it: Recording, change: (body: Json) => Json): Evidence => ({
  ...recordedEvidence(it),
  record: decodedRecord(change(it.record.body)),
});

describe("cross-check - recorded verifications raise no alarm", () => {
  for (const name of VERIFIED) {
    it(`${name}: as it came`, () => assertNoAlarm(recordedEvidence(recording(name))));

    it(`${name}: no query service, and no known creation`, () => {
      const evidence = recordedEvidence(recording(name));
      assertNoAlarm({
        ...evidence,
        query: { state: "not-configured" },
        facts: { ...evidence.facts, creation: undefined },
      });
    });

    it(`${name}: created by another contract`, () => {
      const it_ = recording(name);
      const evidence = withRecord(it_, (body) => ({ ...body, creationMatch: null }));
      const { creation } = evidence.facts;
      if (creation === undefined) return;
      assertNoAlarm({
        ...evidence,
        facts: { ...evidence.facts, creation: { ...creation, initCode: undefined } },
      });
    });

    it(`${name}: created from a file, without constructor arguments and without 0x in the query service`, () => {
      const it_ = recording(name);
      const evidence = recordedEvidence(it_);
      if (evidence.facts.creation?.initCode?.bytecode === undefined) return;
      const bytes = evidence.build?.compiled?.creation.object.replace(/^0x/, "").length ?? 0;
      assertNoAlarm({
        ...evidence,
        query: {
          state: "known",
          contract: queryContract({
            evm_address: it_.address,
            file_id: "0.0.905003",
            bytecode: evidence.facts.creation.initCode.bytecode.slice(0, 2 + bytes),
            runtime_bytecode: it_.chain.runtimeBytecode,
          }),
        },
      });
    });

    it(`${name}: requested by its long-zero address`, () => {
      const evidence = recordedEvidence(recording(name));
      const address = `0x${"0".repeat(24)}0000000000001389`;
      assertNoAlarm({
        ...evidence,
        facts: { ...evidence.facts, address },
        record: { ...evidence.record, address },
      });
    });
  }

  it("passes every check but those that the recording or its match leaves nothing for", () => {
    const lines = VERIFIED.flatMap((name) => {
      const evidence = recordedEvidence(recording(name));
      return [[name, evidence] as const, [`${name}, without a build`, withoutBuild(evidence)] as const].map(
        ([what, given]) => {
          const others = runChecks(given).filter(({ status }) => status !== "passed");
          const named = others.map(({ id, status }) => (status === "skipped" ? id : `${id} ${status}`));
          return `${what} skips ${named.join(", ")}`;
        },
      );
    });
    expectGolden("cross-check/recorded.txt", `${lines.join("\n")}\n`);
  });

  it("accepts another author's names for parameters, events and errors where the match is weaker", () => {
    const abi = (body: Json) => [
      ...(body.abi as { type: string; inputs?: object[] }[]).map((entry) => ({
        ...entry,
        inputs: (entry.inputs ?? []).map((input) => ({ ...input, name: "renamed", internalType: "other" })),
      })),
      { type: "error", name: "NeverThrown", inputs: [] },
      { type: "event", name: "NeverSent", inputs: [], anonymous: false },
    ];
    const anothers = (body: Json) => ({ ...body, abi: abi(body), signatures: hashSignatures(abi(body)) });
    for (const name of ["comment-changed", "metadata-hash-none"])
      assertNoAlarm(withRecord(recording(name), (body) => anothers(body)));
    const strict = runChecks(withRecord(recording("plain"), (body) => anothers(body)));
    assert.equal(strict.find(({ id }) => id === "abi")?.status, "failed");
  });
});
