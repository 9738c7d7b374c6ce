import * as z from "zod";
import type { CompiledContract } from "../domain/build.ts";
import {
  ADDRESS_LENGTH,
  type CodeTemplate,
  codeLength,
  getLibraryRanges,
  getOpenRanges,
  isCode,
  MAX_CODE_BYTES,
} from "../domain/code-template.ts";
import { asObject, type Json } from "../text/is-object.ts";
import { unusableFile } from "./json-file.ts";

const MAX_REFERENCES = 20_000;
/** Limits the work: each library is read from the chain and compared with other libraries at its address. */
const MAX_LIBRARIES = 1000;
/** In bytes. Addresses and immutables fit into one word. */
const MAX_RANGE_LENGTH = 32;

const range = (length: z.ZodNumber) => z.object({ start: z.number().int().min(0), length });
const linkReferences = z.lazy(() =>
  z.record(
    z.string(),
    z.record(z.string(), z.array(range(z.number().int().min(ADDRESS_LENGTH).max(ADDRESS_LENGTH)))),
  ),
);
const immutableReferences = z.lazy(() =>
  z.record(z.string(), z.array(range(z.number().int().min(1).max(MAX_RANGE_LENGTH)))),
);

type Bytecode = Pick<CompiledContract, "creation" | "runtime">;

/** Undefined if there is no code, as for an interface. @throws VC202 if the code is invalid. */
export function parseBytecode(
  file: string,
  bytecode: unknown,
  deployedBytecode: unknown,
): Bytecode | undefined {
  const creation = parseTemplate(file, { ...asObject(bytecode), immutableReferences: undefined });
  const runtime = parseTemplate(file, asObject(deployedBytecode));
  return creation === undefined || runtime === undefined ? undefined : { creation, runtime };
}

/** For artifacts from Hardhat and hardhat-deploy, which store code and references in separate keys. */
export function parseArtifactBytecode(file: string, json: Json): Bytecode | undefined {
  return parseBytecode(
    file,
    { object: json.bytecode, linkReferences: json.linkReferences },
    {
      object: json.deployedBytecode,
      linkReferences: json.deployedLinkReferences,
      immutableReferences: json.immutableReferences,
    },
  );
}

export function parseTemplate(
  file: string,
  { object, linkReferences: links, immutableReferences: immutables }: Json,
): CodeTemplate | undefined {
  if (typeof object !== "string" || object === "" || object === "0x") return undefined;
  const refuse = (reason: string) => unusableFile(file, reason);
  if (codeLength(object) > MAX_CODE_BYTES)
    throw refuse(`a bytecode in it has more than ${MAX_CODE_BYTES} bytes`);
  if (!isCode(object)) throw refuse("it contains bytecode that is not hexadecimal");
  const link = linkReferences.safeParse(links ?? {}).data;
  if (link === undefined) throw refuse("its link references aren't in the compiler's format");
  const immutable = immutableReferences.safeParse(immutables ?? {}).data;
  if (immutable === undefined) throw refuse("its immutable references aren't in the compiler's format");
  if (getLibraryRanges(link).length > MAX_LIBRARIES)
    throw refuse(`a bytecode in it is linked to more than ${MAX_LIBRARIES} libraries`);
  const references = { linkReferences: link, immutableReferences: immutable };
  if (getOpenRanges(references).length > MAX_REFERENCES)
    throw refuse(`a bytecode in it has more than ${MAX_REFERENCES} references`);
  return { object, ...references };
}
