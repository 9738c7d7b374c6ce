import { stringIn, type Tree } from "./tree.ts";

/** Plausible but wrong: most wrong data has the right form. */
const TEXTS = [
  "",
  "x",
  "\u001b[32m✔ Verified\u001b[0m\r\n\u202e",
  "\u0000\b\u007f\u009b2J",
  "contracts/Other.sol",
  "0.8.27+commit.40a35a09",
  "Other",
  "uint8",
  "constructor",
  "operational",
  "critical",
];
const MATCHES = ["null", '"match"', '"exact_match"'];
const DIGITS = ["0", "1", "5", "295", "296", "31337", "12345678901234567890"];

const MATCH = /^(exact_)?match$/;
const INTEGER = /^\d+$/;
const DATE = /^\d{4}-\d\d-\d\dT/;
const HEX = /^0x[0-9a-f]+$/i;
const ENTITY_ID = /^\d+\.\d+\.\d+$/;
const TIMESTAMP = /^\d+\.\d+$/;
const UUID = /^[0-9a-f]{8}-/;

/** True for strings whose form nobody checks. */
export function isForPeople(tree: Tree): boolean {
  const text = stringIn(tree);
  const forms = [MATCH, INTEGER, DATE, HEX, ENTITY_ID, TIMESTAMP, UUID];
  return text !== undefined && !forms.some((form) => form.test(text));
}

/** The number selects one of several values of the same kind. */
export function anotherOfItsKind(tree: Tree, n: number): string {
  if (tree.kind !== "leaf") return tree.kind === "array" ? "[]" : "{}";
  const one = (all: readonly string[]): string => all[n % all.length] ?? "null";
  const text = stringIn(tree);
  if (text === undefined) {
    if (tree.text === "null") return one([...MATCHES, '"0x"', '"0.0.5"', "false", "[]", "{}"]);
    if (tree.text === "true" || tree.text === "false") return String(tree.text === "false");
    return one(DIGITS);
  }
  if (MATCH.test(text)) return one(MATCHES);
  if (INTEGER.test(text)) return JSON.stringify(one(DIGITS));
  if (DATE.test(text)) return one(['"2020-01-01T00:00:00Z"', '"2126-01-01"', '"0"', "null"]);
  if (HEX.test(text)) return JSON.stringify(otherHex(text, n));
  if (ENTITY_ID.test(text)) return one(['"0.0.1"', '"1.2.3"', '"0.0.9999999999"']);
  if (TIMESTAMP.test(text)) return one(['"1.000000001"', '"9999999999.9"', '"0"']);
  return JSON.stringify(one(TEXTS));
}

/** Mostly keeps the length, because another length is noticed at once. */
function otherHex(text: string, n: number): string {
  const digits = text.slice(2);
  switch (n % 6) {
    case 0:
      return `0x${"ab".repeat(digits.length / 2)}`;
    case 1:
      return `0x${digits.slice(0, -2)}${digits.endsWith("00") ? "01" : "00"}`;
    case 2:
      return `0x${digits.slice(0, n % digits.length)}0${digits.slice((n % digits.length) + 1)}`;
    case 3:
      return `0x${digits}00`;
    case 4:
      return `0x${digits.slice(0, digits.length - (digits.length % 4) - 4)}`;
    default:
      return "0x";
  }
}
