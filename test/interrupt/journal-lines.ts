import { appendFile, readdir, readFile, stat, truncate } from "node:fs/promises";
import path from "node:path";
import { type JournalEntry, parseEntry } from "../../src/internal/submission/journal.ts";
import type { Chance } from "./chance.ts";

async function journalEntries(folder: string): Promise<readonly JournalEntry[]> {
  const files = await filesOf(folder);
  const texts = await Promise.all(files.map((file) => readFile(file, "utf8")));
  return texts.flatMap((text) => text.split("\n")).flatMap((line) => parseEntry(line) ?? []);
}

/** Lower-case addresses with a job in the journal. */
export async function withKnownJob(folder: string): Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  for (const { address, event } of await journalEntries(folder)) {
    if (event === "accepted" || event === "ended") known.add(address.toLowerCase());
  }
  return known;
}

/**
 * Tears the newest journal like a power failure: cuts the last line, or appends half a line.
 * @returns The lost entry, if there is one.
 */
export async function tear(folder: string, chance: Chance): Promise<JournalEntry | undefined> {
  const newest = (await filesOf(folder)).at(-1);
  if (newest === undefined) return undefined;
  const bytes = await readFile(newest);
  const start = bytes.lastIndexOf("\n", bytes.length - 2) + 1;
  const last = bytes.subarray(start);
  if (chance.onceIn(4)) {
    await appendFile(newest, last.subarray(0, chance.below(last.length - 1)));
    return undefined;
  }
  await truncate(newest, start + chance.below(last.length));
  return parseEntry(last.toString("utf8"));
}

async function filesOf(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith(".jsonl")).map((name) => path.join(folder, name));
  const times = new Map(
    await Promise.all(files.map(async (file) => [file, (await stat(file)).mtimeMs] as const)),
  );
  return files.toSorted((a, b) => (times.get(a) ?? 0) - (times.get(b) ?? 0));
}
