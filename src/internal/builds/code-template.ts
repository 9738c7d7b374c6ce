import { z } from "zod";

import { type CodeTemplate, isCode } from "../domain/code-template.ts";
import { unusableFile } from "./json-file.ts";

/** Both a library's address and an immutable fit in a word. */
const LONGEST_RANGE = 32;
const ADDRESS_LENGTH = 20;

const range = (length: z.ZodNumber) => z.object({ start: z.number().int().min(0), length });
const linkReferences = z.record(
  z.string(),
  z.record(z.string(), z.array(range(z.number().int().min(ADDRESS_LENGTH).max(ADDRESS_LENGTH)))),
);
const immutableReferences = z.record(z.string(), z.array(range(z.number().int().min(1).max(LONGEST_RANGE))));

/**
 * Makes a template from what a build file holds.
 *
 * @param file For the message.
 * @returns undefined where it holds no code, as for an interface.
 * @throws VC202 where it holds something else.
 */
export function codeTemplate(
  file: string,
  object: unknown,
  links: unknown,
  immutables: unknown,
): CodeTemplate | undefined {
  if (typeof object !== "string" || object === "" || object === "0x") return undefined;
  if (!isCode(object)) throw unusableFile(file, "a bytecode in it is not hexadecimal");
  const link = linkReferences.safeParse(links ?? {});
  if (!link.success) throw unusableFile(file, "its link references are not of the form that compilers write");
  const immutable = immutableReferences.safeParse(immutables ?? {});
  if (!immutable.success)
    throw unusableFile(file, "its immutable references are not of the form that compilers write");
  return { object, linkReferences: link.data, immutableReferences: immutable.data };
}
