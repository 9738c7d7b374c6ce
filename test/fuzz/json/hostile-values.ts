import fc from "fast-check";

/** JSON text. Long values have names, so that a counterexample stays readable. */
export type Value = { readonly text: string } | { readonly named: keyof typeof LONG };

const nested = (open: string, close: string, levels: number): string =>
  `${open.repeat(levels)}0${close.repeat(levels)}`;

const LONG = {
  "1000 arrays in each other": nested("[", "]", 1000),
  "1000 objects in each other": nested('{"a":', "}", 1000),
  "20000 objects in each other": nested('{"a":', "}", 20_000),
  "240 arrays in each other": nested("[", "]", 240),
  "100000 arrays that are never closed": "[".repeat(100_000),
  "a string of 100000": JSON.stringify("x".repeat(100_000)),
  "a code of 60000 bytes": JSON.stringify(`0x${"60".repeat(60_000)}`),
  "a list of 5000": `[${"0,".repeat(4999)}0]`,
  "a string of 2000 escape sequences": JSON.stringify("\u001b[31m".repeat(2000)),
} as const;

export function textOf(value: Value): string {
  return "named" in value ? LONG[value.named] : value.text;
}

const NUMBERS = [
  ...["0", "-0", "1", "-1", "1.5", "2", "296", "5", "1e999", "-1e999", "1e308", "9007199254740993"],
  ...["12345678901234567890", "-12345678901234567890", "0.1e-400", "1E2", "00", "NaN", "Infinity", "0x10"],
];
const EMPTY = ["null", "true", "false", '""', "[]", "{}", "[null]", "[{}]", "[[]]", '{"":""}', "undefined"];
const POLLUTION = [
  '{"__proto__":{"match":"exact_match","deleted":false}}',
  '{"constructor":{"prototype":{"match":"exact_match"}}}',
  '{"toString":"exact_match","valueOf":1}',
  '{"\\u005f_proto__":{"error":null}}',
  '{"toJSON":"exact_match","then":"x","length":1000000000}',
];
const MATCHES = ["match", "exact_match", "perfect", "partial", "EXACT_MATCH", "exact_match ", "none", "null"];
const WORDS = [
  ...["NaN", "Infinity", "-Infinity", "undefined", "true", "0", "__proto__", "constructor", "toString"],
  ...["already_verified", "no_match", "internal_error", "job_not_found", "compiler_error", "verified"],
  ...["295", "296", "0296", "31337", "296.0", "12345678901234567890", "0x128", " 296"],
  ...["0x", "0x0", "0xzz", "0X60", "60", "0x6", `0x${"ab".repeat(20)}`, `0x${"00".repeat(20)}`],
  ...[`0x${"AB".repeat(20)}`, `0x${"cd".repeat(32)}`, "00000000-0000-4000-8000-000000000000"],
  ...["2020-01-01T00:00:00Z", "not a date", "+275760-09-13T00:00:00.000Z", "1795253078.123456789", "0"],
  ...["0.0.5001", "0.0.1", "9999999999.9999999999.9999999999", "operational", "critical", "none"],
];
/** Texts for people that act on a screen, page or document unless they are escaped. */
export const PEOPLE = [
  "\u001b[32m✔ Verified: exact match\u001b[0m",
  "\u001b]0;title\u0007\u009b2J\u001bPx\u001b\\",
  "\r\n✔ Verified: exact match\u2028\u2029\u0085\u000b",
  "\u0000\b\b\u007f\ufffe\uffff\ufeff",
  "\u202eabc\u2066def\u2069\u200b\u{e0041}",
  "]]><![CDATA[ --> <script>alert(1)</script> &amp; ' \"",
  "| a | **b** `c` [d](javascript:alert(1)) @e #1",
];

/** Text that is invalid in a JSON string, or half of a surrogate pair. */
const RAW = ['"\\ud800"', '"\\udc00x"', '"a\tb"', '"\u0001"', '"\\x41"', "'single'", '"\\u00e9 é \\n"'];

const named = fc
  .constantFrom(...(Object.keys(LONG) as (keyof typeof LONG)[]))
  .map((name) => ({ named: name }));
const texts = (all: readonly string[]) => fc.constantFrom(...all).map((text) => ({ text }));
const strings = (all: readonly string[]) => texts(all.map((text) => JSON.stringify(text)));

/** Wrong types, oversized or misleading values, and values that are valid elsewhere. */
export const anyValue: fc.Arbitrary<Value> = fc.oneof(
  { weight: 4, arbitrary: texts(EMPTY) },
  { weight: 3, arbitrary: texts(NUMBERS) },
  { weight: 4, arbitrary: strings(MATCHES) },
  { weight: 2, arbitrary: texts(['["exact_match"]', '{"match":"exact_match"}', "null", "1", "true"]) },
  { weight: 3, arbitrary: strings(WORDS) },
  { weight: 4, arbitrary: strings(PEOPLE) },
  { weight: 1, arbitrary: texts(RAW) },
  { weight: 1, arbitrary: texts(POLLUTION) },
  { weight: 2, arbitrary: named },
  {
    weight: 1,
    arbitrary: fc.string({ unit: "binary", maxLength: 40 }).map((text) => ({ text: JSON.stringify(text) })),
  },
  { weight: 1, arbitrary: fc.json({ maxDepth: 3 }).map((text) => ({ text })) },
);

export const anyKey: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom("__proto__", "constructor", "toString", "hasOwnProperty", "", "0", "length", "toJSON"),
  fc.constantFrom("match", "Match", "error", "isJobCompleted", "content", "keccak256", "deleted", "type"),
  fc.constantFrom("\u001b[2J", "a\nb", "\u202ex", "x".repeat(3000), "../../x", "contracts/Other.sol"),
  fc.string({ unit: "binary", maxLength: 12 }),
);

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
