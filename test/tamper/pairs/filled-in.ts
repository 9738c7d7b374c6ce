import type { Body } from "../bases/base.ts";
import { FOREIGN_ADDRESS, hasCreationCode, isExact, type Pair, pair } from "./pair.ts";

const hasLibraries = ({ record }: { readonly record: Body }) =>
  Object.keys(record.runtimeBytecode?.transformationValues?.libraries ?? {}).length > 0;
const hasImmutables = ({ record }: { readonly record: Body }) =>
  Object.keys(record.runtimeBytecode?.transformationValues?.immutables ?? {}).length > 0;

export const FILLED_IN: readonly Pair[] = [
  pair(
    "another library, in both sides' values",
    ["libraries", "replay-runtime"],
    hasLibraries,
    ({ record }) => {
      for (const side of [record.runtimeBytecode, record.creationBytecode])
        for (const key of Object.keys(side.transformationValues?.libraries ?? {}))
          side.transformationValues.libraries[key] = FOREIGN_ADDRESS;
    },
  ),
  pair(
    "another library, in values, stored codes and the query service",
    ["libraries", "runtime-code-chain"],
    hasLibraries,
    ({ record, query }) => {
      for (const [side, field] of [
        [record.runtimeBytecode, "runtime_bytecode"],
        [record.creationBytecode, "bytecode"],
      ] as const)
        for (const [key, address] of Object.entries<string>(side.transformationValues?.libraries ?? {})) {
          side.transformationValues.libraries[key] = FOREIGN_ADDRESS;
          side.onchainBytecode = side.onchainBytecode.replaceAll(
            address.slice(2).toLowerCase(),
            FOREIGN_ADDRESS.slice(2),
          );
          query[field] = side.onchainBytecode;
        }
    },
  ),
  pair(
    "a library's name, in values, transformations and references",
    ["record-references"],
    (evidence) => hasLibraries(evidence) && isExact(evidence),
    ({ record }) => {
      for (const side of [record.runtimeBytecode, record.creationBytecode]) {
        const key = Object.keys(side.transformationValues.libraries)[0] ?? "";
        const [path = "", name = ""] = key.split(":");
        side.transformationValues.libraries[`${path}:Other`] = side.transformationValues.libraries[key];
        delete side.transformationValues.libraries[key];
        for (const it of side.transformations) if (it.id === key) it.id = `${path}:Other`;
        side.linkReferences[path].Other = side.linkReferences[path][name];
        delete side.linkReferences[path][name];
      }
    },
  ),
  pair(
    "an immutable's value, and the stored code with it",
    ["runtime-code-chain"],
    hasImmutables,
    ({ record: { runtimeBytecode: it } }) => {
      const key = Object.keys(it.transformationValues.immutables)[0] ?? "";
      const value = it.transformationValues.immutables[key];
      const other = `${value.slice(0, -2)}${value.endsWith("77") ? "78" : "77"}`;
      it.transformationValues.immutables[key] = other;
      for (const { id, offset, reason } of it.transformations)
        if (reason === "immutable" && id === key) {
          const at = 2 + offset * 2;
          it.onchainBytecode =
            it.onchainBytecode.slice(0, at) +
            other.slice(2) +
            it.onchainBytecode.slice(at + other.length - 2);
        }
    },
  ),
  pair(
    "an immutable moved by a byte, with its reference",
    ["replay-runtime", "record-references"],
    hasImmutables,
    ({ record: { runtimeBytecode: it } }) => {
      for (const each of it.transformations) each.offset += each.reason === "immutable" ? 1 : 0;
      for (const ranges of Object.values<Body>(it.immutableReferences))
        for (const range of ranges) range.start += 1;
    },
  ),
  pair(
    "an immutable taken for a library",
    ["replay-runtime"],
    hasImmutables,
    ({ record: { runtimeBytecode: it } }) => {
      for (const each of it.transformations)
        if (each.reason === "immutable") Object.assign(each, { reason: "library", offset: each.offset + 12 });
      it.transformationValues.libraries = Object.fromEntries(
        Object.entries<string>(it.transformationValues.immutables).map(([key, value]) => [
          key,
          `0x${value.slice(-40)}`,
        ]),
      );
      delete it.transformationValues.immutables;
    },
  ),
  pair(
    "constructor arguments, and the stored creation code with them",
    ["creation-code-chain"],
    (evidence) =>
      hasCreationCode(evidence) &&
      evidence.record.creationBytecode?.transformationValues?.constructorArguments !== undefined,
    ({ record: { creationBytecode: it } }) => {
      const { constructorArguments } = it.transformationValues;
      const other = `${constructorArguments.slice(0, -2)}${constructorArguments.endsWith("77") ? "78" : "77"}`;
      it.transformationValues.constructorArguments = other;
      it.onchainBytecode =
        it.onchainBytecode.slice(0, it.onchainBytecode.length - other.length + 2) + other.slice(2);
    },
  ),
];
