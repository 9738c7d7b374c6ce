import { assert } from "chai";
import { listWitnesses } from "../../src/internal/pipeline/make-report.ts";
import { QueryService } from "../../src/internal/services/query/query-service.ts";
import { VerificationService } from "../../src/internal/services/verification/verification-service.ts";
import { passed } from "../helpers/report-parts.ts";

const CHECKS = [
  passed("a", "a", ["build", "record", "request"]),
  {
    id: "b",
    subject: "b",
    status: "failed",
    expected: "1",
    actual: "2",
    witnesses: ["query service", "chain"],
  },
  { id: "c", subject: "c", status: "skipped", reason: "not here", witnesses: ["compiler"] },
  { id: "d", subject: "d", status: "unknown", reason: "no answer", witnesses: ["deployment"] },
] as const;

function witnessesOn(chainId: number, names: Readonly<Record<string, string>> = {}) {
  return namesOf({
    chainId,
    operators: {
      urls: { node: "https://relay.example/api", query: undefined, verification: undefined },
      names,
    },
    query: new QueryService({ url: "https://user:secret@mirror.example/?key=secret" }),
    verification: new VerificationService({ url: "https://verify.example" }),
  });
}

function namesOf(ports: Parameters<typeof listWitnesses>[1]): readonly string[] {
  return listWitnesses(CHECKS, ports).map(({ witness, operator }) => `${witness}: ${operator}`);
}

describe("pipeline - the operators of a run's witnesses", () => {
  it("should be listed for witnesses that passed or failed a check, in order of weight", () =>
    assert.deepEqual(witnessesOn(1), [
      "chain: node",
      "query service: query service",
      "record: verification service",
      "build: this project",
      "request: this project",
    ]));

  it("should be one on Hedera if the node's URL is unknown, and list only the services asked", () => {
    const query = new QueryService({ url: "https://mirror.example" });
    const one = "node and query service";
    const asked = namesOf({ chainId: 298, query, verification: undefined });
    assert.deepEqual(asked.slice(0, 2), [`chain: ${one}`, `query service: ${one}`]);
    assert.equal(namesOf({ chainId: 298, query: undefined, verification: undefined })[0], "chain: node");
  });
});
