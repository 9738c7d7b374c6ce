import {
  countReports,
  initialActivity,
  nextActivity,
  renderProgress,
  waitLine,
  waitWords,
} from "../render/terminal/progress.ts";
import type { ProgressEvent } from "../report/progress.ts";
import { createLiveLine, type EventScreen, getStyle, getWidth, isLive, stopOnError } from "./screen.ts";

const TICK_MS = 100;

/** A terminal shows the current step on a line that is removed at the end. A log gets a line for each long wait. */
export function createProgressPrinter(screen: NodeJS.WriteStream): EventScreen<ProgressEvent> {
  const live = isLive(screen);
  const style = getStyle(screen);
  const open = createLiveLine(screen);
  let doing = initialActivity(performance.now());
  let said = 0;
  let last: string | undefined;
  let hasWritten = false;
  let isAsking = false;
  const keep = (line: string): void => {
    open.clear();
    screen.write(`${line}\n`);
    hasWritten = true;
  };
  const tick = (): void => {
    if (isAsking) return;
    const nowMs = performance.now();
    if (live) {
      open.write(waitLine(doing, nowMs, style, getWidth(screen)));
      return;
    }
    const times = countReports(doing, nowMs);
    if (times > said) keep(`  ${style.dim("…")} ${waitWords(doing, nowMs)}`);
    said = Math.max(said, times);
  };
  const timer = setInterval(stopOnError(tick).run, TICK_MS).unref();
  return {
    show: (event) => {
      const line = renderProgress(event, style);
      if (line !== undefined && line !== last) keep(line);
      last = line ?? last;
      // Pauses the live line while the user answers the question.
      isAsking = event.type === "not-as-deployed" && event.isAsked;
      const next = nextActivity(doing, event, performance.now());
      if (next !== doing) said = 0;
      doing = next;
      if (live) tick();
    },
    hasWritten: () => hasWritten,
    [Symbol.dispose]: () => {
      clearInterval(timer);
      open.clear();
    },
  };
}
