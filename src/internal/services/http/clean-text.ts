// biome-ignore-all lint/suspicious/noControlCharactersInRegex: taking control characters out is what this file is for

/**
 * Whole escape sequences: OSC, DCS, APC, PM and SOS strings up to their end, CSI sequences, and two-character escapes.
 * ECMA-48 sections 5.3 to 5.6. A sequence that is cut off loses its introducer below, and its rest is plain text.
 */
const ESCAPE_SEQUENCES =
  /(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u0080-\u009f]*(?:\u0007|\u001b\\|\u009c)|(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b[ -/]*[0-~]/g;

/** Bidirectional overrides and isolates can make text read otherwise than it is (CVE-2021-42574); U+2028/9 break lines. */
const DECEPTIVE = /[\u061c\u200b-\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

const CONTROLS = /[\u0000-\u001f\u007f-\u009f]+/g;
const CONTROLS_BUT_NEWLINE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]+/g;

/** What ends a line, in the order that finds CR LF as one. */
const LINE_END = /\r\n|[\r\n\u0085\u2028\u2029]/g;

/**
 * Remote text as one line that is safe on a terminal: no escape sequences, no control characters, no bidirectional
 * overrides, at most `maxLength` UTF-16 units with `…` as the last when something was cut off.
 *
 * @param maxLength @default 200
 */
export function cleanText(text: string, maxLength = 200): string {
  return shorten(
    bounded(text, maxLength)
      .replace(ESCAPE_SEQUENCES, "")
      .replace(CONTROLS, " ")
      .replace(DECEPTIVE, "")
      .replace(/\s+/gu, " ")
      .trim(),
    maxLength,
  );
}

/**
 * Like {@link cleanText}, with lines and their indentation kept: for messages of a compiler.
 *
 * @param maxLength @default 4000
 */
export function cleanLines(text: string, maxLength = 4000): string {
  return shorten(
    bounded(text, maxLength)
      .replace(ESCAPE_SEQUENCES, "")
      .replace(LINE_END, "\n")
      .replaceAll("\t", "    ")
      .replace(CONTROLS_BUT_NEWLINE, "")
      .replace(DECEPTIVE, "")
      .trimEnd(),
    maxLength,
  );
}

/** The first line that has something in it, cleaned; empty when there is none. */
export function firstLine(text: string, maxLength = 200): string {
  for (const line of bounded(text, 16_384).split(LINE_END)) {
    const clean = cleanText(line, maxLength);
    if (clean !== "") return clean;
  }
  return "";
}

/** Megabytes are not searched for what ends up as a line; the factor leaves room for what is taken out. */
function bounded(text: string, maxLength: number): string {
  return text.slice(0, maxLength * 8 + 1024);
}

function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  // Not in the middle of a surrogate pair.
  return `${text.slice(0, Math.max(0, maxLength - 1)).replace(/[\ud800-\udbff]$/, "")}…`;
}
