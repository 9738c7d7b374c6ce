import { WriteStream } from "node:tty";
import type { Ports } from "../pipeline/ports.ts";
import { type Style, terminalStyle } from "../render/terminal/style.ts";

const USUAL_WIDTH = 80;

/** Uses colors if the output supports them. NO_COLOR and FORCE_COLOR take precedence, even for a pipe. */
export function getStyle(stream: NodeJS.WriteStream): Style {
  const isForced = process.env.FORCE_COLOR !== undefined && WriteStream.prototype.hasColors();
  return terminalStyle(stream.hasColors?.() ?? isForced);
}

export function getWidth(stream: Pick<WriteStream, "columns">): number {
  return stream.columns || USUAL_WIDTH;
}

/** Minimum width of a live list. A terminal that doesn't report its width isn't used for live output. */
const FEWEST_COLUMNS = 20;

/** True for a terminal that can overwrite lines and whose output isn't kept as a log. */
export function isLive(stream: NodeJS.WriteStream): boolean {
  const { CI, TERM } = process.env;
  return stream.isTTY === true && CI === undefined && TERM !== "dumb" && stream.columns >= FEWEST_COLUMNS;
}

/** Shows events until disposed. Later events must not be shown. */
export interface EventScreen<Event> extends Disposable {
  readonly show: (event: Event) => void;
  /** True if this screen has printed lines that stay. */
  readonly hasWritten: () => boolean;
}

const BACK_AND_CLEAR = "\r\u001b[2K";

export function createLiveLine(screen: NodeJS.WriteStream): { write(line: string): void; clear(): void } {
  let shown = "";
  return {
    write: (line) => {
      if (line === shown) return;
      screen.write(`${shown === "" ? "" : BACK_AND_CLEAR}${line}`);
      shown = line;
    },
    clear: () => {
      if (shown !== "") screen.write(BACK_AND_CLEAR);
      shown = "";
    },
  };
}

/**
 * An error in a timer would end the process. An error in an event would end a run that may already have submitted
 * something.
 */
export function stopOnError<Args extends readonly unknown[]>(work: (...args: Args) => void) {
  let failure: { readonly error: unknown } | undefined;
  return {
    run: (...args: Args): void => {
      if (failure !== undefined) return;
      try {
        work(...args);
      } catch (error) {
        failure = { error };
      }
    },
    rethrow: (): void => {
      if (failure !== undefined) throw failure.error;
    },
  };
}

/**
 * The end of input means no.
 *
 * @returns Undefined if nobody can answer: in CI, with piped input or without a terminal.
 */
export function createConfirm(screen: NodeJS.WriteStream, input: NodeJS.ReadStream): Ports["confirm"] {
  if (!isLive(screen) || input.isTTY !== true) return undefined;
  return async (question, signal) => {
    const { createInterface } = await import("node:readline/promises");
    // In terminal mode, readline would intercept Ctrl+C.
    const lines = createInterface({ input, output: screen, terminal: false });
    try {
      const ended = new Promise<string>((resolve) => lines.once("close", () => resolve("")));
      const answer = await Promise.race([lines.question(`${question} [y/N] `, { signal }), ended]);
      return /^y(es)?$/i.test(answer.trim());
    } finally {
      lines.close();
    }
  };
}
