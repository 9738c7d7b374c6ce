import { assert } from "chai";
import type { Evidence } from "../../src/internal/cross-check/evidence.ts";
import { runChecks } from "../../src/internal/cross-check/run-checks.ts";
import { hashSignatures } from "../../src/internal/local/verification/record.ts";
import { checksComeTo } from "../helpers/cross-check/checks-come-to.ts";
import { evidenceOf, withFacts, withoutBuild, withoutQuery } from "../helpers/cross-check/one-check.ts";
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
  /** Changes that make the evidence of another run. Recordings without a creation transaction stay unchanged. */
  const circumstances: Readonly<Record<string, (it: Recording, evidence: Evidence) => Evidence>> = {
    unchanged: (_, evidence) => evidence,
    "no query service, and no known creation": (_, evidence) =>
      withoutQuery(withFacts(evidence, { creation: undefined })),
    "created by another contract": (it, { facts: { creation } }) =>
      withFacts(
        withRecord(it, (body) => ({ ...body, creationMatch: null })),
        { creation: creation && { ...creation, initCode: undefined } },
      ),
    "created from a file, without constructor arguments and without 0x in the query service": (
      it,
      evidence,
    ) => {
      const bytecode = evidence.facts.creation?.initCode?.bytecode;
      if (bytecode === undefined) return evidence;
      const digits = evidence.build?.compiled?.creation.object.replace(/^0x/, "").length ?? 0;
      const contract = queryContract({
        evm_address: it.address,
        file_id: "0.0.905003",
        bytecode: bytecode.slice(0, 2 + digits),
        runtime_bytecode: it.chain.runtimeBytecode,
      });
      return { ...evidence, query: { state: "known", contract } };
    },
    "requested by its long-zero address": (_, evidence) => {
      const address = `0x${"0".repeat(36)}1389`;
      return { ...withFacts(evidence, { address }), record: { ...evidence.record, address } };
    },
  };
  for (const name of VERIFIED)
    for (const [what, change] of Object.entries(circumstances))
      it(`${name}: ${what}`, () => assertNoAlarm(change(recording(name), evidenceOf(name))));

  it("passes every check except those that the recording or its match doesn't cover", () => {
    const lines = VERIFIED.flatMap((name) => {
      const evidence = evidenceOf(name);
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

  it("accepts another author's names for parameters, events and errors if the match is weaker", () => {
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
