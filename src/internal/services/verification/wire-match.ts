import * as z from "zod";
import { hashText } from "../../domain/keccak.ts";
import { address, dateTime, optional } from "../../domain/wire.ts";
import { asObject, isObject, type Json, withoutUndefined } from "../../text/is-object.ts";
import { jsonOrUndefined } from "../http/parse-json.ts";
import { DIALECTS } from "./dialects.ts";

/** An unknown value never counts as success. */
const match = z.enum(["match", "exact_match"]).nullable();

const chainId = z.union([
  z.string().regex(/^\d{1,20}$/, "expected a chain id"),
  z.int().nonnegative().transform(String),
]);

export const matchShape = {
  match,
  creationMatch: match.optional(),
  runtimeMatch: match.optional(),
  chainId: optional(chainId),
  address: optional(address),
  verifiedAt: optional(dateTime),
  matchId: optional(z.union([z.string(), z.int().transform(String)])),
};

export function anySpelling<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess(inOneSpelling, schema);
}

/**
 * Converts a record, or the matches in a job, to the spelling that the schemas expect. Values that can't be converted
 * stay unchanged, so the schema rejects them.
 */
function inOneSpelling(sent: unknown): unknown {
  if (!isObject(sent)) return sent;
  const { creationMatch, metadata, creationBytecode, runtimeBytecode, compilation, sourceIds, ...rest } =
    sent;
  const isInvented = Object.values(DIALECTS).some((dialect) => dialect.inventsCreationMatch?.(sent) === true);
  // A service may return the compiler's output as an unparsed string, so the string `null` means null.
  const parsed = typeof metadata === "string" ? jsonOrUndefined(metadata) : undefined;
  const parsedMetadata = parsed === undefined ? metadata : parsed;
  const spelled: Json = withoutUndefined({
    ...rest,
    creationMatch: isInvented ? undefined : creationMatch,
    metadata: parsedMetadata,
    creationBytecode: withRecompiledCode(creationBytecode),
    runtimeBytecode: withRecompiledCode(runtimeBytecode),
    compilation: withQualifiedName(compilation, parsedMetadata),
    sourceIds: withNumbers(sourceIds),
  });
  const { stdJsonInput: input } = spelled;
  return {
    ...withPathsOfMetadata(spelled, spelled.metadata),
    ...(isObject(input) ? { stdJsonInput: withPathsOfMetadata(input, spelled.metadata) } : {}),
  };
}

/** Some services return a single `bytecode` per side: the code that they compiled themselves. */
function withRecompiledCode(side: unknown): unknown {
  if (!isObject(side) || !Object.hasOwn(side, "bytecode")) return side;
  const { bytecode, ...rest } = side;
  return { recompiledBytecode: bytecode, ...rest };
}

/** Some services return only the contract name. If the metadata has the same name, the metadata's path is added. */
function withQualifiedName(compilation: unknown, metadata: unknown): unknown {
  if (!isObject(compilation)) return compilation;
  const { fullyQualifiedName: name, ...rest } = compilation;
  if (typeof name !== "string" || name.includes(":")) return compilation;
  const { compilationTarget } = asObject(asObject(metadata).settings);
  const [named] = Object.entries(asObject(compilationTarget));
  if (named === undefined) return (rest.name ?? name) === name ? { ...rest, name } : compilation;
  return { name, ...rest, fullyQualifiedName: named[1] === name ? named.join(":") : name };
}

/** Some services use hashes instead of numbers. The hashes add no information beyond the sources. */
function withNumbers(ids: unknown): unknown {
  return isObject(ids) && Object.values(ids).every((id) => typeof id === "string") ? undefined : ids;
}

/**
 * Some services shorten source paths, such as `/app/contracts/A.sol` to `contracts/A.sol`. The metadata lists the full
 * paths, each with the hash of the file's content.
 */
function withPathsOfMetadata(holder: Json, metadata: unknown): Json {
  const { sources } = holder;
  const listed = asObject(asObject(metadata).sources);
  if (!isObject(sources)) return holder;
  const missing = Object.entries(listed).filter(([path]) => !Object.hasOwn(sources, path));
  if (missing.length === 0) return holder;
  const paths = new Map(
    missing.flatMap(([path, source]) => {
      const { keccak256 } = asObject(source);
      return typeof keccak256 === "string" ? [[keccak256, path]] : [];
    }),
  );
  const renamed = Object.entries(sources).map(([path, source]) => {
    const content = Object.hasOwn(listed, path) ? undefined : asObject(source).content;
    const whole = typeof content === "string" ? paths.get(hashText(content)) : undefined;
    const isShortened = whole?.endsWith(`/${path.replace(/^\//, "")}`) === true;
    return [isShortened ? whole : path, source] as const;
  });
  return { ...holder, sources: Object.fromEntries(renamed) };
}
