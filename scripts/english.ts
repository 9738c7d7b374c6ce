// Finds phrases that read as translated, in the comments of src and in the documentation. Reports each with its
// location and a better phrase.
import { globSync, readFileSync } from "node:fs";
import { parseSync } from "oxc-parser";

interface Phrase {
  readonly pattern: RegExp;
  readonly instead: string;
}

/** Forbidden openings of a comment. */
const OPENINGS: readonly Phrase[] = [
  {
    pattern: /^(?:What|Where|Who|Which|Those|That of) /,
    instead: 'a noun: "The response, if …", "The path of …"',
  },
  { pattern: /^Whether /, instead: '"True if …"' },
  { pattern: /^The same (?:of|for|as) /, instead: "the subject by its name" },
];

/** Forbidden phrases in comments and documentation. */
const PHRASES: readonly Phrase[] = [
  { pattern: /(?:^|[.:;] )Of /, instead: "the subject first" },
  { pattern: /[.:;] The same (?:of|for) /, instead: "the subject by its name" },
  { pattern: /\b(?:is|are|was|were) meant\b/, instead: '"did you mean …?", "refers to"' },
  { pattern: /\bthat (?:is|are) none\b/, instead: '"invalid", "isn\'t one"' },
  { pattern: /\bwhere there (?:is|are) none\b/i, instead: '"if there is none", "without one"' },
  { pattern: /(?<!\*)\bof others\b/, instead: '"deployed by someone else"' },
  { pattern: /\b(?:that|what|which|it|one) is no (?!longer|more)/, instead: '"isn\'t a …", "invalid …"' },
];

for (const file of globSync("src/**/*.{ts,cts,cjs}").sort()) {
  const text = readFileSync(file, "utf8");
  for (const { start, words } of commentsOf(file, text))
    report(file, text, start, words, [...OPENINGS, ...PHRASES]);
}
for (const file of ["README.md", ...globSync("docs/*.md").sort()]) {
  const text = readFileSync(file, "utf8");
  for (const { index, 0: line } of text.matchAll(/^.+$/gm)) report(file, text, index, line, PHRASES);
}

function report(file: string, text: string, start: number, words: string, phrases: readonly Phrase[]): void {
  for (const { pattern, instead } of phrases) {
    const found = pattern.exec(words);
    if (found === null) continue;
    const line = text.slice(0, start).split("\n").length;
    console.log(`${file}:${line} "${found[0].trim()}": write ${instead}`);
    process.exitCode = 1;
  }
}

/** The comments of a module, one line each. Consecutive line comments count as one. */
function commentsOf(
  file: string,
  text: string,
): readonly { readonly start: number; readonly words: string }[] {
  const found: { start: number; end: number; words: string }[] = [];
  for (const { type, value, start, end } of parseSync(file, text).comments) {
    const words = value
      .replaceAll(/^\s*\*+ ?|\s+$/gm, "")
      .replaceAll("\n", " ")
      .trim();
    const before = found.at(-1);
    if (type === "Line" && before !== undefined && /^\n *$/.test(text.slice(before.end, start))) {
      before.words += ` ${words}`;
      before.end = end;
    } else found.push({ start, end: type === "Line" ? end : -1, words });
  }
  return found;
}
