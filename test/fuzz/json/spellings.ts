/** Some spellings mean the same, others are off by a digit. */
const SPELLINGS = {
  "another digit": (text: string, at: number) =>
    text.slice(0, at) + (text[at] === "1" ? "2" : "1") + text.slice(at + 1),
  "up to there": (text: string, at: number) => text.slice(0, at),
  "up to there, whole bytes": (text: string, at: number) => text.slice(0, at - (at % 2)),
  "upper case": (text: string) => text.toUpperCase(),
  "upper case after 0x": (text: string) => text.replace(/[^x]+$/s, (rest) => rest.toUpperCase()),
  "lower case": (text: string) => text.toLowerCase(),
  "without 0x": (text: string) => text.replace(/^0x/, ""),
  "with 0x": (text: string) => `0x${text}`,
  "with a v": (text: string) => `v${text}`,
  "one less": (text: string) => text.slice(0, -1),
  "a byte less": (text: string) => text.slice(0, -2),
  "one more": (text: string) => `${text}0`,
  "a byte more": (text: string) => `${text}00`,
  "a blank before": (text: string) => ` ${text}`,
  "an end of line after": (text: string) => `${text}\n`,
} as const;

export type Spelling = keyof typeof SPELLINGS | "as number";

export const ALL_SPELLINGS: readonly Spelling[] = [
  ...(Object.keys(SPELLINGS) as (keyof typeof SPELLINGS)[]),
  "as number",
];

/** @param digit Modulo the text's length. */
export function respelt(text: string, how: Spelling, digit: number): string {
  if (how === "as number") return /^(0|[1-9]\d*)$/.test(text) ? text : JSON.stringify(text);
  return JSON.stringify(SPELLINGS[how](text, text.length === 0 ? 0 : digit % text.length));
}
