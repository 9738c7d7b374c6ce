import type { Verdict } from "../words/verdict.ts";
import { wrap } from "./layout.ts";
import type { Style } from "./style.ts";

type VerdictText = Pick<Verdict, "tone" | "symbol" | "text">;

/** The end of a screen: a symbol that is readable without colours, and a sentence or two. */
export function verdictLines(verdict: VerdictText, style: Style, width: number): readonly string[] {
  return symbolLines(verdict, wrap(verdict.text, width - 2), style);
}

export function symbolLines(
  { tone, symbol }: Omit<VerdictText, "text">,
  lines: readonly string[],
  style: Style,
): readonly string[] {
  return lines.map((line, index) => `${index === 0 ? style[tone](symbol) : " "} ${style.bold(line)}`);
}
