import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { assert } from "chai";
import { withEvidence } from "../../src/internal/commands/evidence-of-run.ts";
import { checkUrl, type NextStep, ownCommand, retarget } from "../../src/internal/errors/next-step.ts";
import { VerifyContractError } from "../../src/internal/errors/problem.ts";
import { EvidenceWriter } from "../../src/internal/evidence/file.ts";
import { startDeadline } from "../../src/internal/pipeline/deadline.ts";
import { Secrets } from "../../src/internal/text/secrets.ts";
import { folderForEach, temporaryFolder } from "../helpers/build-files.ts";
import { comparable, recordPipeline, replayed } from "../helpers/evidence/record-pipeline.ts";
import { heldFor } from "../helpers/held-for.ts";
import { PENDING, queryAnswer } from "../helpers/pipeline/answers.ts";
import { GOOD } from "../helpers/pipeline/outcome-table.ts";
import type { Setting } from "../helpers/pipeline/world.ts";
import { neverAnswers } from "../helpers/services/fault-server.ts";
import { thrownBy } from "../helpers/thrown.ts";

const secrets = new Secrets();
const SCRIPT = { ...GOOD, query: [queryAnswer()] };

/** The lines of a file, each as JSON. */
type Lines = Record<string, unknown>[];

function linesOf(content: Buffer): Lines {
  const lines = gunzipSync(content).toString().trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line));
}

/** Zips lines like a careful forger, with the right hash in the last line. */
function zipped(lines: Lines): Buffer {
  const before = lines.slice(0, -1).map((line) => `${JSON.stringify(line)}\n`);
  const { end } = lines.at(-1) as { readonly end: object };
  const sha256 = createHash("sha256").update(before.join("")).digest("hex");
  return gzipSync(`${before.join("")}${JSON.stringify({ end: { ...end, sha256 } })}\n`);
}

type Contract = Readonly<Record<"request" | "result", object>>;

const ofContract = (change: (contract: Contract) => object) => (lines: Lines) =>
  lines.map((line) => ("contract" in line ? { contract: change(line.contract as Contract) } : line));

const version = (number: number) => (lines: Lines) =>
  lines.with(0, { ...lines[0], schema: `verify-contract-evidence/${number}` });

/** A contract's report in place of its answers. */
const given = (report: string) => (lines: Lines) =>
  lines.map((line) => ("contract" in line ? { given: { lane: 0, index: 0, report } } : line));

const inRequest = (value: object) =>
  ofContract((contract) => ({ ...contract, request: { ...contract.request, ...value } }));

const REFUSED: Readonly<Record<string, readonly [code: string, change: (lines: Lines) => Lines]>> = {
  "a later version wrote it": ["VC803", version(4)],
  "an earlier version wrote it": ["VC803", version(2)],
  "a reported contract has no outcome": ["VC802", given("{}")],
  "a reported contract has an unknown outcome": ["VC802", given('{"outcome":"splendid"}')],
  "a contract's good result has no recorded answers": ["VC802", given('{"outcome":"verified"}')],
  "the stated result doesn't follow from the answers": [
    "VC808",
    ofContract((contract) => ({ ...contract, result: { ...contract.result, outcome: "mismatch" } })),
  ],
  "the run states another network than its contracts'": [
    "VC808",
    (lines) => JSON.parse(JSON.stringify(lines).replaceAll('chainId\\":31337}', 'chainId\\":1}')),
  ],
  "an answer is missing": ["VC807", ofContract((contract) => ({ ...contract, entries: [] }))],
  "recorded deployments are a number": ["VC808", inRequest({ recorded: 5 })],
  "there is no target": ["VC802", inRequest({ target: null })],
  "a time is impossible": [
    "VC805",
    (lines) => JSON.parse(JSON.stringify(lines).replace(/"atMs":[\d.]+/g, '"atMs":1e300')),
  ],
};

describe("evidence - a file", () => {
  const folder = heldFor(() => temporaryFolder());
  let file: string;
  let whole: Buffer;

  before(async () => {
    file = path.join(folder.path, "run.evidence.gz");
    await recordPipeline({ script: SCRIPT }, file);
    whole = await readFile(file);
  });

  const refusalOf = async (content: string | Buffer): Promise<string> => {
    await writeFile(file, content);
    return (await thrownBy(() => replayed(file))).code;
  };

  it("can be replayed after being rewritten with the same lines", async () => {
    await writeFile(file, zipped(linesOf(whole)));
    const { report } = await replayed(file);
    assert.equal(report.contracts[0]?.outcome, "verified");
  });

  for (const [what, [code, change]] of Object.entries(REFUSED))
    it(`is refused if ${what}: ${code}`, async () =>
      assert.equal(await refusalOf(zipped(change(linesOf(whole)))), code));

  for (const [what, content] of Object.entries({ JSON: "{}", empty: "", "other text": gzipSync("hello\n") }))
    it(`is refused with its own code if it is ${what}`, async () =>
      assert.equal(await refusalOf(content), "VC802"));

  it("is refused with its own code if it doesn't exist", async () => {
    const { code, problem } = await thrownBy(() => replayed(`${file}.gone`));
    assert.equal(code, "VC802");
    assert.deepInclude(problem.facts, { label: "Reason", value: "there is no such file or folder" });
  });

  it("is refused if it is truncated, even after a whole line", async () => {
    assert.equal(await refusalOf(whole.subarray(0, -20)), "VC804");
    const lines = gunzipSync(whole).toString().split("\n");
    assert.equal(await refusalOf(gzipSync(`${lines.slice(0, -2).join("\n")}\n`)), "VC804");
  });

  it("is refused if a byte changed, in the compressed data or in a line", async () => {
    const text = gunzipSync(whole).toString();
    const forged = [
      whole.map((byte, index) => (index === 1000 ? byte ^ 0x10 : byte)),
      gzipSync(text.replace('"atMs":', '"atMs":1')),
      gzipSync(text.replace("contract Counter", "contract Countes")),
    ];
    for (const content of forged) assert.equal(await refusalOf(Buffer.from(content)), "VC805");
  });

  const STEPS: readonly NextStep[] = [
    ownCommand("deployments", ["deployments.json"]),
    checkUrl("query"),
    retarget("x"),
  ];
  for (const next of STEPS)
    it(`keeps the next step of an error that ended the run: ${next.kind}`, async () => {
      const other = `${file}.${next.kind}`;
      const target = { file: other, command: "check", scope: "one", startedAt: new Date(), secrets } as const;
      const thrown = new VerifyContractError("VC106", { values: { option: "--at", value: "x" }, next });
      await thrownBy(() => withEvidence(target, () => Promise.reject(thrown)));
      const { code, problem } = await thrownBy(() => replayed(other));
      assert.deepEqual([code, problem.next], ["VC106", thrown.problem.next]);
    });

  it("suggests a cause if secrets were removed from what the result depends on", async () => {
    const secrets = new Secrets();
    secrets.addUrl("https://user:Counter@example.org/");
    await recordPipeline({ script: SCRIPT }, `${file}.redacted`, secrets);
    const { code, problem } = await thrownBy(() => replayed(`${file}.redacted`));
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

describe("evidence - a run that was stopped", () => {
  const folder = folderForEach();

  /** Records the run, and replays it to the same report. */
  async function stopped(setting: Setting): Promise<string | undefined> {
    const file = path.join(folder.path, "run.evidence.gz");
    const recorded = await recordPipeline(setting, file);
    const { report } = await replayed(file);
    assert.deepEqual(withoutTime(comparable(report)), withoutTime(comparable(recorded)));
    return recorded.contracts[0]?.error?.code;
  }

  for (const by of ["the deadline", "the user"] as const)
    it(`replays a stop by ${by}`, async () => {
      const user = new AbortController();
      using deadline = startDeadline(by === "the deadline" ? 1500 : 60_000, user.signal);
      const code = await stopped({
        script: { ...GOOD, job: [PENDING] },
        ports: { signal: deadline.signal },
        onProgress: ({ type }) => {
          if (type === "polling" && by === "the user") user.abort();
        },
      });
      assert.equal(code, by === "the user" ? "VC408" : "VC407");
    });

  it("replays a stop during an optional request", async () => {
    using deadline = startDeadline(700, new AbortController().signal);
    const script = { record: [neverAnswers] };
    assert.equal(await stopped({ builds: [], script, ports: { signal: deadline.signal } }), "VC407");
  });

  it("replays a stop before the first request", async () => {
    using deadline = startDeadline(60_000, AbortSignal.abort());
    await stopped({ script: GOOD, ports: { signal: deadline.signal } });
  });
});

/** "After: 1.5 s" */
const withoutTime = (report: object): unknown =>
  JSON.parse(JSON.stringify(report).replace(/"\d+\.\d s"/g, '"some time"'));
