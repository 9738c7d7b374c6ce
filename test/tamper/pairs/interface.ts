import { id } from "ethers/hash";
import { hashSignatures } from "../../../src/internal/local/verification/record.ts";
import type { Body } from "../bases/base.ts";
import { ALWAYS, emptied, hasCreationMatch, isExact, type Pair, pair, pairs } from "./pair.ts";

const hasFunctions = ({ record }: { readonly record: Body }) =>
  (record.abi ?? []).some(({ type }: Body) => type === "function");
const firstFunction = (abi: Body) => abi.findIndex(({ type }: Body) => type === "function");

function withAbi({ record }: { readonly record: Body }, abi: Body): void {
  record.abi = abi;
  record.signatures = hashSignatures(abi);
  record.metadata.output.abi = abi;
}

export const INTERFACE_PAIRS: readonly Pair[] = [
  ...pairs(["abi"], hasFunctions, {
    "a function renamed in ABI, signatures and metadata": (world) => {
      const abi = structuredClone(world.record.abi);
      abi[firstFunction(abi)].name = "other";
      withAbi(world, abi);
    },
    "a function left out of ABI, signatures and metadata": (world) =>
      withAbi(world, world.record.abi.toSpliced(firstFunction(world.record.abi), 1)),
    "a function's parameter in ABI, signatures and metadata": (world) => {
      const abi = structuredClone(world.record.abi);
      abi[firstFunction(abi)].inputs.push({ internalType: "uint8", name: "x", type: "uint8" });
      withAbi(world, abi);
    },
    "ABI and signatures of nothing": (world) => withAbi(world, []),
  }),
  pair("a function more in ABI, signatures and metadata", ["abi"], ALWAYS, (world) =>
    withAbi(world, [
      ...world.record.abi,
      { type: "function", name: "rescue", inputs: [], outputs: [], stateMutability: "payable" },
    ]),
  ),
  ...pairs(["abi"], (evidence) => isExact(evidence) && hasFunctions(evidence), {
    "a function that is view now, in ABI and metadata": (world) => {
      const abi = structuredClone(world.record.abi);
      const it = abi[firstFunction(abi)];
      it.stateMutability = it.stateMutability === "view" ? "payable" : "view";
      withAbi(world, abi);
    },
  }),
  pair("no ABI and no signatures", ["abi", "signatures"], ALWAYS, ({ record }) => {
    record.abi = null;
    record.signatures = null;
  }),
  pair("a signature, with its own hashes", ["signatures"], ALWAYS, ({ record }) => {
    const signature = "other(uint256)";
    const hash = id(signature);
    record.signatures.function[0] = { signature, signatureHash32: hash, signatureHash4: hash.slice(0, 10) };
  }),
  ...pairs(["signatures"], ({ record }) => (record.signatures?.function?.length ?? 0) > 0, {
    "a signature's two hashes": ({ record }) => {
      record.signatures.function[0].signatureHash32 = id("other()");
      record.signatures.function[0].signatureHash4 = id("other()").slice(0, 10);
    },
  }),
];

const hasVariables = ({ record }: { readonly record: Body }) => record.storageLayout?.storage?.length > 0;
const hasExactVariables: Pair["isFor"] = (evidence) => isExact(evidence) && hasVariables(evidence);

export const LAYOUT_PAIRS: readonly Pair[] = [
  ...pairs(["storage-layout"], hasExactVariables, {
    "a variable's slot and byte": ({ record }) => {
      record.storageLayout.storage[0].slot = "7";
      record.storageLayout.storage[0].offset = 4;
    },
    "a variable's type, whole": ({ record }) => {
      record.storageLayout.types.t_other = { encoding: "inplace", label: "int128", numberOfBytes: "16" };
      record.storageLayout.storage[0].type = "t_other";
    },
  }),
  pair("a variable more, with its type", ["storage-layout"], isExact, ({ record }) => {
    const { storageLayout } = record;
    storageLayout.types = {
      ...storageLayout.types,
      t_other: { encoding: "inplace", label: "int8", numberOfBytes: "1" },
    };
    const variable = { astId: 9, contract: "a.sol:A", label: "more", offset: 0, slot: "99", type: "t_other" };
    storageLayout.storage.push(variable);
  }),
];

export const NOTHING_TO_COMPARE: readonly Pair[] = [
  pair("runtime: no codes", ["runtime-code-chain"], ALWAYS, ({ record }) => {
    Object.assign(record.runtimeBytecode, { onchainBytecode: null, recompiledBytecode: null });
  }),
  pair("creation: no codes", ["creation-code-chain", "replay-creation"], hasCreationMatch, ({ record }) => {
    Object.assign(record.creationBytecode, { onchainBytecode: null, recompiledBytecode: null });
  }),
  pair("no transformations and no values", ["replay-runtime"], ALWAYS, ({ record }) => {
    Object.assign(record.runtimeBytecode, { transformations: null, transformationValues: null });
  }),
  ...pairs(["replay-runtime"], ({ record }) => (record.runtimeBytecode?.transformations?.length ?? 0) > 0, {
    "transformations and values emptied": ({ record }) => emptied(record.runtimeBytecode),
  }),
  ...pairs(["record-sources"], ALWAYS, {
    "no metadata and no sources": ({ record }) => {
      Object.assign(record, { metadata: null, sources: null });
    },
    "metadata without sources, and no sources": ({ record }) => {
      record.metadata.sources = {};
      record.sources = {};
    },
  }),
  pair("nothing but the matches", ["runtime-code-chain", "abi"], ALWAYS, ({ record }) => {
    for (const key of Object.keys(record))
      if (!/match|chainId|address|verifiedAt/i.test(key)) delete record[key];
  }),
];
