import { createHash } from "node:crypto";
import { readFile, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { assert } from "chai";

import { withEvidence } from "../../src/internal/commands/evidence-of-run.ts";
import { checkUrl, type NextStep, ownCommand, retarget } from "../../src/internal/errors/next-step.ts";
import { VerifyContractError } from "../../src/internal/errors/problem.ts";
import { EvidenceWriter } from "../../src/internal/evidence/file.ts";
import { startDeadline } from "../../src/internal/pipeline/deadline.ts";
import { Secrets } from "../../src/internal/text/secrets.ts";
import { type TemporaryFolder, temporaryFolder } from "../helpers/build-files.ts";
import { comparable, recordPipeline, replayed } from "../helpers/evidence/record-pipeline.ts";
import { GOOD } from "../helpers/pipeline/outcome-table.ts";
import { PENDING, queryAnswer } from "../helpers/pipeline/world.ts";
import { thrownBy } from "../helpers/thrown.ts";

const secrets = new Secrets();
const SCRIPT = { ...GOOD, query: [queryAnswer()] };

/** The lines of a file, each as JSON. */
type Lines = Record<string, unknown>[];

async function linesOf(file: string): Promise<Lines> {
  const text = gunzipSync(await readFile(file)).toString();
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** Writes lines like a careful forger, with the right hash in the last line. */
async function writeLines(file: string, lines: Lines): Promise<void> {
  const before = lines.slice(0, -1).map((line) => `${JSON.stringify(line)}\n`);
  const { end } = lines.at(-1) as { readonly end: object };
  const sha256 = createHash("sha256").update(before.join("")).digest("hex");
  await writeFile(file, gzipSync(`${before.join("")}${JSON.stringify({ end: { ...end, sha256 } })}\n`));
}

describe("evidence - a file", () => {
  let folder: TemporaryFolder;
  let file: string;

  beforeEach(async () => {
    folder = await temporaryFolder();
    file = path.join(folder.path, "run.evidence.gz");
    await recordPipeline({ script: SCRIPT }, file);
  });
  afterEach(() => folder[Symbol.asyncDispose]());

  const refusal = async (): Promise<string> => (await thrownBy(() => replayed(file))).code;
  const rewrite = async (change: (lines: Lines) => Lines | undefined): Promise<void> => {
    const lines = await linesOf(file);
    await writeLines(file, change(lines) ?? lines);
  };

  it("can be replayed after being rewritten with the same lines", async () => {
    await rewrite((lines) => lines);
    const { report } = await replayed(file);
    assert.equal(report.contracts[0]?.outcome, "verified");
  });

  it("is refused with its own code if it isn't an evidence file", async () => {
    await writeFile(file, "{}");
    assert.equal(await refusal(), "VC802");
    await writeFile(file, "");
    assert.equal(await refusal(), "VC802");
    await writeFile(file, gzipSync("hello\n"));
    assert.equal(await refusal(), "VC802");
    file = `${file}.gone`;
    const { code, problem } = await thrownBy(() => replayed(file));
    assert.equal(code, "VC802");
    assert.deepInclude(problem.facts, { label: "Reason", value: "there is no such file or folder" });
  });

  it("is refused if another version wrote it", async () => {
    for (const version of [4, 2]) {
      await rewrite((lines) => lines.with(0, { ...lines[0], schema: `verify-contract-evidence/${version}` }));
      assert.equal(await refusal(), "VC803");
    }
  });

  it("is refused if a reported contract has an unknown outcome", async () => {
    for (const report of ["{}", '{"outcome":"splendid"}']) {
      const given = { lane: 0, index: 0, report };
      await rewrite((lines) =>
        lines.map((line) => ("contract" in line || "given" in line ? { given } : line)),
      );
      assert.equal(await refusal(), "VC802");
    }
  });

  it("is refused if it is truncated, even after a whole line", async () => {
    const whole = await readFile(file);
    await truncate(file, whole.length - 20);
    assert.equal(await refusal(), "VC804");
    const lines = gunzipSync(whole).toString().split("\n");
    await writeFile(file, gzipSync(`${lines.slice(0, -2).join("\n")}\n`));
    assert.equal(await refusal(), "VC804");
  });

  it("is refused if a byte changed, in the compressed data or in a line", async () => {
    const whole = await readFile(file);
    const changed = Buffer.from(whole);
    changed[1000] = (changed[1000] ?? 0) ^ 0x10;
    await writeFile(file, changed);
    assert.equal(await refusal(), "VC805");
    const text = gunzipSync(whole).toString();
    await writeFile(file, gzipSync(text.replace('"atMs":', '"atMs":1')));
    assert.equal(await refusal(), "VC805");
    await writeFile(file, gzipSync(text.replace("contract Counter", "contract Countes")));
    assert.equal(await refusal(), "VC805");
  });

  it("is refused if the stated result doesn't follow from the answers", async () => {
    await rewrite((lines) =>
      lines.map((line) =>
        "contract" in line
          ? {
              contract: {
                ...(line.contract as object),
                result: { ...listResultParts(line), outcome: "mismatch" },
              },
            }
          : line,
      ),
    );
    assert.equal(await refusal(), "VC808");
  });

  it("is refused if an answer is missing", async () => {
    await rewrite((lines) =>
      lines.map((line) =>
        "contract" in line ? { contract: { ...(line.contract as object), entries: [] } } : line,
      ),
    );
    assert.equal(await refusal(), "VC807");
  });

  it("is refused if a value in the request has another type", async () => {
    const request = { recorded: 5, buildSource: [], lookedAt: 7, target: null, required: 1 };
    for (const [key, value] of Object.entries(request)) {
      await recordPipeline({ script: SCRIPT }, `${file}.${key}`);
      file = `${file}.${key}`;
      await rewrite((lines) =>
        lines.map((line) => {
          if (!("contract" in line)) return line;
          const contract = line.contract as { readonly request: object };
          return { contract: { ...contract, request: { ...contract.request, [key]: value } } };
        }),
      );
      assert.oneOf(await refusal(), ["VC802", "VC808"], key);
    }
  });

  it("keeps the next step of an error that ended the run", async () => {
    const steps: readonly NextStep[] = [
      ownCommand("deployments", ["deployments.json"]),
      checkUrl("query"),
      retarget("x"),
    ];
    for (const next of steps) {
      const target = { file, command: "check", scope: "one", startedAt: new Date(), secrets } as const;
      const thrown = new VerifyContractError("VC106", { values: { option: "--at", value: "x" }, next });
      await thrownBy(() => withEvidence(target, () => Promise.reject(thrown)));
      const { code, problem } = await thrownBy(() => replayed(file));
      assert.equal(code, "VC106");
      assert.equal(problem.next, thrown.problem.next);
    }
  });

  it("is refused if a time is impossible", async () => {
    await rewrite((lines) => JSON.parse(JSON.stringify(lines).replace(/"atMs":[\d.]+/g, '"atMs":1e300')));
    assert.equal(await refusal(), "VC805");
  });

  it("is refused if a contract's good result has no recorded answers", async () => {
    const { report } = await replayed(file);
    const given = { lane: 0, index: 0, report: JSON.stringify(report.contracts[0]) };
    await rewrite((lines) => lines.map((line) => ("contract" in line ? { given } : line)));
    assert.equal(await refusal(), "VC802");
  });

  it("suggests a cause if secrets were removed from what the result depends on", async () => {
    const secrets = new Secrets();
    secrets.addUrl("https://user:Counter@example.org/");
    await recordPipeline({ script: SCRIPT }, file, secrets);
    const { code, problem } = await thrownBy(() => replayed(file));
    assert.oneOf(code, ["VC802", "VC807", "VC808"]);
    assert.include(problem.likely, "secrets were removed");
  });

  it("contains no secrets of the run", async () => {
    const secrets = new Secrets();
    secrets.addHeaders({ authorization: "Bearer contractCounter0123" });
    secrets.addUrl("https://user:constant-password@example.org/");
    const writer = new EvidenceWriter(`${file}.other`, (text) => secrets.redact(text));
    writer.add({ short: "constant-password", long: `${"x".repeat(500)} contractCounter0123` });
    await writer.finish({ contracts: 0 });
    const text = gunzipSync(await readFile(`${file}.other`)).toString();
    assert.notMatch(text, /constant-password|contractCounter0123/);
    assert.include(text, "***");
  });
});

const listResultParts = (line: Record<string, unknown>): object =>
  (line.contract as { readonly result: object }).result;

describe("evidence - a run that was stopped", () => {
  for (const by of ["the deadline", "the user"] as const) {
    it(`replays a stop by ${by}`, async () => {
      await using folder = await temporaryFolder();
      const file = path.join(folder.path, "run.evidence.gz");
      const user = new AbortController();
      using deadline = startDeadline(by === "the deadline" ? 1500 : 60_000, user.signal);
      const recorded = await recordPipeline(
        {
          script: { ...GOOD, job: [PENDING] },
          ports: { signal: deadline.signal },
          onProgress: ({ type }) => {
            if (type === "polling" && by === "the user") user.abort();
          },
        },
        file,
      );
      assert.equal(recorded.contracts[0]?.error?.code, by === "the user" ? "VC408" : "VC407");
      const { report } = await replayed(file);
      assert.deepEqual(withoutTime(comparable(report)), withoutTime(comparable(recorded)));
    });
  }

  it("replays a stop during an optional request", async () => {
    await using folder = await temporaryFolder();
    const file = path.join(folder.path, "run.evidence.gz");
    using deadline = startDeadline(700, new AbortController().signal);
    const recorded = await recordPipeline(
      { builds: [], script: { record: [() => {}] }, ports: { signal: deadline.signal } },
      file,
    );
    assert.equal(recorded.contracts[0]?.error?.code, "VC407");
    const { report } = await replayed(file);
    assert.deepEqual(withoutTime(comparable(report)), withoutTime(comparable(recorded)));
  });

  it("replays a stop before the first request", async () => {
    await using folder = await temporaryFolder();
    const file = path.join(folder.path, "run.evidence.gz");
    using deadline = startDeadline(60_000, AbortSignal.abort());
    const recorded = await recordPipeline({ script: GOOD, ports: { signal: deadline.signal } }, file);
    const { report } = await replayed(file);
    assert.deepEqual(withoutTime(comparable(report)), withoutTime(comparable(recorded)));
  });
});

/** "After: 1.5 s" */
const withoutTime = (report: object): unknown =>
  JSON.parse(JSON.stringify(report).replace(/"\d+\.\d s"/g, '"some time"'));
