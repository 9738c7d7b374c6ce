import * as z from "zod";

import { type CodeTemplate, isCode } from "../domain/code-template.ts";
import { isObject } from "../text/is-object.ts";
import { unusableFile } from "./json-file.ts";

/** Addresses and immutables fit in a word. */
const LONGEST_RANGE = 32;
const ADDRESS_LENGTH = 20;

const range = (length: z.ZodNumber) => z.object({ start: z.number().int().min(0), length });
const linkReferences = z.record(
  z.string(),
  z.record(z.string(), z.array(range(z.number().int().min(ADDRESS_LENGTH).max(ADDRESS_LENGTH)))),
);
const immutableReferences = z.record(z.string(), z.array(range(z.number().int().min(1).max(LONGEST_RANGE))));

/**
 * Validates the code and references of a build file.
 *
 * @param file Shown in errors.
 * @returns undefined without code, as for an interface.
 * @throws VC202 for invalid ones.
 */
export function codeTemplate(
  file: string,
  object: unknown,
  links: unknown,
  immutables: unknown,
): CodeTemplate | undefined {
  if (typeof object !== "string" || object === "" || object === "0x") return undefined;
  if (!isCode(object)) throw unusableFile(file, "a bytecode in it is not hexadecimal");
  const link = parsed(linkReferences, links);
  if (link === undefined) throw unusableFile(file, "its link references do not have the compiler's form");
  const immutable = parsed(immutableReferences, immutables);
  if (immutable === undefined)
    throw unusableFile(file, "its immutable references do not have the compiler's form");
  return { object, linkReferences: link, immutableReferences: immutable };
}

/** Most of thousands of codes have none, which then takes neither time nor memory. */
const NONE = {};

function parsed<T extends object>(schema: z.ZodType<T>, references: unknown): T | undefined {
  const isNone = isObject(references) && Object.keys(references).length === 0;
  return references == null || isNone ? (NONE as T) : schema.safeParse(references).data;
}
