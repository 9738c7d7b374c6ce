import { styleText } from "node:util";

/** Every function expects clean text and doesn't change its visible width. */
export interface Style {
  readonly ok: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly warn: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly bold: (text: string) => string;
  readonly link: (text: string) => string;
  /** The page in the installed package that explains the error codes. @default a command prints the explanation */
  readonly docsPage?: string | undefined;
}

const identity = (text: string): string => text;

/** For a file, a pipe, or `NO_COLOR`. Color alone never conveys information. */
export const plainStyle: Style = {
  ok: identity,
  bad: identity,
  warn: identity,
  dim: identity,
  bold: identity,
  link: identity,
};

export function terminalStyle(colors: boolean): Style {
  if (!colors) return plainStyle;
  return {
    ok: paint("green"),
    bad: paint("red"),
    warn: paint("yellow"),
    dim: paint("dim"),
    bold: paint("bold"),
    link: paint("cyan"),
  };
}

function paint(format: Parameters<typeof styleText>[0]): (text: string) => string {
  // The caller has already decided whether to use colors.
  return (text) => (text === "" ? text : styleText(format, text, { validateStream: false }));
}
