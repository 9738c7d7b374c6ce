import { appendFile, chmod, mkdir, readdir, stat, truncate, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { assert } from "chai";
import {
  getNewestJob,
  hashSubmission,
  JournalFiles,
  type SubmissionKey,
} from "../../src/internal/submission/journal.ts";
import { folderForEach } from "../helpers/build-files.ts";
import { ADDRESS, VERIFICATION_ID } from "../helpers/services/quick.ts";

const KEY: SubmissionKey = {
  service: "http://127.0.0.1:5555",
  chainId: 296,
  address: ADDRESS,
  input: hashSubmission({ stdJsonInput: {} }, "0x60"),
};
const OTHER_KEY: SubmissionKey = { ...KEY, input: hashSubmission({ stdJsonInput: {} }, "0x61") };

const fail = (reason: string): never => assert.fail(reason);

const ACCEPTED = { event: "accepted", verificationId: VERIFICATION_ID } as const;

/** A separate instance, which shares only the files, like another process. */
function journal(folder: string, fresh = false): JournalFiles {
  return new JournalFiles(folder, { fresh, onUnusable: fail });
}

describe("job - the journal", () => {
  const folder = folderForEach();
  const lookUp = (key = KEY) => journal(folder.path).lookUp(key);

  it("should know the state of an earlier run's submission", async () => {
    const earlier = journal(folder.path);
    await earlier.note(KEY, { event: "sending" });
    assert.deepInclude(await lookUp(), { kind: "lost" });
    await earlier.note(KEY, ACCEPTED);
    const job = { kind: "job", verificationId: VERIFICATION_ID } as const;
    assert.deepInclude(await lookUp(), { ...job, result: undefined });
    await earlier.note(KEY, { event: "ended", verificationId: VERIFICATION_ID, result: "no_match" });
    assert.deepInclude(await lookUp(), { ...job, result: "no_match" });
    assert.isUndefined(await lookUp(OTHER_KEY));
  });

  it("should forget a submission that was not accepted, but never a job", async () => {
    const run = journal(folder.path);
    await run.note(KEY, { event: "sending" });
    await run.note(KEY, { event: "not-accepted" });
    assert.isUndefined(await lookUp());
    await run.note(OTHER_KEY, ACCEPTED);
    await run.note(OTHER_KEY, { event: "not-accepted" });
    assert.deepInclude(await lookUp(OTHER_KEY), { kind: "job" });
  });

  it("should keep another run's job that became known after the same input was sent again", async () => {
    const [first, second] = [journal(folder.path), journal(folder.path)];
    await first.note(KEY, ACCEPTED);
    await second.note(KEY, { event: "sending" });
    const known = await lookUp();
    assert.deepInclude(getNewestJob(known), { verificationId: VERIFICATION_ID });
    await second.note(KEY, { event: "not-accepted" });
    assert.deepInclude(await lookUp(), { kind: "job", verificationId: VERIFICATION_ID });
  });

  it("should see what a concurrent run writes", async () => {
    const [first, second] = [journal(folder.path), journal(folder.path)];
    assert.isUndefined(await second.lookUp(KEY));
    await first.note(KEY, ACCEPTED);
    assert.deepInclude(await second.lookUp(KEY), { kind: "job" });
    await second.note(OTHER_KEY, { event: "sending" });
    assert.deepInclude(await first.lookUp(OTHER_KEY), { kind: "lost" });
  });

  for (const [what, torn] of [
    ["truncated", '{"at":"2026-11-21T10:00:00.000Z","service":"http://127'],
    ["in another format", "\u0000\u0000\ufffd not a line\n[]\nnull\n{}\n"],
    ["from another version", `${JSON.stringify({ ...KEY, at: new Date(), event: "painted" })}\n`],
    [
      "with an invalid id",
      `${JSON.stringify({ ...KEY, at: new Date(), event: "accepted", verificationId: "../x" })}\n`,
    ],
  ] as const)
    it(`should lose only a line that is ${what}`, async () => {
      const earlier = journal(folder.path);
      await earlier.note(KEY, ACCEPTED);
      const [name = ""] = await readdir(folder.path);
      await appendFile(path.join(folder.path, name), torn);
      await writeFile(path.join(folder.path, "00000000000000-1-torn.jsonl"), torn);
      await journal(folder.path).note(OTHER_KEY, { event: "sending" });
      const later = journal(folder.path);
      assert.deepInclude(await later.lookUp(KEY), { kind: "job" });
      assert.deepInclude(await later.lookUp(OTHER_KEY), { kind: "lost" });
    });

  it("should read a partly written line once it is complete", async () => {
    const file = path.join(folder.path, "20261121100000-1-aa.jsonl");
    const line = JSON.stringify({ ...KEY, at: new Date(), ...ACCEPTED });
    await writeFile(file, line.slice(0, 50));
    const run = journal(folder.path);
    assert.isUndefined(await run.lookUp(KEY));
    await appendFile(file, `${line.slice(50)}\n`);
    assert.deepInclude(await run.lookUp(KEY), { kind: "job" });
  });

  it("should ignore earlier runs if it starts afresh, but still write", async () => {
    await journal(folder.path).note(KEY, { event: "sending" });
    const fresh = journal(folder.path, true);
    assert.isUndefined(await fresh.lookUp(KEY));
    await fresh.note(OTHER_KEY, { event: "sending" });
    assert.deepInclude(await lookUp(OTHER_KEY), { kind: "lost" });
  });

  it("should delete entries that are too old to resume", async () => {
    await journal(folder.path).note(KEY, { event: "sending" });
    const [name = ""] = await readdir(folder.path);
    const longAgo = new Date(Date.now() - 8 * 86_400_000);
    await utimes(path.join(folder.path, name), longAgo, longAgo);
    assert.isUndefined(await lookUp());
    assert.isEmpty(await readdir(folder.path));
  });

  it("should keep entries for a week, and ignore a file that is too large", async () => {
    await journal(folder.path).note(KEY, { event: "sending" });
    const [name = ""] = await readdir(folder.path);
    const file = path.join(folder.path, name);
    const lately = new Date(Date.now() - 6.9 * 86_400_000);
    await utimes(file, lately, lately);
    assert.deepInclude(await lookUp(), { kind: "lost" });
    await truncate(file, 64 * 1024 * 1024 + 1);
    assert.isUndefined(await lookUp());
  });

  it("should report once that it can't be written, and not stop the run", async () => {
    await writeFile(path.join(folder.path, "file"), "");
    const told: string[] = [];
    const place = path.join(folder.path, "file", "journal");
    const run = new JournalFiles(place, { fresh: false, onUnusable: (reason) => told.push(reason) });
    assert.isUndefined(await run.lookUp(KEY));
    await run.note(KEY, { event: "sending" });
    await run.note(KEY, { event: "not-accepted" });
    assert.deepEqual(told, [`${place}: part of its path is a file, not a folder`]);
  });

  it("should be readable only by its owner", async () => {
    await mkdir(path.join(folder.path, "journal"));
    await chmod(path.join(folder.path, "journal"), 0o755);
    await journal(path.join(folder.path, "journal")).note(KEY, { event: "sending" });
    const [name = ""] = await readdir(path.join(folder.path, "journal"));

    const { mode } = await stat(path.join(folder.path, "journal", name));
    assert.equal(mode & 0o077, 0);
  });
});
