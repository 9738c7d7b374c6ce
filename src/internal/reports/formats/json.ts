import type { Report } from "../model.ts";
import { type Order, REPORT_ORDER } from "./json-order.ts";

/**
 * The report as JSON, keys in the order of the schema, with a line end. Characters that a terminal would act on are
 * written as escapes, because `--json` may end on one; a parser gets the very same text.
 */
export function writeJson(report: Report): string {
  const text = JSON.stringify(inOrder(report, REPORT_ORDER), undefined, 2);
  return `${text.replace(ACTED_ON, (character) => character.split("").map(unicodeEscape).join(""))}\n`;
}

/** C1 controls, DEL, bidi overrides and other invisible characters; JSON.stringify does the rest of the controls. */
const ACTED_ON = /[\u007f-\u009f\u2028\u2029\ufffe\uffff]|\p{Cf}/gu;

function unicodeEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function inOrder(value: unknown, order: Order): unknown {
  if (order === "as-is" || typeof value !== "object" || value === null) {
    return value;
  }
  if (Array.isArray(value)) {
    return value.map((item) => inOrder(item, order));
  }
  const fields = new Map<string, unknown>(Object.entries(value));
  const keys = order === "sorted" ? [...fields.keys()].sort() : Object.keys(order);
  return Object.fromEntries(
    keys
      .filter((key) => fields.get(key) !== undefined)
      .map((key) => [key, inOrder(fields.get(key), order === "sorted" ? "as-is" : (order[key] ?? "as-is"))]),
  );
}
