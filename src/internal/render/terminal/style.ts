import { styleText } from "node:util";

const FORMATS = { ok: "green", bad: "red", warn: "yellow", dim: "dim", bold: "bold", link: "cyan" } as const;

/** Every function expects text without control characters and preserves its visible width. */
export type Style = Readonly<Record<keyof typeof FORMATS, (text: string) => string>>;

/** For a file, a pipe, or `NO_COLOR`. Color alone never conveys information. */
export const plainStyle = terminalStyle(false);

/** @param colors Decided by the caller, regardless of the stream. */
export function terminalStyle(colors: boolean): Style {
  const paints = Object.entries(FORMATS).map(([name, format]) => [
    name,
    (text: string) => (colors && text !== "" ? styleText(format, text, { validateStream: false }) : text),
  ]);
  return Object.fromEntries(paints) as Style;
}
