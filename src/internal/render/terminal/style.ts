import { styleText } from "node:util";

const FORMATS = { ok: "green", bad: "red", warn: "yellow", dim: "dim", bold: "bold", link: "cyan" } as const;

type Paint = (text: string) => string;

/** Every function expects clean text and doesn't change its visible width. */
export type Style = Readonly<Record<keyof typeof FORMATS, Paint>>;

/** For a file, a pipe, or `NO_COLOR`. Color alone never conveys information. */
export const plainStyle = createStyle(() => (text) => text);

export function terminalStyle(colors: boolean): Style {
  return colors ? createStyle(paint) : plainStyle;
}

function createStyle(toPaint: (format: (typeof FORMATS)[keyof typeof FORMATS]) => Paint): Style {
  const paints = Object.entries(FORMATS).map(([name, format]) => [name, toPaint(format)]);
  return Object.fromEntries(paints) as Record<keyof typeof FORMATS, Paint>;
}

function paint(format: Parameters<typeof styleText>[0]): Paint {
  // The caller has already decided whether to use colors.
  return (text) => (text === "" ? text : styleText(format, text, { validateStream: false }));
}
