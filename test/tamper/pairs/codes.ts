import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import { flipByte } from "../../helpers/compile.ts";
import type { Body } from "../bases/base.ts";
import type { World } from "../tampering.ts";
import {
  ALWAYS,
  bytesOf,
  hasCreationCode,
  hasCreationMatch,
  hasMetadata,
  overwrite,
  type Pair,
  pair,
  pairs,
} from "./pair.ts";

const SIDES = ["runtime", "creation"] as const;
const OFFSETS = [20, 30, -20] as const;
/** After the common start of all contracts, before their metadata. */
const HIDDEN_AT = 40;

function flipBoth(side: Body, offset: number): void {
  side.onchainBytecode = flipByte(side.onchainBytecode, offset);
  side.recompiledBytecode = flipByte(side.recompiledBytecode, offset);
}

const knowsSide = (side: (typeof SIDES)[number]) => (evidence: Evidence) =>
  hasSide(side)(evidence) && (side === "runtime" || hasCreationCode(evidence));
const hasSide = (side: (typeof SIDES)[number]) => (side === "creation" ? hasCreationMatch : () => true);

/** Both of the record's codes, alone or with the query service's; the chain is honest. */
const BOTH_CODES: readonly Pair[] = SIDES.flatMap((side) =>
  OFFSETS.flatMap((offset) => {
    const ofChain = side === "runtime" ? "runtime-code-chain" : "creation-code-chain";
    const ofQuery = side === "runtime" ? "runtime-code-query" : "creation-code-query";
    const field = side === "runtime" ? "runtime_bytecode" : "bytecode";
    return [
      pair(`recompiled and stored ${side} code, byte ${offset}`, [ofChain], knowsSide(side), ({ record }) =>
        flipBoth(record[`${side}Bytecode`], offset),
      ),
      ...pairs([ofChain, ofQuery], knowsSide(side), {
        [`recompiled, stored and the query service's ${side} code, byte ${offset}`]: ({ record, query }) => {
          flipBoth(record[`${side}Bytecode`], offset);
          query[field] = record[`${side}Bytecode`].onchainBytecode;
        },
      }),
    ];
  }),
);

const OF_QUERY: readonly Pair[] = [
  pair("query service: both codes, a byte", ["runtime-code-query"], ALWAYS, ({ query }) => {
    query.runtime_bytecode = flipByte(query.runtime_bytecode, 30);
    query.bytecode = flipByte(query.bytecode ?? "0x00".repeat(1), 0);
  }),
  ...pairs(["creation-code-query"], hasCreationCode, {
    "query service: of a file, and its code is cut short": ({ query }) => {
      query.file_id = "0.0.9";
      query.bytecode = query.bytecode.slice(0, 200);
    },
  }),
  pair("query service: deleted, with no code", ["not-deleted", "runtime-code-query"], ALWAYS, ({ query }) => {
    query.deleted = true;
    query.runtime_bytecode = "0x";
  }),
];

/** The chain and the query service have this code. */
function deploy({ facts, query }: World, code: string): void {
  facts.runtimeBytecode = code;
  query.runtime_bytecode = code;
}

interface Hiding {
  readonly what: string;
  readonly length: number;
  readonly transformation: Body;
  readonly values: (original: string) => Body;
  readonly more?: (side: Body, at: number) => void;
}

const HIDINGS: readonly Hiding[] = [
  {
    what: "as an immutable",
    length: 32,
    transformation: { type: "replace", reason: "immutable", id: "99" },
    values: (original) => ({ immutables: { 99: `0x${original}` } }),
    more: (side, start) => {
      side.immutableReferences = { ...side.immutableReferences, 99: [{ start, length: 32 }] };
    },
  },
  {
    what: "as a library",
    length: 20,
    transformation: { type: "replace", reason: "library", id: "a.sol:A" },
    values: (original) => ({ libraries: { "a.sol:A": `0x${original}` } }),
    more: (side, start) => {
      side.linkReferences = { ...side.linkReferences, "a.sol": { A: [{ start, length: 20 }] } };
    },
  },
  {
    what: "as metadata",
    length: 32,
    transformation: { type: "replace", reason: "cborAuxdata", id: "99" },
    values: (original) => ({ cborAuxdata: { 99: `0x${original}` } }),
    more: (side, offset) => {
      const value = `0x${bytesOf(side.recompiledBytecode, offset, 32)}`;
      side.cborAuxdata = { ...side.cborAuxdata, 99: { value, offset } };
    },
  },
  {
    what: "as call protection",
    length: 20,
    transformation: { type: "replace", reason: "callProtection" },
    values: (original) => ({ callProtection: `0x${original}` }),
  },
];

/** Adds the transformation, so a replay gives the stored code. */
function hide(side: Body, { length, transformation, values, more }: Hiding, at: number): void {
  const added = values(bytesOf(side.onchainBytecode, at, length));
  side.transformations = [...(side.transformations ?? []), { ...transformation, offset: at }];
  const before: Body = side.transformationValues ?? {};
  side.transformationValues = { ...before };
  for (const [kind, value] of Object.entries(added))
    side.transformationValues[kind] =
      typeof value === "object" ? { ...before[kind], ...(value as object) } : value;
  more?.(side, at);
}

const HIDDEN: readonly Pair[] = SIDES.flatMap((side) =>
  HIDINGS.flatMap((hiding) => {
    const replay = `replay-${side}`;
    return [
      ...pairs([replay, "recompiled-code"], hasSide(side), {
        [`the service compiled other ${side} code, hidden ${hiding.what}`]: ({ record }) => {
          const it = record[`${side}Bytecode`];
          it.recompiledBytecode = overwrite(it.recompiledBytecode, HIDDEN_AT, "00".repeat(hiding.length));
          hide(it, hiding, HIDDEN_AT);
        },
      }),
      ...pairs([replay, "runtime-code-build"], knowsSide(side), {
        [`other ${side} code is on chain, hidden ${hiding.what}`]: (world) => {
          const it = world.record[`${side}Bytecode`];
          it.onchainBytecode = flipByte(it.onchainBytecode, HIDDEN_AT + 1);
          hide(it, hiding, HIDDEN_AT);
          if (side === "runtime") deploy(world, it.onchainBytecode);
          else if (world.facts.creation !== undefined) {
            world.facts.creation = {
              ...world.facts.creation,
              initCode: { bytecode: it.onchainBytecode, shownBy: "transaction" },
            };
            world.query.bytecode = it.onchainBytecode;
          }
        },
      }),
    ];
  }),
);

const TAILS: readonly Pair[] = [
  ...pairs(["replay-creation", "recompiled-code", "match-claim"], hasCreationMatch, {
    "the end of the creation code, as constructor arguments": ({ record: { creationBytecode: it } }) => {
      const bytes = it.recompiledBytecode.length / 2 - 1;
      it.recompiledBytecode = `0x${bytesOf(it.recompiledBytecode, 0, bytes - 60)}`;
      const tail = `0x${it.onchainBytecode.slice(it.recompiledBytecode.length)}`;
      it.transformations = [
        ...it.transformations.filter(
          ({ reason, offset }: Body) => reason !== "constructorArguments" && offset < bytes - 60,
        ),
        { type: "insert", reason: "constructorArguments", offset: bytes - 60 },
      ];
      it.transformationValues = { ...it.transformationValues, constructorArguments: tail };
    },
  }),
  ...pairs(["replay-runtime", "runtime-code-build"], ALWAYS, {
    "bytes behind the runtime code on chain, as constructor arguments": (world) => {
      const it = world.record.runtimeBytecode;
      const offset = it.recompiledBytecode.length / 2 - 1;
      it.onchainBytecode += "6001";
      it.transformations = [
        ...it.transformations,
        { type: "insert", reason: "constructorArguments", offset },
      ];
      it.transformationValues = { ...it.transformationValues, constructorArguments: "0x6001" };
      deploy(world, it.onchainBytecode);
    },
  }),
  ...pairs(["match-claim", "replay-runtime", "metadata-hash"], hasMetadata, {
    "another metadata hash on chain, and no word of it in the record": (world) => {
      const it = world.record.runtimeBytecode;
      it.onchainBytecode = flipByte(it.onchainBytecode, -20);
      deploy(world, it.onchainBytecode);
    },
  }),
  ...pairs(["metadata-hash"], hasMetadata, {
    "another metadata hash on chain, and in the recompiled code": (world) => {
      const it = world.record.runtimeBytecode;
      flipBoth(it, -20);
      for (const section of Object.values<Body>(it.cborAuxdata ?? {}))
        section.value = `0x${bytesOf(it.recompiledBytecode, section.offset, section.value.length / 2 - 1)}`;
      deploy(world, it.onchainBytecode);
    },
  }),
];

export const CODE_PAIRS: readonly Pair[] = [...BOTH_CODES, ...OF_QUERY, ...HIDDEN, ...TAILS];
