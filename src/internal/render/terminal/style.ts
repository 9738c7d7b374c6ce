import { styleText } from "node:util";

/** How a piece of text is painted. Every function gets text that is already clean and keeps its visible width. */
export interface Style {
  readonly ok: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly warn: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly bold: (text: string) => string;
  readonly link: (text: string) => string;
}

const identity = (text: string): string => text;

/** No colours: for a file, a pipe, `NO_COLOR`. Nothing on a screen is told by colour alone. */
export const plainStyle: Style = {
  ok: identity,
  bad: identity,
  warn: identity,
  dim: identity,
  bold: identity,
  link: identity,
};

/** The style for a terminal. Whether it takes colours is decided by who calls, not here. */
export function terminalStyle(colors: boolean): Style {
  return colors
    ? {
        ok: paint("green"),
        bad: paint("red"),
        warn: paint("yellow"),
        dim: paint("dim"),
        bold: paint("bold"),
        link: paint("cyan"),
      }
    : plainStyle;
}

function paint(format: Parameters<typeof styleText>[0]): (text: string) => string {
  // The stream is not asked: `colors` has decided already.
  return (text) => (text === "" ? text : styleText(format, text, { validateStream: false }));
}
