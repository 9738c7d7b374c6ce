import type { BatchState, RunningContract } from "../../report/batch-state.ts";
import { durationWords } from "../../text/amounts.ts";
import { columnsOf } from "../../text/columns.ts";
import { doingWords } from "../words/doing-words.ts";
import { contractVerdict, countedWords } from "../words/verdict.ts";
import { pad } from "./layout.ts";
import { shorten } from "./shorten.ts";
import type { Style } from "./style.ts";

/** What the frame is made for. */
export interface FrameOptions {
  /** On the clock of the state. */
  readonly nowMs: number;
  readonly columns: number;
  readonly rows: number;
  readonly style: Style;
}

const BAR_COLUMNS = 20;
const WIDEST_NAME = 32;
/** A screen that tells less than that is told nothing but how far it is. */
const FEWEST_COLUMNS = 20;

/**
 * What goes on now, to be written over and over at the end of the screen: how far it is, a line for each contract
 * that is being looked at, and how many wait. Never wider than the screen, and lower than it by a line, because the
 * cursor stands below.
 */
export function batchFrame(state: BatchState, { nowMs, columns, rows, style }: FrameOptions): string {
  const { contracts, running, ended, slowedDown } = state;
  const width = Math.max(columns, FEWEST_COLUMNS) - 1;
  const waiting = contracts.length - running.length - ended.length;
  const patience =
    slowedDown !== undefined && slowedDown.untilMs > nowMs
      ? [
          style.warn(
            shorten(
              `! ${slowedDown.host} asks for patience, ${durationWords(slowedDown.untilMs - nowMs)} more`,
              width,
            ),
          ),
        ]
      : [];
  const last = waiting > 0 ? [style.dim(`  ${shorten(`${waiting} waiting`, width - 2)}`)] : [];
  const room = Math.max(rows - 1 - 1 - patience.length - last.length, 0);
  const isCrowded = running.length > room;
  const shown = running.slice(0, isCrowded ? Math.max(room - 1, 0) : room);
  const names = shown.map(({ index }) => shorten(contracts[index]?.name ?? "", WIDEST_NAME));
  const nameWidth = Math.min(Math.max(0, ...names.map(columnsOf)), Math.floor(width / 2));
  return [
    ...barLine(state, width, style),
    ...shown.map((each, at) => runningLine(each, { name: names[at] ?? "", nameWidth, width, nowMs, style })),
    ...(isCrowded && room > 0
      ? [style.dim(`  ${shorten(`and ${running.length - shown.length} more`, width - 2)}`)]
      : []),
    ...patience,
    ...last,
  ]
    .slice(0, Math.max(rows - 1, 1))
    .join("\n");
}

function barLine({ contracts, ended }: BatchState, width: number, style: Style): readonly string[] {
  const all = Math.max(contracts.length, 1);
  const full = Math.round((ended.length / all) * BAR_COLUMNS);
  const counted = countedWords(ended.map((report) => contractVerdict(report).label));
  const text = shorten(
    `${ended.length}/${contracts.length} done${counted === "" ? "" : `: ${counted}`}`,
    width - BAR_COLUMNS - 1 > FEWEST_COLUMNS ? width - BAR_COLUMNS - 1 : width,
  );
  return width - BAR_COLUMNS - 1 > FEWEST_COLUMNS
    ? [`${style.ok("█".repeat(full))}${style.dim("░".repeat(BAR_COLUMNS - full))} ${text}`]
    : [text];
}

interface RunningLine {
  readonly name: string;
  readonly nameWidth: number;
  readonly width: number;
  readonly nowMs: number;
  readonly style: Style;
}

function runningLine({ startedMs, event }: RunningContract, options: RunningLine): string {
  const { name, nameWidth, width, nowMs, style } = options;
  const elapsed = durationWords(Math.max(nowMs - startedMs, 0));
  const called = Math.min(nameWidth, Math.max(width - 4 - columnsOf(elapsed), 1));
  const room = width - 2 - called - 2 - columnsOf(elapsed) - 2;
  const doing = room > 0 ? `${shorten(doingWords(event), room)}  ` : "";
  return `${style.dim("·")} ${pad(shorten(name, called), called)}  ${doing}${style.dim(elapsed)}`;
}
