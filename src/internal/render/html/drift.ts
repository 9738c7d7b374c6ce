import type { ContractReport, Drift } from "../../report/model.ts";
import { capitalize } from "../../text/amounts.ts";
import { type Html, html } from "../markup.ts";
import { driftWords, lockLines } from "../words/drift-words.ts";
import { shortHex } from "../words/fact-lines.ts";
import type { Entry } from "./entry.ts";
import { codeIfAddress, lineList, section, table, tableRow } from "./parts.ts";

/** A run that compares contracts with a lock file judges no claims, so the page shows the differences instead. */
export function isLockComparison(entries: readonly Entry[]): boolean {
  return (
    entries.some(({ contract }) => contract.lock !== undefined) &&
    entries.every(({ contract }) => contract.claims === undefined)
  );
}

/** "lock file from 2026-11-20" */
export function formatLockFile(entries: readonly Entry[]): readonly string[] {
  const days = entries.flatMap(({ contract }) => contract.lock?.lockedAt?.slice(0, 10) ?? []).sort();
  const span = [...new Set([days[0], days.at(-1)])].join(" to ");
  return span === "" ? [] : [`lock file from ${span}`];
}

/** "Another implementation: 0x9A67…7508 → 0xA51C…1C00" */
export function driftList({ lock }: ContractReport): Html {
  if (lock === undefined || lock.drift.length === 0) return html`<span class="soft">–</span>`;
  return html.join(
    lock.drift.map(
      (each) => html`<span class="drift"><b>${capitalize(driftWords(each))}</b>${values(each)}</span>`,
    ),
    "",
  );
}

function values({ kind, locked, found }: Drift): Html {
  if (kind === "not-locked" || kind === "not-recorded") return html``;
  const shown = [locked, found].map((value) =>
    value === null ? html`none` : /^0x/.test(value) ? html`<code>${shortHex(value)}</code>` : html`${value}`,
  );
  return html`: ${html.join(shown, " → ")}`;
}

export function driftSection(contract: ContractReport): Html {
  const { lock } = contract;
  if (lock === undefined) return html``;
  const rows = lock.drift.map((each) =>
    tableRow([capitalize(driftWords(each)), fullValue(each.locked), fullValue(each.found)]),
  );
  const differences = table(["Differs", "In the lock file", "Found"], rows, "plain parts");
  const lines = lockLines(contract).map((line, index) => (index === 0 ? `Locked ${line}` : line));
  const title = rows.length === 0 ? "As locked" : "Changes since it was locked";
  return section(title, html`${differences}${lineList(lines)}`);
}

function fullValue(value: string | null): Html {
  if (value === null) return html`<span class="soft">none</span>`;
  return value.startsWith("0x") ? codeIfAddress(value) : html`${value}`;
}
