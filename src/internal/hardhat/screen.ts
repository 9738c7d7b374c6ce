import type { WriteStream } from "node:tty";

import { type Style, terminalStyle } from "../reports/terminal/style.ts";

/** Columns of a screen that does not say. */
const USUAL_WIDTH = 80;

/** Colours where the screen has them; Node follows NO_COLOR and FORCE_COLOR. */
export function styleOf(stream: NodeJS.WriteStream): Style {
  return terminalStyle(stream.hasColors?.() ?? false);
}

export function widthOf(stream: Pick<WriteStream, "columns">): number {
  return stream.columns || USUAL_WIDTH;
}
