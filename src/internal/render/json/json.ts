import type { Report } from "../../report/model.ts";
import { type Order, REPORT_ORDER } from "./json-order.ts";
import { jsonText } from "./json-text.ts";

/** The report as JSON, keys in the order of the schema, with a line end. */
export function writeJson(report: Report): string {
  return jsonText(inOrder(report, REPORT_ORDER));
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
