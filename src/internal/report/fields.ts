import * as z from "zod";

/** A schema's type, deeply readonly. */
export type Shape<Schema extends z.ZodType> = Frozen<z.infer<Schema>>;

type Frozen<T> = unknown extends T ? T : { readonly [Key in keyof T]: Frozen<T[Key]> };

/** A shape used in several places, named in the JSON Schema and in the published types. */
export const shape = <Fields extends z.ZodRawShape>(id: string, description: string, fields: Fields) =>
  z.strictObject(fields).meta({ id, description });

// The descriptions appear in the JSON Schema, and as doc comments in the published types.
export const text = (description: string) => z.string().describe(description);
export const flag = (description: string) => z.boolean().describe(description);
export const count = (description: string) => z.int().min(0).describe(description);
export const ordinal = (description: string) => z.int().min(1).describe(description);
export const matching = (pattern: RegExp, description: string) =>
  z.string().regex(pattern).describe(description);
export const oneOf = <const Values extends readonly string[]>(values: Values, description: string) =>
  z.enum(values).describe(description);
export const list = <Item extends z.ZodType>(item: Item, description: string) =>
  z.array(item).describe(description);
export const map = <Value extends z.ZodType>(value: Value, description: string) =>
  z.record(z.string(), value).describe(description);
export const object = <Fields extends z.ZodRawShape>(fields: Fields, description: string) =>
  z.strictObject(fields).describe(description);
export const time = z.iso.datetime().describe("ISO 8601, UTC.");
export const orNull = <Value extends z.ZodType>(value: Value, description: string) =>
  value.nullable().describe(description);
export const version = <const Version extends string>(value: Version) =>
  z
    .literal(value)
    .describe(
      "The version of this format. Within a version, fields may be added, but existing fields stay and keep their meaning.",
    );
export const exitCode = (description: string) => z.literal([0, 1, 2, 3]).describe(description);

// For values that people write. The error states what is expected, as `explainIssues` requires.
export const writtenText = (pattern: RegExp, error: string) => z.string({ error }).regex(pattern, { error });
export const writtenAddress = writtenText(/^0x[0-9a-fA-F]{40}$/, "an address");
