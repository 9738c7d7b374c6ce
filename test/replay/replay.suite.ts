import { createWriteStream } from "node:fs";
import { readFile, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip, gunzipSync, gzipSync } from "node:zlib";
import { assert } from "chai";
import { VerifyContractError } from "../../src/internal/errors/problem.ts";
import { listResultParts } from "../../src/internal/evidence/record.ts";
import { replayContract } from "../../src/internal/evidence/replay.ts";
import type { ContractEntry } from "../../src/internal/evidence/schema.ts";
import { HARDHAT_WORDS } from "../../src/internal/hosts/hardhat3/host.ts";
import { REPORT_FORMATS } from "../../src/internal/render/formats.ts";
import { renderReport } from "../../src/internal/render/terminal/report.ts";
import { plainStyle } from "../../src/internal/render/terminal/style.ts";
import type { Report } from "../../src/internal/report/model.ts";
import { getExitCode } from "../../src/internal/report/outcome.ts";
import { temporaryFolder } from "../helpers/build-files.ts";
import { printAtExit, sayChosen, seedOf } from "../helpers/chosen-run.ts";
import { type Evidence, entryOf, readAll, writeAll } from "../helpers/evidence/forge.ts";
import { comparable, recordPipeline, replayed } from "../helpers/evidence/record-pipeline.ts";
import { heldFor } from "../helpers/held-for.ts";
import { INVISIBLE } from "../helpers/hostile-texts.ts";
import { outcomeTable } from "../helpers/pipeline/outcome-table.ts";
import { Chance } from "../interrupt/chance.ts";
import { type Leaf, leavesOf, pathWords, replaced } from "./leaves.ts";
import { failingWorlds, goodWorlds } from "./worlds.ts";

const SEED = seedOf("REPLAY_SEED");
sayChosen("test:replay", { REPLAY_SEED: SEED });

/** Half of the changes hit the compressed file, half its content. */
const BYTES = 500;

/** Values that a consistent forger changes, one at a time. */
const CHANGED = 300;

const HOSTILE = 100;

const counts = {
  suite: "replay",
  seed: SEED,
  outcomes: 0,
  equal: 0,
  bytes: 0,
  found: 0,
  named: 0,
  changed: 0,
  refuted: 0,
  wishes: 0,
  hostile: 0,
};

const HOSTILE_TEXTS = [
  "x\u001b[2J\u001b]0;title\u0007",
  "a\r\n::error::b\u2028✔ Verified",
  "\u202e../../../../etc/passwd\u0000",
  "<script>alert(1)</script>\u200b",
] as const;

const GIGABYTE = 2 ** 30;

/** The user's own request: a replay shows it, and another question has another answer. */
const WISHES = /^request\./;

async function endOf(file: string): Promise<Report | string> {
  try {
    return (await replayed(file)).report;
  } catch (error) {
    if (error instanceof VerifyContractError) return error.code;
    throw error;
  }
}

describe("replay - what evidence shows, and what was changed", function () {
  this.timeout(0);
  const chance = new Chance(SEED);
  const folder = heldFor(() => temporaryFolder());
  const files = new Map<string, string>();
  const reports = new Map<string, Report>();
  const evidence = new Map<string, Evidence>();

  before(async () => {
    for (const [name, setting] of Object.entries({ ...goodWorlds(), ...failingWorlds() })) {
      const file = path.join(folder.path, `${files.size}.evidence.gz`);
      reports.set(name, await recordPipeline(setting, file));
      files.set(name, file);
      evidence.set(name, await readAll(file));
    }
  });
  after(async () => {
    printAtExit(() => counts);
  });

  it("should replay every kind of outcome to the same report", async () => {
    for (const [what, [setting]] of Object.entries(outcomeTable())) {
      const file = path.join(folder.path, "outcome.evidence.gz");
      const recorded = await recordPipeline(setting, file);
      counts.outcomes += 1;
      assert.deepEqual(comparable((await replayed(file)).report), comparable(recorded), what);
      counts.equal += 1;
    }
  });

  it("should detect a changed byte, or name why the byte decides nothing", async () => {
    const other = path.join(folder.path, "changed.evidence.gz");
    for (let done = 0; done < BYTES; done += 1) {
      const [name, file] = one([...files], chance);
      const isCompressed = done % 2 === 0;
      const whole = await readFile(file);
      const bytes = isCompressed ? whole : gunzipSync(whole);
      const at = chance.below(bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ (1 + chance.below(255));
      await writeFile(other, isCompressed ? bytes : gzipSync(bytes));
      counts.bytes += 1;
      const end = await endOf(other);
      if (typeof end === "string") counts.found += 1;
      else {
        // Gzip has bits without meaning (RFC 1952, 2.3: time and system; RFC 1951, 3.2.3: the rest of the last byte), and a
        // reference may point to equal bytes elsewhere.
        assert.isTrue(isCompressed, `byte ${at} of ${name}`);
        assert.isTrue(gunzipSync(bytes).equals(gunzipSync(whole)), `byte ${at} of ${name}`);
        assert.deepEqual(comparable(end), comparable(required(reports, name)));
        counts.named += 1;
      }
    }
  });

  it("should verify nothing more after one value is changed and every hash is recomputed", async () => {
    const failing = [...evidence].filter(([name]) => name in failingWorlds());
    const other = path.join(folder.path, "said.evidence.gz");
    const improved: string[] = [];
    for (let done = 0; done < CHANGED; done += 1) {
      const [name, said] = one(failing, chance);
      const entry = entryOf(said);
      const leaves = leavesOf(entry);
      // Most characters belong to codes and sources, so every second change picks any value, however long.
      const leaf = done % 2 === 0 ? one(leaves, chance) : byLength(leaves, chance);
      const forged = replaced(entry, leaf.path, changed(leaf.value, chance)) as ContractEntry;
      counts.changed += 1;
      if (!isGood(await forgedEnd(other, said, forged))) counts.refuted += 1;
      else if (WISHES.test(pathWords(leaf.path))) counts.wishes += 1;
      else improved.push(`${name}: ${pathWords(leaf.path)}: ${shortened(leaf.value)}`);
    }
    assert.isEmpty(improved, improved.join("\n"));
  });

  it("should show no name as a command or a control character", async () => {
    const other = path.join(folder.path, "hostile.evidence.gz");
    for (let done = 0; done < HOSTILE; done += 1) {
      const [name, said] = one([...evidence], chance);
      const entry = entryOf(said);
      const leaf = one(
        leavesOf(entry).filter(({ value }) => typeof value === "string"),
        chance,
      );
      const forged = replaced(entry, leaf.path, chance.of(HOSTILE_TEXTS)) as ContractEntry;
      counts.hostile += 1;
      const end = await forgedEnd(other, said, forged);
      if (typeof end === "string") continue;
      for (const text of [
        renderReport(end, plainStyle, 80),
        ...Object.values(REPORT_FORMATS).map((write) => write(end)),
      ])
        assert.isNull(INVISIBLE.exec(text), `${name}: ${pathWords(leaf.path)}`);
    }
  });

  it("should refuse a file of 1 GB, as it is and compressed, without reading it into memory", async () => {
    const large = path.join(folder.path, "large.evidence.gz");
    await writeFile(large, "");
    await truncate(large, GIGABYTE);
    assert.equal(await endOf(large), "VC806");
    await pipeline(zeros(GIGABYTE), createGzip({ level: 1 }), createWriteStream(large));
    const before = process.memoryUsage().rss;
    assert.equal(await endOf(large), "VC806");
    assert.isBelow(process.memoryUsage().rss - before, 0.5 * GIGABYTE);
  });
});

/** The forger recomputes every hash and, if the result differs, states the new one. */
async function forgedEnd(file: string, said: Evidence, entry: ContractEntry): Promise<Report | string> {
  const write = (contract: ContractEntry) => writeAll(file, { ...said, entries: [{ contract }] });
  await write(entry);
  const end = await endOf(file);
  if (end !== "VC808") return end;
  const { report } = await replayContract(said.header, entry, HARDHAT_WORDS);
  await write({ ...entry, result: listResultParts(report) });
  return endOf(file);
}

function isGood(end: Report | string): boolean {
  return typeof end !== "string" && end.contracts.every(({ outcome }) => getExitCode(outcome) === 0);
}

function one<T>(list: readonly T[], chance: Chance): T {
  const found = list[chance.below(list.length)];
  if (found === undefined) throw new Error("The list is empty.");
  return found;
}

function* zeros(length: number): Generator<Buffer> {
  const part = Buffer.alloc(2 ** 20, "0");
  for (let done = 0; done < length; done += part.length) yield part;
}

/** Chooses a leaf by one of its characters. */
function byLength<T extends { readonly value: unknown }>(leaves: readonly T[], chance: Chance): T {
  const total = leaves.reduce((sum, { value }) => sum + String(value).length, 0);
  let at = chance.below(total);
  for (const leaf of leaves) {
    at -= String(leaf.value).length;
    if (at < 0) return leaf;
  }
  throw new Error("The list is empty.");
}

function required<T>(map: ReadonlyMap<string, T>, key: string): T {
  const found = map.get(key);
  if (found === undefined) throw new Error(`There is no ${key}.`);
  return found;
}

function shortened(value: unknown): string {
  const text = String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** A character is replaced by one of the same kind. */
const KINDS = ["0123456789", "abcdef", "ghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"] as const;

/** Changes one character, number or flag. */
function changed(value: Leaf["value"], chance: Chance): Leaf["value"] {
  if (typeof value === "boolean") return !value;
  if (typeof value === "number") return value + 1 + chance.below(9);
  if (value === "") return "x";
  const at = chance.below(value.length);
  return value.slice(0, at) + otherThan(value.charAt(at), chance) + value.slice(at + 1);
}

function otherThan(character: string, chance: Chance): string {
  const kind = KINDS.find((each) => each.includes(character)) ?? "_-";
  const others = [...kind].filter((each) => each !== character);
  return others[chance.below(others.length)] ?? "x";
}
