import type { PreflightEvent } from "../../pipeline/preflight/request.ts";
import { countWords } from "../../text/amounts.ts";
import { headOf } from "../../text/columns.ts";
import { type EventScreen, isLive, widthOf } from "../screen.ts";

const BACK_AND_CLEAR = "\r\u001b[2K";

/** One line while it works, on a terminal alone: a log needs no progress of seconds. */
export function preflightProgress(screen: NodeJS.WriteStream): EventScreen<PreflightEvent> {
  const live = isLive(screen);
  let isOpen = false;
  return {
    show: (event) => {
      if (!live) return;
      screen.write(`${BACK_AND_CLEAR}${headOf(textOf(event), widthOf(screen) - 1)}`);
      isOpen = true;
    },
    // Its screen begins with a blank line.
    hasWritten: () => true,
    [Symbol.dispose]: () => {
      if (isOpen) screen.write(BACK_AND_CLEAR);
      isOpen = false;
    },
  };
}

function textOf(event: PreflightEvent): string {
  switch (event.type) {
    case "reading":
      return `Reading ${countWords(event.contracts, "contract")} of ${event.where}`;
    case "compiling":
      return `Compiling: ${event.done} of ${countWords(event.total, "contract")}`;
  }
}
