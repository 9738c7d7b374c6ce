import { readFileSync } from "node:fs";

const FILE = "schemas/verify-contract-1.schema.json";

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly definitions?: Readonly<Record<string, Schema>>;
}

type Order = "sorted" | "as-is" | { readonly [key: string]: Order };

/** src/internal/render/json/json-order.ts: the keys of a report in the order of its JSON Schema. */
export function reportOrder(): string {
  const root: Schema = JSON.parse(readFileSync(FILE, "utf8"));
  return `// Generated from ${FILE} by \`npm run generate\`. Do not edit.

/** \`sorted\`: a map, by key. \`as-is\`: a value, or a map whose order has a meaning. */
export type Order = "sorted" | "as-is" | { readonly [key: string]: Order };

/** The keys of a report in the order of the schema. */
export const REPORT_ORDER = ${JSON.stringify(orderOf(root, root))} as const satisfies Order;
`;
}

/** What contains itself is ordered to this depth: a struct in a struct in a struct. */
const DEEPEST = 3;

/** @param inside The references that are being followed. */
function orderOf(schema: Schema, root: Schema, inside: readonly string[] = []): Order {
  const { $ref, properties, additionalProperties, items, anyOf } = schema;
  if ($ref !== undefined && inside.filter((each) => each === $ref).length >= DEEPEST) return "as-is";
  if ($ref !== undefined)
    return orderOf(root.definitions?.[$ref.replace("#/definitions/", "")] ?? {}, root, [...inside, $ref]);
  if (items !== undefined) return orderOf(items, root, inside);
  // Of a value and null, the value.
  if (anyOf !== undefined)
    return anyOf.map((each) => orderOf(each, root, inside)).find((it) => it !== "as-is") ?? "as-is";
  if (properties === undefined) return typeof additionalProperties === "object" ? "sorted" : "as-is";
  // A map that names some of its keys is written in the order in which it was filled, as timings are.
  if (typeof additionalProperties === "object") return "as-is";
  return Object.fromEntries(
    Object.entries(properties).map(([key, each]) => [key, orderOf(each, root, inside)]),
  );
}
