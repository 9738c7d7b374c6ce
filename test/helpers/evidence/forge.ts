import { rm } from "node:fs/promises";
import { checkEvidence, EvidenceWriter, readEvidence } from "../../../src/internal/evidence/file.ts";
import type { ContractEntry, EndEntry, GivenEntry, Header } from "../../../src/internal/evidence/schema.ts";

export interface Evidence {
  readonly header: Header;
  readonly entries: readonly ({ readonly contract: ContractEntry } | { readonly given: GivenEntry })[];
  readonly end: Omit<EndEntry, "sha256">;
}

export async function readAll(file: string): Promise<Evidence> {
  const { header, end } = await checkEvidence(file);
  const { sha256: _, ...rest } = end;
  const entries: Evidence["entries"][number][] = [];
  for await (const line of readEvidence(file)) {
    if ("contract" in line || "given" in line) entries.push(line);
  }
  return { header, entries, end: rest };
}

/** Writes the file as a consistent forger would: every hash matches the contents. */
export async function writeAll(file: string, { header, entries, end }: Evidence): Promise<void> {
  await rm(file, { force: true });
  const writer = new EvidenceWriter(file, (text) => text);
  for (const line of [header, ...entries]) writer.add(line);
  await writer.finish(end);
}

export function entryOf({ entries: [first] }: Evidence): ContractEntry {
  if (first === undefined || !("contract" in first)) throw new Error("The file has no contract.");
  return first.contract;
}
