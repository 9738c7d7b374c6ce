import type { BatchState, RunningContract } from "../../report/batch-state.ts";
import { durationWords } from "../../text/amounts.ts";
import { columnsOf } from "../../text/columns.ts";
import { contractVerdict, countedWords } from "../words/verdict.ts";
import { nameCell, nameColumns, nameIn } from "./batch-names.ts";
import { shorten } from "./shorten.ts";
import type { Style } from "./style.ts";
import { doingWords, waitWords } from "./waiting.ts";

/** The screen and the time of a frame. */
export interface FrameOptions {
  /** On the state's clock. */
  readonly nowMs: number;
  readonly columns: number;
  readonly rows: number;
  readonly style: Style;
}

const BAR_COLUMNS = 20;
/** A narrower screen shows only the progress bar. */
const FEWEST_COLUMNS = 20;

/**
 * The live part at the end of the screen: the progress, a line for each running contract, and the number of waiting
 * ones. Never wider than the screen, and one line lower, because the cursor is below it.
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
              `! rate limited by ${slowedDown.host}, ${durationWords(slowedDown.untilMs - nowMs)} left`,
              width,
            ),
          ),
        ]
      : [];
  const last = waiting > 0 ? [style.dim(`  ${shorten(`${waiting} waiting`, width - 2)}`)] : [];
  const room = Math.max(rows - 1 - 1 - patience.length - last.length, 0);
  const isCrowded = running.length > room;
  const shown = running.slice(0, isCrowded ? Math.max(room - 1, 0) : room);
  const forName = nameColumns(contracts, width);
  return [
    ...barLine(state, width, style),
    ...shown.map((each) =>
      runningLine(each, {
        name: nameCell(nameIn(contracts[each.index] ?? { name: "" }), forName),
        width,
        nowMs,
        style,
      }),
    ),
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
  /** In its column. */
  readonly name: string;
  readonly width: number;
  readonly nowMs: number;
  readonly style: Style;
}

/** "· Vault  waiting for its job for 3.2 s  4.1 s in all" */
function runningLine(
  { startedMs, sinceMs, event }: RunningContract,
  { name, width, nowMs, style }: RunningLine,
): string {
  const elapsed = `${durationWords(Math.max(nowMs - startedMs, 0))} in all`;
  const room = width - 2 - columnsOf(name) - 2 - columnsOf(elapsed) - 2;
  const words = waitWords({ words: doingWords(event), sinceMs }, nowMs);
  const doing = room > 0 ? `${shorten(words, room)}  ` : "";
  const line = `${name}  ${doing}`;
  return columnsOf(line) + columnsOf(elapsed) + 2 > width
    ? `${style.dim("·")} ${shorten(name.trimEnd(), width - 2)}`
    : `${style.dim("·")} ${line}${style.dim(elapsed)}`;
}
