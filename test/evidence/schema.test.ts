import { assert } from "chai";
import type { BuildCandidate } from "../../src/internal/domain/build.ts";
import type { CodeTemplate } from "../../src/internal/domain/code-template.ts";
import type { RecordedCandidate as Candidate, ContractEntry } from "../../src/internal/evidence/schema.ts";
import type { Ports } from "../../src/internal/pipeline/ports.ts";
import type { VerifyRequest } from "../../src/internal/pipeline/request.ts";

type Request = ContractEntry["request"];

/** Keys of values that a run depends on but no evidence line contains. */
type Missing =
  | Exclude<keyof VerifyRequest, keyof Request | "projectRoot">
  | Exclude<keyof BuildCandidate, keyof Candidate>
  | Exclude<keyof CodeTemplate, keyof Candidate["runtime"] | "knownAuxdata">;

/** Each is recorded and replayed, or belongs to the replaying host. */
type KnownPorts =
  | keyof Pick<Ports, "chain" | "chainId" | "verification" | "query" | "status">
  | keyof Pick<Ports, "browserUrl" | "explorer" | "configured" | "operators" | "allowForeignCreation">
  | keyof Pick<Ports, "compile" | "recordedTransactions" | "builds" | "journal">
  | keyof Pick<Ports, "clock" | "polling" | "appearAttempts" | "leftMs" | "signal" | "recordsEnd">
  | keyof Pick<Ports, "codeWaitMs" | "codeWaitedMs" | "freshCodeWaitMs">
  // A replay repeats a file's last answer, however often it is asked.
  | keyof Pick<Ports, "lostRecordMs">
  // A run with evidence asks no user, and a replay asks neither explorers nor forwarded jobs.
  | keyof Pick<Ports, "words" | "onProgress" | "confirm" | "onProven" | "forwards">;

describe("evidence - the schema", () => {
  it("has a place for everything that a run depends on, checked by the compiler", () => {
    const missing: readonly Missing[] = [];
    const none: readonly never[] = missing;
    assert.isEmpty(none);
  });

  it("knows every port, each of which must be recorded and replayed first", () => {
    const unknown: readonly Exclude<keyof Ports, KnownPorts>[] = [];
    const none: readonly never[] = unknown;
    assert.isEmpty(none);
  });
});
