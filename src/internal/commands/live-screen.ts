import { afterEvent, BEFORE_BATCH, batchFrame, batchLines } from "../render/terminal/batch-screen.ts";
import type { BatchEvent } from "../report/progress.ts";
import { type EventScreen, getStyle, getWidth, isLive, stopOnError } from "./screen.ts";

/** Milliseconds between two frames. Faster drawing makes no visible difference but strains slow connections. */
const FRAME_MS = 100;
const USUAL_ROWS = 24;

/** A terminal shows the running contracts in a live list. A log gets one line per contract. */
export async function createBatchScreen(screen: NodeJS.WriteStream): Promise<EventScreen<BatchEvent>> {
  const style = getStyle(screen);
  const list = isLive(screen) ? await createList(screen) : undefined;
  let state = BEFORE_BATCH;
  let lines: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let hasWritten = false;
  const flush = (): void => {
    if (lines.length === 0) return;
    const text = lines.join("\n");
    lines = [];
    if (list === undefined) screen.write(`${text}\n`);
    else list.persist(text);
    hasWritten = true;
  };
  const draw = (): void => {
    flush();
    const rows = screen.rows || USUAL_ROWS;
    list?.(batchFrame(state, { nowMs: performance.now(), columns: getWidth(screen), rows, style }));
  };
  const again = stopOnError(draw);
  return {
    show: (event) => {
      if (isClosed) return;
      again.rethrow();
      state = afterEvent(state, event, performance.now());
      const added = batchLines(event, state, style, list === undefined);
      if (added !== undefined) lines.push(added);
      if (timer !== undefined) return;
      draw();
      if (list !== undefined) timer = setInterval(again.run, FRAME_MS).unref();
    },
    hasWritten: () => hasWritten,
    [Symbol.dispose]: () => {
      if (isClosed) return;
      isClosed = true;
      clearInterval(timer);
      flush();
      list?.clear();
      list?.done();
    },
  };
}

async function createList(screen: NodeJS.WriteStream) {
  const { createLogUpdate } = await import("log-update");
  // When log-update hides the cursor, it installs a SIGINT handler that ends the process at once, before the run can
  // stop cleanly.
  return createLogUpdate(screen, { showCursor: true });
}
