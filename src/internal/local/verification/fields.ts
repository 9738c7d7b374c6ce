import { PARTS } from "../../services/verification/wire-record.ts";
import { asObject, isObject } from "../../text/is-object.ts";
import { invalidParameter } from "./error-body.ts";

/** In the order in which a response lists them. Every response includes `match`, `chainId` and `address`. */
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

/**
 * Follows the public service's rules and messages.
 *
 * @returns The requested fields, and parts of other fields, such as `compilation.name`.
 */
export function selectFields(query: URLSearchParams): readonly string[] {
  const fields = query.get("fields")?.split(",");
  const omit = query.get("omit")?.split(",");
  if (fields !== undefined && omit !== undefined)
    throw invalidParameter("Cannot specify both fields and omit");
  if (fields?.includes("all") && fields.length > 1)
    throw invalidParameter("Cannot specify 'all' with other fields");
  if (fields?.[0] === "all") return FIELDS;
  for (const selector of fields ?? omit ?? []) requireField(selector);
  // Only whole fields can be omitted. A nested name is accepted but has no effect.
  return fields ?? (omit === undefined ? [] : FIELDS.filter((each) => !omit.includes(each)));
}

export function pickFields(
  record: Readonly<Record<string, unknown>>,
  selectors: readonly string[],
): Readonly<Record<string, unknown>> {
  const picked: Record<string, unknown> = {};
  for (const selector of selectors) {
    const [field = "", part] = selector.split(".");
    const value = record[field];
    if (part === undefined) picked[field] = value;
    else if (isObject(value)) picked[field] = { ...asObject(picked[field]), [part]: value[part] };
  }
  return picked;
}

function requireField(selector: string): void {
  if (selector.split(".").length > 2)
    throw invalidParameter(`Field selector cannot have more than one level subselectors: ${selector}`);
  if (!SELECTORS.has(selector)) throw invalidParameter(`Field selector ${selector} is not a valid field`);
}
