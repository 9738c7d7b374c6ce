import { PARTS } from "../../services/verification/wire-record.ts";
import { invalidParameter } from "./error-body.ts";

/** The fields that can be asked for, in their order in an answer. `match`, `chainId` and `address` come with every answer. */
const FIELDS: readonly string[] = [
  ...["matchId", "creationMatch", "runtimeMatch", "verifiedAt", "creationBytecode", "runtimeBytecode"],
  ...["deployment", "sources", "compilation", "abi", "metadata", "storageLayout", "transientStorageLayout"],
  ...["userdoc", "devdoc", "sourceIds", "additionalInput", "stdJsonInput", "stdJsonOutput", "signatures"],
  "proxyResolution",
];
const SELECTORS: ReadonlySet<string> = new Set([
  ...FIELDS,
  ...Object.entries(PARTS).flatMap(([field, parts]) => Object.keys(parts).map((part) => `${field}.${part}`)),
]);

/** Which fields an answer has: a field, or some of what is in it. */
export type Selection = ReadonlyMap<string, "whole" | readonly string[]>;

/** Reads the query parameters `fields` and `omit`, with the rules and words of the real service. */
export function selectFields(query: URLSearchParams): Selection {
  const fields = query.get("fields")?.split(",");
  const omit = query.get("omit")?.split(",");
  if (fields !== undefined && omit !== undefined)
    throw invalidParameter("Cannot specify both fields and omit");
  if (fields?.includes("all") && fields.length > 1)
    throw invalidParameter("Cannot specify 'all' with other fields");
  if (fields?.[0] === "all") return selected(FIELDS);
  for (const selector of fields ?? omit ?? []) requireField(selector);
  // Only whole fields can be left out: a nested name is accepted, and changes nothing.
  return selected(fields ?? (omit === undefined ? [] : FIELDS.filter((each) => !omit.includes(each))));
}

/** Applies a selection to a record. */
export function pickFields(
  record: Readonly<Record<string, unknown>>,
  selection: Selection,
): Readonly<Record<string, unknown>> {
  const picked: Record<string, unknown> = {};
  for (const [field, parts] of selection) {
    const value = record[field];
    if (parts === "whole") picked[field] = value;
    else if (typeof value === "object" && value !== null) {
      picked[field] = Object.fromEntries(parts.map((part) => [part, Reflect.get(value, part)]));
    }
  }
  return picked;
}

function requireField(selector: string): void {
  if (selector.split(".").length > 2)
    throw invalidParameter(`Field selector cannot have more than one level subselectors: ${selector}`);
  if (!SELECTORS.has(selector)) throw invalidParameter(`Field selector ${selector} is not a valid field`);
}

function selected(selectors: readonly string[]): Selection {
  const selection = new Map<string, "whole" | readonly string[]>();
  for (const selector of selectors) {
    const [field = "", part] = selector.split(".");
    const before = selection.get(field);
    const isWhole = part === undefined || before === "whole";
    selection.set(field, isWhole ? "whole" : [...(before ?? []), part]);
  }
  return selection;
}
