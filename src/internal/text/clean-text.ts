// biome-ignore-all lint/suspicious/noControlCharactersInRegex: this file removes control characters

import { shortenList } from "./amounts.ts";

/**
 * Complete escape sequences: OSC, DCS, APC, PM and SOS strings up to their end, CSI sequences, and two-character
 * escapes (ECMA-48, sections 5.3 to 5.6). The code below removes only the introducer of a truncated sequence, so the
 * rest stays readable.
 */
const ESCAPE_SEQUENCES =
  /(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u0080-\u009f]*(?:\u0007|\u001b\\|\u009c)|(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b[ -/]*[0-~]/g;

/** Line ends. CR LF comes first, so that it counts as one line end. */
const LINE_END = /\r\n|[\r\n\u0085\u2028\u2029]/g;

/** Line ends, control characters and all whitespace, including U+2800 and U+3164, which look like spaces. */
const BLANKS = /[\s\p{Cc}\u2028\u2029\u2800\u3164]+/gu;

/** Control characters inside a line. Spaces aren't included, because indentation is kept. */
const CONTROLS_IN_LINE = /[\p{Cc}]+/gu;

/**
 * Invisible characters: bidirectional overrides, which reorder the visible text (CVE-2021-42574), further format
 * characters (Cf), unpaired surrogates (Cs), default-ignorable code points, and U+FFFE and U+FFFF, which XML forbids.
 */
const INVISIBLE = /[\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\ufffe\uffff]/gu;

/**
 * Turns untrusted text into one line that is safe to show, without escape sequences, control characters or invisible
 * characters.
 *
 * @param maxLength UTF-16 units. Longer text ends with `…`. @default 500
 */
export function cleanText(text: string, maxLength = 500): string {
  const line = limitLength(text, maxLength)
    .replace(ESCAPE_SEQUENCES, "")
    .replace(BLANKS, " ")
    .replace(INVISIBLE, "")
    .trim();
  return truncate(line, maxLength);
}

/**
 * Like {@link cleanText}, but keeps lines and their indentation. For compiler messages.
 *
 * @param maxLength UTF-16 units. @default 4000
 */
export function cleanLines(text: string, maxLength = 4000): string {
  const lines = limitLength(text, maxLength)
    .replace(ESCAPE_SEQUENCES, "")
    .split(LINE_END)
    .map((line) => line.replaceAll("\t", "    ").replace(CONTROLS_IN_LINE, "").replace(INVISIBLE, ""))
    .join("\n")
    .trimEnd();
  return truncate(lines, maxLength);
}

/**
 * Returns the nonblank lines, each cleaned. If there are more than `limit`, one additional entry at the end says how
 * many were omitted.
 */
export function cleanToLines(text: string, limit = 30): readonly string[] {
  const lines = text
    .replace(ESCAPE_SEQUENCES, "")
    .split(LINE_END)
    .map((line) => cleanText(line))
    .filter((line) => line !== "");
  return shortenList(lines, limit, (rest) => `… and ${rest} more lines`);
}

/** Returns the first nonblank line, cleaned and shortened, or an empty string if all lines are blank. */
export function firstLine(text: string): string {
  for (const line of limitLength(text, 16_384).split(LINE_END)) {
    const clean = cleanText(line, 200);
    if (clean !== "") return clean;
  }
  return "";
}

/** Limits the work on huge strings. The factor leaves room for characters that are removed. */
function limitLength(text: string, maxLength: number): string {
  return text.slice(0, maxLength * 8 + 1024);
}

function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  // Don't cut a surrogate pair in half.
  return `${text.slice(0, Math.max(0, maxLength - 1)).replace(/[\ud800-\udbff]$/, "")}…`;
}
