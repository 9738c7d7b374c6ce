import * as z from "zod";
import {
  address,
  anyObject,
  count,
  hex,
  listOf,
  MOST_ENTRIES,
  mapOf,
  nullable,
  objectOf,
  optional,
  word,
} from "../wire/primitives.ts";

const range = z.object({ start: count, length: count });

const few = (lists: readonly (readonly unknown[])[]): boolean =>
  lists.reduce((sum, { length }) => sum + length, 0) <= MOST_ENTRIES;
const TOO_MANY = `expected at most ${MOST_ENTRIES} references`;

const linkReferences = mapOf(mapOf(listOf(range))).refine(
  (files) => few(Object.values(files).flatMap((names) => Object.values(names))),
  TOO_MANY,
);
const immutableReferences = mapOf(listOf(range)).refine((ids) => few(Object.values(ids)), TOO_MANY);

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
  linkReferences: linkReferences.nullish(),
  cborAuxdata: mapOf(z.object({ value: hex, offset: count })).nullish(),
  transformations: listOf(transformation).nullish(),
  transformationValues: transformationValues.nullish(),
};

/** The parts of `runtimeBytecode`. */
export const runtimeBytecodeShape = {
  ...bytecodeShape,
  immutableReferences: immutableReferences.nullish(),
};
