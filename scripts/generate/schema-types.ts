/** The part of JSON Schema used in schemas/. */
export interface Schema {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema | readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly definitions?: Readonly<Record<string, Schema>>;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

/**
 * Generates readonly types from a JSON Schema, with its descriptions as docstrings.
 *
 * @param shared Schema of another module. Definitions with the same name are imported from it.
 */
export function schemaTypes(
  schema: Schema,
  shared?: { readonly schema: Schema; readonly from: string },
): string {
  const definitions = Object.entries(schema.definitions ?? schema.$defs ?? {});
  const isShared = (name: string) => shared?.schema.definitions?.[name] !== undefined;
  const imported = definitions.map(([name]) => name).filter(isShared);
  const whole = schema.title === undefined ? [] : [[schema.title, schema] as const];
  const own = [...definitions.filter(([name]) => !isShared(name)), ...whole];
  return [
    ...(imported.length === 0 ? [] : [`import type { ${imported.join(", ")} } from "${shared?.from}";\n`]),
    ...own.map(([name, it]) => {
      const type = typeOf(it);
      const head = it.type === "object" ? `interface ${name} ${type}` : `type ${name} = ${type};`;
      return `${docstring(it)}export ${head}\n`;
    }),
  ].join("");
}

function docstring({ $ref, description, deprecated }: Schema): string {
  if (description === undefined || $ref !== undefined) return "";
  return `/** ${description.replaceAll("*/", "*\\/")}${deprecated ? "\n * @deprecated" : ""} */\n`;
}

function typeOf(schema: Schema): string {
  const { $ref, anyOf, items, type } = schema;
  if ($ref !== undefined) return $ref.replace(/^#\/(?:definitions|\$defs)\//, "");
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return union(schema.enum.map((value) => JSON.stringify(value)));
  if (anyOf !== undefined) return union(anyOf.map(typeOf));
  if (type === undefined) return "unknown";
  if (typeof type !== "string") return union(type.map((each) => typeOf({ ...schema, type: each })));
  if (type === "integer") return "number";
  if (type === "object") return objectType(schema);
  if (type !== "array") return type;
  return isTuple(items)
    ? `readonly [${items.map(typeOf).join(", ")}]`
    : `readonly ${grouped(typeOf(items ?? {}))}[]`;
}

function objectType({ properties = {}, required = [], additionalProperties = true }: Schema): string {
  const fields = Object.entries(properties).map(
    ([name, it]) => `${docstring(it)}readonly ${name}${required.includes(name) ? "" : "?"}: ${typeOf(it)};\n`,
  );
  // Interfaces aren't assignable to types with an index signature, so only objects without fields get one by default.
  const isOpen = fields.length === 0 || Object.keys(Object(additionalProperties)).length > 0;
  const others =
    additionalProperties === false || !isOpen
      ? []
      : [`readonly [key: string]: ${typeOf(additionalProperties === true ? {} : additionalProperties)};\n`];
  return `{\n${[...fields, ...others].join("")}}`;
}

function isTuple(items: Schema["items"]): items is readonly Schema[] {
  return Array.isArray(items);
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(" | ");
}

function grouped(type: string): string {
  return / \| (?![^{]*\})/.test(type) ? `(${type})` : type;
}
