import type { ContractReport } from "../../report/model.ts";
import { OUTCOMES } from "../../report/outcome.ts";
import type { BatchContract, BatchEvent } from "../../report/progress.ts";
import { shardWords } from "../../report/report-network.ts";
import { formatCount, formatDuration, joinWords, shortenList } from "../../text/amounts.ts";
import { cleanText } from "../../text/clean-text.ts";
import { countColumns } from "../../text/columns.ts";
import { inert } from "../inert.ts";
import { moreWords, skippedNetworkWords } from "../words/batch-words.ts";
import { chainWords } from "../words/facts.ts";
import { contractVerdict, countedLabels } from "../words/verdict.ts";
import { pad, type Screen, shorten } from "./layout.ts";
import { type Activity, initialActivity, nextActivity, renderProgress, waitWords } from "./progress.ts";
import type { Style } from "./style.ts";

interface FrameOptions {
  readonly nowMs: number;
  readonly columns: number;
  readonly rows: number;
  readonly style: Style;
}

const BAR_COLUMNS = 20;
/** Columns for a symbol, the current activity, and its duration. */
const BESIDE_NAME = 44;
/** Narrower screens show only the progress bar. */
const MIN_COLUMNS = 20;

/** The live part at the bottom of the screen. It always fits and leaves one row for the cursor. */
export function batchFrame(state: BatchState, { nowMs, columns, rows, style }: FrameOptions): string {
  const { contracts, planned, running, ended, slowedDown } = state;
  const width = Math.max(columns, MIN_COLUMNS) - 1;
  const screen = { style, width };
  const waiting = contracts.length - running.length - ended.length;
  const dimmed = (text: string): string => style.dim(`  ${shorten(text, width - 2)}`);
  const pauseMs = slowedDown === undefined ? 0 : slowedDown.untilMs - nowMs;
  const pause = `! rate limited by ${slowedDown?.host}, ${formatDuration(pauseMs)} left`;
  const below = [
    ...(pauseMs > 0 ? [style.warn(shorten(pause, width))] : []),
    ...(waiting > 0 ? [dimmed(`${waiting} waiting`)] : []),
  ];
  const room = Math.max(rows - 1 - 1 - below.length, 0);
  const isCrowded = running.length > room;
  const shown = running.slice(0, isCrowded ? Math.max(room - 1, 0) : room);
  const nameCell = nameColumn(planned, width - BESIDE_NAME);
  return [
    barLine(state, screen),
    ...shown.map((each) => {
      const { name = "", network } = contracts[each.index] ?? {};
      return runningLine(each, nameCell(name, network), nowMs, screen);
    }),
    ...(isCrowded && room > 0 ? [dimmed(`and ${running.length - shown.length} more`)] : []),
    ...below,
  ]
    .slice(0, Math.max(rows - 1, 1))
    .join("\n");
}

function barLine({ contracts, ended }: BatchState, { style, width }: Screen): string {
  const full = Math.round((ended.length / Math.max(contracts.length, 1)) * BAR_COLUMNS);
  const counted = countedLabels(ended.map(({ report }) => report));
  const words = `${ended.length}/${contracts.length} done${counted === "" ? "" : `: ${counted}`}`;
  const beside = width - BAR_COLUMNS - 1;
  return beside > MIN_COLUMNS
    ? `${style.ok("█".repeat(full))}${style.dim("░".repeat(BAR_COLUMNS - full))} ${shorten(words, beside)}`
    : shorten(words, width);
}

/** "· Vault  waiting for job 5c1f…9a2e for 3.2 s  4.1 s total" */
function runningLine(
  { startedMs, doing }: RunningContract,
  name: string,
  nowMs: number,
  { style, width }: Screen,
): string {
  const elapsed = `${formatDuration(Math.max(nowMs - startedMs, 0))} total`;
  const room = width - 2 - countColumns(name) - 2 - countColumns(elapsed) - 2;
  const line = `${name}  ${room > 0 ? `${shorten(waitWords(doing, nowMs), room)}  ` : ""}`;
  return countColumns(line) + countColumns(elapsed) + 2 > width
    ? `${style.dim("·")} ${shorten(name.trimEnd(), width - 2)}`
    : `${style.dim("·")} ${line}${style.dim(elapsed)}`;
}

/** More names would fill a log before the run begins. */
const MAX_NAMED = 5;
/** In a larger run, one line for each contract would hide the contracts that need attention. */
const MAX_LINES = 100;
/** The number of progress lines in a run with more contracts than that. */
const MILESTONES = 10;

/** Third-party text never starts a line. @param logsContracts False if the final table lists the contracts. */
export function batchLines(
  event: BatchEvent,
  state: BatchState,
  style: Style,
  logsContracts = true,
): string | undefined {
  const noted = (text: string): string => inert(`${style.warn("!")} ${cleanText(text)}`);
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
      if (!logsContracts) return undefined;
      return state.contracts.length > MAX_LINES && contractVerdict(event.report).kind === "good"
        ? milestoneLine(state, style)
        : endedLine(event, state, style);
    case "slowed-down":
      return noted(
        `Rate limited by ${event.host}: pausing all requests to it for ${formatDuration(event.waitMs)}`,
      );
    case "tried-again":
      return noted(`A host is responding again: retrying ${formatCount(event.indexes.length, "contract")}`);
    case "no-journal":
    case "related":
    case "local-services":
      return renderProgress(event, style);
  }
}

function headerLines({
  contracts,
  passedOver,
  records,
  shard,
  concurrency,
  networks = [],
}: Extract<BatchEvent, { type: "batch" }>): readonly string[] {
  const from = shortenList(records, MAX_NAMED, (rest) => `${rest} more`);
  const skipped = passedOver.map(({ name, reason }) => `skipped ${name}: ${reason}`);
  const asked = networks.filter(({ skipped }) => skipped === undefined);
  const left = networks.filter(({ skipped }) => skipped !== undefined);
  const on = asked.length === 0 ? "" : ` on ${joinWords(asked.map(chainWords))}`;
  return [
    [
      `${formatCount(contracts.length, "contract")}${on}${from.length === 0 ? "" : ` from ${joinWords(from)}`}`,
      ...(shard === null ? [] : [shardWords(shard)]),
      // If no node responds, nothing runs.
      ...(contracts.length > 1 && concurrency > 0
        ? [`${concurrency} at once${asked.length > 1 ? " per chain" : ""}`]
        : []),
    ].join(", "),
    ...left.map((each) => `left out ${skippedNetworkWords(each)}`),
    ...shortenList(skipped, MAX_NAMED, (rest) => moreWords(rest, "contract")),
  ];
}

function placeWords({ contracts, ended }: BatchState): string {
  const all = String(contracts.length);
  return `[${String(ended.length).padStart(all.length)}/${all}]`;
}

/** "  [ 200/2000] 198 as locked, 2 drifted" */
function milestoneLine(state: BatchState, style: Style): string | undefined {
  const { contracts, ended } = state;
  const each = Math.ceil(contracts.length / MILESTONES);
  if (ended.length % each !== 0 && ended.length !== contracts.length) return undefined;
  return inert(`  ${style.dim(placeWords(state))} ${countedLabels(ended.map(({ report }) => report))}`);
}

/** "✔ [ 3/60] Vault  0x6076…  verified, exact match  1.2 s" */
function endedLine(
  { index, report }: Extract<BatchEvent, { type: "ended" }>,
  state: BatchState,
  style: Style,
): string {
  const { tone, symbol, label } = contractVerdict(report);
  const { name: given = "", address = "", network } = state.contracts[index] ?? {};
  const name = given === address ? (report.contract?.name ?? report.lock?.name ?? "") : given;
  const place = placeWords(state);
  const called = nameColumn(state.planned, Number.POSITIVE_INFINITY)(name, network);
  const time = formatDuration(report.timings.totalMs);
  const { creationMatch, runtimeMatch } = report.match ?? {};
  const side =
    creationMatch === runtimeMatch ? "" : ` of the ${runtimeMatch === null ? "creation" : "runtime"} code`;
  const exactly = tone === "ok" && OUTCOMES[report.outcome].isVerified === true ? `, exact match${side}` : "";
  const ending = `${label}${exactly}${report.error === undefined ? "" : ` (${report.error.code})`}`;
  const cells = [called, cleanText(address), cleanText(ending)].join("  ");
  return inert(`${style[tone](symbol)} ${style.dim(place)} ${cells}  ${style.dim(time)}`);
}

interface RunningContract {
  readonly index: number;
  readonly startedMs: number;
  readonly doing: Activity;
}

/** Times use the clock of the caller that applies the events. */
export interface BatchState {
  readonly contracts: readonly BatchContract[];
  /** The contracts known from the start, which determine the columns. */
  readonly planned: readonly BatchContract[];
  /** In the order in which they started. */
  readonly running: readonly RunningContract[];
  readonly ended: readonly { readonly index: number; readonly report: ContractReport }[];
  readonly slowedDown: { readonly host: string; readonly untilMs: number } | undefined;
}

export const BEFORE_BATCH: BatchState = {
  contracts: [],
  planned: [],
  running: [],
  ended: [],
  slowedDown: undefined,
};

export function afterEvent(state: BatchState, event: BatchEvent, nowMs: number): BatchState {
  switch (event.type) {
    case "batch":
      return { ...BEFORE_BATCH, contracts: event.contracts, planned: event.contracts };
    case "started": {
      const started = { index: event.index, startedMs: nowMs, doing: initialActivity(nowMs) };
      // The implementation of a proxy is added after the planned contracts.
      const contracts = [...state.contracts];
      contracts[event.index] ??= event.contract;
      return { ...state, contracts, running: [...removeRunning(state, event.index), started] };
    }
    case "progress":
      return {
        ...state,
        running: state.running.map((each) =>
          each.index === event.index
            ? { ...each, doing: nextActivity(each.doing, event.event, nowMs) }
            : each,
        ),
      };
    case "ended":
      return {
        ...state,
        running: removeRunning(state, event.index),
        ended: [...state.ended, event],
      };
    case "tried-again":
      return { ...state, ended: state.ended.filter(({ index }) => !event.indexes.includes(index)) };
    case "slowed-down":
      return { ...state, slowedDown: { host: event.host, untilMs: nowMs + event.waitMs } };
    case "no-journal":
    case "related":
    case "local-services":
      return state;
  }
}

function removeRunning({ running }: BatchState, index: number): readonly RunningContract[] {
  return running.filter((each) => each.index !== index);
}

/** A wider name extends beyond the column. */
const MAX_COLUMN_WIDTH = 32;
const MIN_NAME_COLUMNS = 8;
/** The name isn't known until the contract's build is found. */
const UNNAMED = "x".repeat(16);

/** Pads names to the same width in all lines of a run. In a run over several networks, a name includes its network. */
function nameColumn(
  planned: BatchState["planned"],
  most: number,
): (name: string, network: string | undefined) => string {
  const called = (name: string, network: string | undefined) =>
    network === undefined ? name : `${name} on ${network}`.trimStart();
  const widths = planned.map(({ name, address, network }) =>
    countColumns(cleanText(called(name === address ? UNNAMED : name, network))),
  );
  const widest = widths.reduce((one, other) => Math.max(one, other), 1);
  const room = Math.max(most, MIN_NAME_COLUMNS);
  return (name, network) =>
    pad(shorten(called(name, network), room), Math.min(widest, room, MAX_COLUMN_WIDTH));
}
