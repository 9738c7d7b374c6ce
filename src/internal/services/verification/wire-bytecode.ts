import { z } from "zod";
import { address, count, hex, mapOf, nullable, objectOf, optional, word } from "../wire/primitives.ts";

const range = z.object({ start: count, length: count });

const transformation = objectOf({
  type: word,
  reason: word,
  offset: count,
  id: optional(z.string()),
  length: optional(count),
});

const transformationValues = objectOf({
  libraries: optional(mapOf(address)),
  constructorArguments: optional(hex),
  cborAuxdata: optional(mapOf(hex)),
  immutables: optional(mapOf(hex)),
  callProtection: optional(address),
});

/** `creationBytecode` and `runtimeBytecode`. With nested names only a part of it comes. */
export const wireBytecode = objectOf({
  onchainBytecode: nullable(hex),
  recompiledBytecode: nullable(hex),
  // A Vyper compiler's source map can be an object, which nothing here reads.
  sourceMap: z.string().nullish().catch(null),
  linkReferences: mapOf(mapOf(z.array(range))).nullish(),
  immutableReferences: mapOf(z.array(range)).nullish(),
  cborAuxdata: mapOf(z.object({ value: hex, offset: count })).nullish(),
  transformations: z.array(transformation).nullish(),
  transformationValues: transformationValues.nullish(),
});
