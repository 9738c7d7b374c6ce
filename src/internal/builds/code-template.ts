import * as z from "zod";
import type { CompiledContract } from "../domain/build.ts";
import {
  type CodeTemplate,
  codeLength,
  isCode,
  LARGEST_CODE_BYTES,
  openRanges,
} from "../domain/code-template.ts";
import { asObject, isObject } from "../text/is-object.ts";
import { type Json, unusableFile } from "./json-file.ts";

const MOST_REFERENCES = 20_000;
/** Each library is compared with the other libraries at its address, and read from the chain. */
const MOST_LIBRARIES = 1000;
/** Addresses and immutables fit in a word. */
const LONGEST_RANGE = 32;
const ADDRESS_LENGTH = 20;

const range = (length: z.ZodNumber) => z.object({ start: z.number().int().min(0), length });
const linkReferences = z.lazy(() =>
  z.record(
    z.string(),
    z.record(z.string(), z.array(range(z.number().int().min(ADDRESS_LENGTH).max(ADDRESS_LENGTH)))),
  ),
);
const immutableReferences = z.lazy(() =>
  z.record(z.string(), z.array(range(z.number().int().min(1).max(LONGEST_RANGE)))),
);

type Codes = Pick<CompiledContract, "creation" | "runtime">;

/**
 * Validates a contract's creation and runtime code in the compiler's output format, each with `object` and its
 * references.
 *
 * @returns undefined without code, as for an interface.
 * @throws VC202 if the code is invalid.
 */
export function codesOf(file: string, bytecode: unknown, deployedBytecode: unknown): Codes | undefined {
  const creation = codeTemplate(file, { ...asObject(bytecode), immutableReferences: undefined });
  const runtime = codeTemplate(file, asObject(deployedBytecode), creation);
  return creation === undefined || runtime === undefined ? undefined : { creation, runtime };
}

/**
 * Like {@link codesOf}, for artifacts of Hardhat and hardhat-deploy, which keep the parts of both codes side by side.
 */
export function codesInArtifact(file: string, json: Json): Codes | undefined {
  return codesOf(
    file,
    { object: json.bytecode, linkReferences: json.linkReferences },
    {
      object: json.deployedBytecode,
      linkReferences: json.deployedLinkReferences,
      immutableReferences: json.immutableReferences,
    },
  );
}

/**
 * Validates bytecode and its references.
 *
 * @param creation The valid creation code. It usually contains the runtime code, whose digits then needn't be validated
 * again.
 */
export function codeTemplate(
  file: string,
  { object, linkReferences: links, immutableReferences: immutables }: Json,
  creation?: CodeTemplate,
): CodeTemplate | undefined {
  if (typeof object !== "string" || object === "" || object === "0x") return undefined;
  if (codeLength(object) > LARGEST_CODE_BYTES)
    throw unusableFile(file, `a bytecode in it has more than ${LARGEST_CODE_BYTES} bytes`);
  if (!isPartOf(creation, object) && !isCode(object))
    throw unusableFile(file, "a bytecode in it is not hexadecimal");
  const link = parsed(linkReferences, links);
  if (link === undefined) throw unusableFile(file, "its link references do not have the compiler's form");
  const immutable = parsed(immutableReferences, immutables);
  if (immutable === undefined)
    throw unusableFile(file, "its immutable references do not have the compiler's form");
  if (Object.values(link).reduce((sum, names) => sum + Object.keys(names).length, 0) > MOST_LIBRARIES)
    throw unusableFile(file, `a bytecode in it is linked with more than ${MOST_LIBRARIES} libraries`);
  const references = { linkReferences: link, immutableReferences: immutable };
  if (openRanges(references).length > MOST_REFERENCES)
    throw unusableFile(file, `a bytecode in it has more than ${MOST_REFERENCES} references`);
  return { object, ...references };
}

/**
 * True if valid code contains these digits. Code with placeholders proves nothing, because part of a placeholder isn't
 * hexadecimal.
 */
function isPartOf(code: CodeTemplate | undefined, object: string): boolean {
  if (code === undefined || object.length % 2 !== 0 || code.object.includes("_")) return false;
  return code.object.includes(object.startsWith("0x") ? object.slice(2) : object);
}

/** Shared, because thousands of contracts have no references. */
const NONE = {};

function parsed<T extends object>(schema: z.ZodType<T>, references: unknown): T | undefined {
  const isNone = isObject(references) && Object.keys(references).length === 0;
  return references == null || isNone ? (NONE as T) : schema.safeParse(references).data;
}
