import type { BatchEvent } from "../../report/batch-progress.ts";
import type { BatchState } from "../../report/batch-state.ts";
import type { ContractReport } from "../../report/model.ts";
import { shardWords } from "../../report/shard-words.ts";
import { countWords, durationWords, listWords } from "../../text/amounts.ts";
import { cleanText } from "../../text/clean-text.ts";
import { columnsOf } from "../../text/columns.ts";
import { inert } from "../inert.ts";
import { moreWords, skippedNetworkWords } from "../words/batch-words.ts";
import { unknownProfileWords } from "../words/unknown-profile-words.ts";
import { contractVerdict, countedWords } from "../words/verdict.ts";

import { nameCell, nameColumns, nameIn } from "./batch-names.ts";
import { shorten } from "./shorten.ts";
import type { Style } from "./style.ts";

/** More lines would fill a log before the run begins. */
const MOST_NAMED = 5;
/** "0x6076…Fbee" */
const SHORT_ADDRESS = 12;
const FULL_ADDRESS = 42;
/** Of more contracts a line for each would hide those to look at. */
const MOST_LINES = 100;
/** So many lines then say how far it is. */
const MILESTONES = 10;

/**
 * The log lines of an event: none, one or a few, without a line end. Each begins with a symbol or a blank, so that
 * foreign text never begins a line.
 *
 * @param state The state after the event.
 * @param width Columns for the line of a contract, whose address is shortened to fit; a log has no limit.
 */
export function batchLines(
  event: BatchEvent,
  state: BatchState,
  style: Style,
  width = Number.POSITIVE_INFINITY,
): string | undefined {
  switch (event.type) {
    case "batch":
      return inert(
        headerLines(event)
          .map((line) => cleanText(line))
          .map((line, index) => (index === 0 ? style.bold(line) : `  ${style.dim(line)}`))
          .join("\n"),
      );
    case "started":
    case "progress":
      return undefined;
    case "ended":
      return isGoodOfMany(event, state)
        ? milestoneLine(state, style)
        : inert(endedLine(event, state, style, width));
    case "slowed-down":
      return noted(
        `Rate limited by ${event.host}: pausing all requests to it for ${durationWords(event.waitMs)}`,
        style,
      );
    case "tried-again":
      return noted(`A host answers again: retrying ${countWords(event.indexes.length, "contract")}`, style);
    case "no-journal":
      return noted(
        `The journal can't be written, so an interrupted run can't be resumed: ${event.reason}`,
        style,
      );
    case "unknown-profile":
      return noted(unknownProfileWords(event.profile), style);
  }
}

function headerLines({
  contracts,
  passedOver,
  records,
  shard,
  concurrency,
  networks,
}: Extract<BatchEvent, { type: "batch" }>): readonly string[] {
  const named = records.slice(0, MOST_NAMED);
  const rest = records.length - named.length;
  const from = [...named, ...(rest > 0 ? [`${rest} more`] : [])];
  const unnamed = passedOver.length - MOST_NAMED;
  const asked = networks?.filter(({ skipped }) => skipped === undefined) ?? [];
  return [
    [
      `${countWords(contracts.length, "contract")}${chainsWords(asked)}${from.length === 0 ? "" : ` of ${listWords(from)}`}`,
      ...(shard === null ? [] : [shardWords(shard)]),
      ...(contracts.length > 1 ? [`${concurrency} at once${asked.length > 1 ? " a chain" : ""}`] : []),
    ].join(", "),
    ...(networks?.filter(({ skipped }) => skipped !== undefined) ?? []).map(
      (each) => `left out ${skippedNetworkWords(each)}`,
    ),
    ...passedOver.slice(0, MOST_NAMED).map(({ name, reason }) => `skipped ${name}: ${reason}`),
    ...(unnamed > 0 ? [moreWords(unnamed, "contract")] : []),
  ];
}

/** " on base (chain 8453) and testnet (chain 296)" */
function chainsWords(
  networks: readonly { readonly name: string | null; readonly chainId: number | null }[],
): string {
  return networks.length === 0
    ? ""
    : ` on ${listWords(networks.map(({ name, chainId }) => `${name} (chain ${chainId})`))}`;
}

function isGoodOfMany(
  { report }: Extract<BatchEvent, { type: "ended" }>,
  { contracts }: BatchState,
): boolean {
  return contracts.length > MOST_LINES && contractVerdict(report).kind === "good";
}

/** "  [ 200/2000] 198 as locked, 2 drifted", now and then. */
function milestoneLine({ contracts, ended }: BatchState, style: Style): string | undefined {
  const each = Math.ceil(contracts.length / MILESTONES);
  if (ended.length % each !== 0 && ended.length !== contracts.length) return undefined;
  const all = String(contracts.length);
  const place = `[${String(ended.length).padStart(all.length)}/${all}]`;
  return inert(`  ${style.dim(place)} ${countedWords(ended.map((report) => contractVerdict(report).label))}`);
}

/** "✔ [ 3/60] Vault  0x6076…  verified, exact match  1.2 s" */
function endedLine(
  { index, report }: Extract<BatchEvent, { type: "ended" }>,
  { contracts, ended }: BatchState,
  style: Style,
  width: number,
): string {
  const { tone, symbol } = contractVerdict(report);
  const { name: given = "", address = "", network } = contracts[index] ?? {};
  const own = given === address ? (report.contract?.name ?? report.lock?.name ?? "") : given;
  const name = nameIn({ name: own, ...(network === undefined ? {} : { network }) });
  const all = String(contracts.length);
  const place = `[${String(ended.length).padStart(all.length)}/${all}]`;
  const called = nameCell(name, nameColumns(contracts, width));
  const time = durationWords(report.timings.totalMs);
  const beside = [symbol, place, called, time].reduce((sum, text) => sum + columnsOf(text) + 2, 0);
  const words = cleanText(endWords(report));
  const room = width - beside - columnsOf(words) - 2;
  const where =
    room < SHORT_ADDRESS ? [] : [shorten(address, room < FULL_ADDRESS ? SHORT_ADDRESS : FULL_ADDRESS)];
  const outcome = shorten(words, Math.max(width - beside, SHORT_ADDRESS));
  return `${style[tone](symbol)} ${style.dim(place)} ${[called, ...where, outcome].filter((text) => text !== "").join("  ")}  ${style.dim(time)}`;
}

function endWords(report: ContractReport): string {
  const { label, tone } = contractVerdict(report);
  const { creationMatch, runtimeMatch } = report.match ?? {};
  const side =
    creationMatch === runtimeMatch ? "" : ` of the ${runtimeMatch === null ? "creation" : "runtime"} code`;
  // A comparison with the lock file says drift or no drift, whatever match is locked.
  const exactly = tone === "ok" && report.outcome !== "as-locked" ? `, exact match${side}` : "";
  return `${label}${exactly}${report.error === undefined ? "" : ` (${report.error.code})`}`;
}

function noted(text: string, style: Style): string {
  return inert(`${style.warn("!")} ${cleanText(text)}`);
}
