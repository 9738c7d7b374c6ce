import * as z from "zod";
import {
  address,
  anyObject,
  count,
  hex,
  mapOf,
  nullable,
  objectOf,
  optional,
  word,
} from "../wire/primitives.ts";

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

/** The parts of `creationBytecode`. */
export const bytecodeShape = {
  onchainBytecode: nullable(hex),
  recompiledBytecode: nullable(hex),
  sourceMap: z.union([z.string(), anyObject]).nullish(),
  linkReferences: mapOf(mapOf(z.array(range))).nullish(),
  cborAuxdata: mapOf(z.object({ value: hex, offset: count })).nullish(),
  transformations: z.array(transformation).nullish(),
  transformationValues: transformationValues.nullish(),
};

/** The parts of `runtimeBytecode`. */
export const runtimeBytecodeShape = {
  ...bytecodeShape,
  immutableReferences: mapOf(z.array(range)).nullish(),
};
