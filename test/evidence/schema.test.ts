import { assert } from "chai";
import type { BuildCandidate } from "../../src/internal/domain/build.ts";
import type { CodeTemplate } from "../../src/internal/domain/code-template.ts";
import type { RecordedCandidate as Candidate, ContractEntry } from "../../src/internal/evidence/schema.ts";
import type { Ports } from "../../src/internal/pipeline/ports.ts";
import type { VerifyRequest } from "../../src/internal/pipeline/request.ts";

type Request = ContractEntry["request"];

/** The keys of values that a run rests on, and that no line of an evidence file has. */
type Missing =
  | Exclude<keyof VerifyRequest, keyof Request | "projectRoot">
  | Exclude<keyof BuildCandidate, keyof Candidate>
  | Exclude<keyof CodeTemplate, keyof Candidate["runtime"] | "knownAuxdata">;

/** Each is recorded and replayed, or is the replaying host's own. */
type KnownPorts =
  | keyof Pick<Ports, "chain" | "chainId" | "verification" | "query" | "status">
  | keyof Pick<Ports, "browserUrl" | "explorer" | "configured" | "operators" | "allowForeignCreation">
  | keyof Pick<Ports, "compile" | "recordedTransactions" | "builds" | "journal" | "speaksOtherScheme">
  | keyof Pick<Ports, "clock" | "polling" | "appearAttempts" | "leftMs" | "signal" | "recordsEnd">
  | keyof Pick<Ports, "codeWaitMs" | "codeWaitedMs" | "freshCodeWaitMs">
  // The last answer of a file stays, however long a replay asks for it.
  | keyof Pick<Ports, "lostRecordMs">
  // A run that keeps evidence asks nobody, and a replay neither explorers nor forwarded jobs.
  | keyof Pick<Ports, "words" | "onProgress" | "confirm" | "onProven" | "forwards">;

describe("evidence - the schema", () => {
  it("has a place for everything that a run rests on: this does not compile otherwise", () => {
    const missing: readonly Missing[] = [];
    const none: readonly never[] = missing;
    assert.isEmpty(none);
  });

  it("knows every port: record and replay it before it is named here", () => {
    const unknown: readonly Exclude<keyof Ports, KnownPorts>[] = [];
    const none: readonly never[] = unknown;
    assert.isEmpty(none);
  });
});
