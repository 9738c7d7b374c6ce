import { formatDuration } from "../../text/amounts.ts";
import { countColumns } from "../../text/columns.ts";
import { countedLabels } from "../words/verdict.ts";
import { nameColumn } from "./batch-names.ts";
import type { BatchState, RunningContract } from "./batch-state.ts";
import { type Screen, shorten } from "./layout.ts";
import type { Style } from "./style.ts";
import { waitWords } from "./waiting.ts";

export interface FrameOptions {
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
  const { contracts, running, ended, slowedDown } = state;
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
  const nameCell = nameColumn(contracts, width - BESIDE_NAME);
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
