import { splitName } from "../../domain/build.ts";
import { asObject, isObject } from "../../text/is-object.ts";
import { parseUnlimited } from "../http/parse-json.ts";

/** `__proto__`, `constructor` and other names that every JavaScript object has. */
const RESERVED: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** Paths to the objects in a record whose keys are file and contract names; `*` matches any key. */
const KEYED_BY_NAMES: readonly (readonly string[])[] = [
  ["sources"],
  ["sourceIds"],
  ["metadata"],
  ["metadata", "sources"],
  ["metadata", "settings", "compilationTarget"],
  ["metadata", "settings", "libraries"],
  ["stdJsonInput", "sources"],
  ["stdJsonOutput", "sources"],
  ["stdJsonOutput", "contracts"],
  ["stdJsonOutput", "contracts", "*"],
  ...["creationBytecode", "runtimeBytecode"].flatMap((side) => [
    [side, "linkReferences"],
    [side, "linkReferences", "*"],
    [side, "transformationValues", "libraries"],
  ]),
];
/** Paths to the values in a record that are file or contract names. */
const NAMES: readonly (readonly string[])[] = [
  ["compilation", "name"],
  ["compilation", "fullyQualifiedName"],
  ["metadata", "settings", "compilationTarget", "*"],
];

/**
 * Searches a record for a file or contract name that programs may mistake for a built-in member. Compilers accept a few
 * of them, such as `toString`, but no known contract has one. In other places, such a key can be legitimate, for example
 * `constructor` in method documentation.
 *
 * @param text Raw JSON, because parsers may drop such keys.
 */
export function findReservedName(text: string): string | undefined {
  let record: unknown;
  try {
    record = parseUnlimited(text);
    if (isObject(record) && typeof record.metadata === "string")
      record = { ...record, metadata: JSON.parse(record.metadata) };
  } catch {
    return undefined;
  }
  const names = [
    ...KEYED_BY_NAMES.flatMap((path) =>
      valuesAt(record, path).flatMap((value) => Object.keys(asObject(value))),
    ),
    ...NAMES.flatMap((path) => valuesAt(record, path)),
  ];
  const reserved = names.find((name) => typeof name === "string" && isReserved(name));
  return hasPrototypeKey(record) ? "__proto__" : (reserved as string | undefined);
}

/** The name is `path:Name`, a path or a contract name. */
function isReserved(name: string): boolean {
  return [name, ...Object.values(splitName(name))].some((part) => RESERVED.has(part));
}

function valuesAt(value: unknown, path: readonly string[]): readonly unknown[] {
  const [key, ...rest] = path;
  if (key === undefined) return [value];
  if (!isObject(value)) return [];
  const inner = key === "*" ? Object.values(value) : Object.hasOwn(value, key) ? [value[key]] : [];
  return inner.flatMap((each) => valuesAt(each, rest));
}

function hasPrototypeKey(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasPrototypeKey);
  return isObject(value) && (Object.hasOwn(value, "__proto__") || Object.values(value).some(hasPrototypeKey));
}
