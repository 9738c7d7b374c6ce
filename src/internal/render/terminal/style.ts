import { styleText } from "node:util";

/** How to paint a text. Every function gets clean text and keeps its visible width. */
export interface Style {
  readonly ok: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly warn: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly bold: (text: string) => string;
  readonly link: (text: string) => string;
  /** A text that leads to a URL when it is clicked; undefined where the screen may not show it as a link. */
  readonly hyperlink?: (text: string, url: string) => string;
  /** The installed page that explains codes. @default a command prints it */
  readonly docsPage?: string | undefined;
}

const identity = (text: string): string => text;

/** No colours: for a file, a pipe, `NO_COLOR`. No information depends on colour alone. */
export const plainStyle: Style = {
  ok: identity,
  bad: identity,
  warn: identity,
  dim: identity,
  bold: identity,
  link: identity,
};

/** The style for a terminal. The caller decides whether it has colours, and whether it shows links. */
export function terminalStyle(colors: boolean, links = false): Style {
  const style = colors
    ? {
        ok: paint("green"),
        bad: paint("red"),
        warn: paint("yellow"),
        dim: paint("dim"),
        bold: paint("bold"),
        link: paint("cyan"),
      }
    : plainStyle;
  return links ? { ...style, hyperlink } : style;
}

/** OSC 8, "Hyperlinks in terminal emulators" (gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda). */
function hyperlink(text: string, url: string): string {
  return `\u001b]8;;${url}\u001b\\${text}\u001b]8;;\u001b\\`;
}

function paint(format: Parameters<typeof styleText>[0]): (text: string) => string {
  // Ignores the stream: `colors` has decided already.
  return (text) => (text === "" ? text : styleText(format, text, { validateStream: false }));
}
