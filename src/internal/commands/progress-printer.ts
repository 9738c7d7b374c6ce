import { stripVTControlCharacters } from "node:util";
import { renderProgress } from "../render/terminal/progress.ts";
import type { ProgressEvent } from "../report/progress.ts";
import { headOf } from "../text/columns.ts";
import type { EventScreen } from "./event-screen.ts";
import { isLive, styleOf, widthOf } from "./screen.ts";

const BACK_AND_CLEAR = "\r\u001b[2K";

/**
 * On a terminal, what repeats (polling, waiting) is one line that is rewritten; elsewhere such a
 * line is printed the first time only, so that a log does not fill with it.
 */
export function progressPrinter(screen: NodeJS.WriteStream): EventScreen<ProgressEvent> {
  const live = isLive(screen);
  const style = styleOf(screen);
  const shown = new Set<ProgressEvent["type"]>();
  let isLineOpen = false;
  const closeLine = (): void => {
    if (isLineOpen) screen.write(BACK_AND_CLEAR);
    isLineOpen = false;
  };
  return {
    show: (event) => {
      const text = renderProgress(event, style);
      if (text === undefined) return;
      const repeats = event.type === "polling" || event.type === "waiting-for-other-job";
      if (repeats && !live && shown.has(event.type)) return;
      shown.add(event.type);
      closeLine();
      if (repeats && live) {
        // A line that wraps could not be written anew.
        screen.write(headOf(stripVTControlCharacters(text), widthOf(screen) - 1));
        isLineOpen = true;
      } else screen.write(`${text}\n`);
    },
    [Symbol.dispose]: closeLine,
  };
}
