import * as z from "zod";
import { cleanText } from "../text/clean-text.ts";
import { withHexPrefix } from "../text/hex-prefix.ts";
import { withoutUndefined } from "../text/is-object.ts";
import { MAX_CODE_BYTES } from "./code-template.ts";

/** Normalized to lower case with 0x. Bytecode is long, so the regular expression has no repeated group. */
export const hex = z
  .string()
  .max(2 * MAX_CODE_BYTES + 2, "expected at most 1,000,000 bytes")
  .refine((text) => /^(?:0x)?[0-9a-f]*$/i.test(text) && text.length % 2 === 0, "expected hexadecimal bytes")
  .overwrite(withHexPrefix);

/** 0x and 40 hexadecimal digits. The case is preserved, because it may be a checksum. */
export const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/, "expected an address");

/** Normalized to lower case with 0x. */
export const evmAddress = z
  .string()
  .regex(/^(0x)?[A-Fa-f0-9]{40}$/, "expected an EVM address")
  .overwrite(withHexPrefix);

export const transactionHash = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/, "expected a transaction hash")
  .overwrite(withHexPrefix);

/** Decimal digits in a string, or a small JSON number. */
export const digits = z.preprocess(
  (value) => (Number.isSafeInteger(value) ? String(value) : value),
  z.string().regex(/^\d{1,78}$/, "expected decimal digits"),
);

export const count = z.int().nonnegative();

export const dateTime = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)), "expected a date and time");

/** Text that is printed and compared in full. Longer text is therefore rejected, not shortened. */
export const shortText = z.string().max(10_000, "expected text of at most 10,000 characters");

export const word = z.string().overwrite((text) => cleanText(text, 100));

export const anyObject = z.record(z.string(), z.unknown());

/** Maximum number of entries in a list or map that the checks traverse. No compiler writes this many. */
export const MAX_ENTRIES = 20_000;

const TOO_MANY = `expected at most ${MAX_ENTRIES} entries`;

/** Entries are counted before they are validated. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.array(z.unknown()).max(MAX_ENTRIES, TOO_MANY).pipe(z.array(item));
}

/** The map has no prototype, so that no lookup of an untrusted key returns an inherited value. */
export function mapOf<Value extends z.ZodType>(value: Value) {
  return z
    .record(z.string(), z.unknown())
    .refine((map) => Object.keys(map).length <= MAX_ENTRIES, { error: TOO_MANY, abort: true })
    .pipe(z.record(z.string(), value).overwrite((map) => Object.assign(Object.create(null), map)));
}

const present = <T extends object>(value: T): T => withoutUndefined(value) as T;

/** An object without its undefined keys, for optional properties. */
export function objectOf<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object(shape).overwrite(present);
}

export function looseObjectOf<Shape extends z.ZodRawShape>(shape: Shape) {
  // The description gives the published type an index signature.
  return z.object(shape).catchall(z.unknown().describe("Any other key.")).overwrite(present);
}

/** Omitted if null or missing. */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => value ?? undefined, schema.optional());
}

export function nullable<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullable().default(null);
}

export function orElse<Schema extends z.ZodType>(schema: Schema, value: unknown) {
  return z.preprocess((given) => given ?? value, schema);
}

/** The schema for a response or part of a response, with the name of its published type. Built on first use. */
export function answer<Fields extends z.ZodRawShape>(id: string, description: string, fields: () => Fields) {
  return z.lazy(() => z.object(fields()).meta({ id, description }));
}

/** The type of a decoded value, deeply readonly. Optional keys are absent instead of undefined. */
export type Decoded<Schema extends z.ZodType> = Exact<z.output<Schema>>;

type Exact<T> = unknown extends T ? T : { readonly [Key in keyof T]: Exact<Exclude<T[Key], undefined>> };
