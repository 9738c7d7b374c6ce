import { readFileSync } from "node:fs";
import stringWidth from "string-width";

/** A command and its coloured output. */
interface Session {
  /** File in test/golden, recorded by a test. */
  readonly recording: string;
  readonly command: string;
  readonly title: string;
  /** Matches the output that a terminal finally erases, up to and including its last line: the live list. */
  readonly clearedUpTo?: RegExp;
}

export const SESSIONS = {
  "deployment-verified": {
    recording: "cli/deployments.ansi",
    command: "npx hardhat verify-contract deployments --network localhost",
    clearedUpTo: /\[7\/7\].*\n\n/,
    title: "A terminal: the seven contracts of an Ignition deployment are verified with an exact match each",
  },
  "mismatch-explained": {
    recording: "cli/no-build.ansi",
    command: "npx hardhat verify-contract 0x538D2755B5Fb9A4f7c5769bdcf5103E569D6E241 --network localhost",
    title: "A terminal: no build produces the contract, and the nearest one differs in two constants",
  },
} as const satisfies Readonly<Record<string, Session>>;

/** Width in columns. Longer lines wrap, as in a terminal. */
const COLUMNS = 100;
/** Minimum width, so pictures below each other usually have the same width. */
const FEWEST_COLUMNS = 92;
const FONT_SIZE = 13;
/** Width of a character in a monospaced font. */
const CHARACTER = 7.8;
const LINE = 19;
const MARGIN = 16;

/** Text in a single style. */
interface Span {
  readonly text: string;
  /** Names of the classes below. */
  readonly style: string;
}

/** The final screen of a session, with its colours. */
function shownSession(name: keyof typeof SESSIONS): string {
  const { recording, clearedUpTo }: Session = SESSIONS[name];
  const recorded = readFileSync(`test/golden/${recording}`, "utf8").trimEnd();
  const cleared = clearedUpTo?.exec(recorded);
  return cleared == null ? recorded : recorded.slice(cleared.index + cleared[0].length);
}

/** Generates docs/images/<name>.svg: a recorded session for light and dark pages, without scripts or requests. */
export function terminalPicture(name: keyof typeof SESSIONS): string {
  const { command, title } = SESSIONS[name];
  const lines = [
    [
      { text: "$ ", style: "d" },
      { text: command, style: "b" },
    ],
    [],
    ...shownSession(name).split("\n").map(spansOf),
  ].flatMap(continued);
  const columns = Math.max(
    FEWEST_COLUMNS,
    ...lines.map((line) => line.reduce((sum, { text }) => sum + stringWidth(text), 0)),
  );
  const width = Math.ceil(columns * CHARACTER) + 2 * MARGIN;
  const height = lines.length * LINE + 2 * MARGIN;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title">
<title id="title">${escaped(title)}</title>
<style>
text { font: ${FONT_SIZE}px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #14181e; white-space: pre }
rect { fill: #ffffff; stroke: #d0d7de } .b { font-weight: 600 } .d { fill: #545d69 }
.g { fill: #0a6b3c } .r { fill: #b4141c } .y { fill: #8a5000 } .c { fill: #1f58b0 }
@media (prefers-color-scheme: dark) {
text { fill: #e9ecf0 } rect { fill: #0f1216; stroke: #30363d } .d { fill: #a4aebb }
.g { fill: #4cc38a } .r { fill: #ff7f7b } .y { fill: #e6ab52 } .c { fill: #84b5ff }
}
</style>
<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>
${lines.flatMap((line, index) => textOf(line, MARGIN + (index + 1) * LINE - 5)).join("\n")}
</svg>
`;
}

const STYLES: Readonly<Record<string, string>> = { 1: "b", 2: "d", 31: "r", 32: "g", 33: "y", 36: "c" };
const ENDED_BY: Readonly<Record<string, readonly string[]>> = { 22: ["b", "d"], 39: ["r", "g", "y", "c"] };

/** Splits a line at the SGR codes of Node's styleText, each of which begins or ends one style. */
function spansOf(line: string): readonly Span[] {
  const spans: Span[] = [];
  let styles: readonly string[] = [];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matches escape sequences
  for (const part of line.split(/(\u001b\[\d+m)/)) {
    const code = part.startsWith("\u001b[") ? part.slice(2, -1) : undefined;
    if (code === undefined) {
      if (part !== "") spans.push({ text: part, style: styles.join(" ") });
      continue;
    }
    const style = STYLES[code];
    const ended = ENDED_BY[code] ?? [];
    styles = style === undefined ? styles.filter((each) => !ended.includes(each)) : [...styles, style];
  }
  return spans;
}

function continued(line: readonly Span[]): readonly (readonly Span[])[] {
  const lines: Span[][] = [[]];
  let used = 0;
  for (const { text, style } of line)
    for (const character of text) {
      if (used + stringWidth(character) > COLUMNS) {
        lines.push([]);
        used = 0;
      }
      used += stringWidth(character);
      const last = lines.at(-1)?.at(-1);
      if (last === undefined || last.style !== style) lines.at(-1)?.push({ text: character, style });
      else lines.at(-1)?.splice(-1, 1, { text: last.text + character, style });
    }
  return lines;
}

/** Positions each span individually, because a symbol may come from a font with different widths. */
function textOf(line: readonly Span[], y: number): readonly string[] {
  if (line.length === 0) return [];
  let column = 0;
  const spans = line.map(({ text, style }) => {
    const x = (MARGIN + column * CHARACTER).toFixed(1).replace(/\.0$/, "");
    column += stringWidth(text);
    return `<tspan x="${x}"${style === "" ? "" : ` class="${style}"`}>${escaped(text)}</tspan>`;
  });
  return [`<text y="${y}" xml:space="preserve">${spans.join("")}</text>`];
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
