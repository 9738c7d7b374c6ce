import { keccak256 } from "ethers/crypto";
import { id } from "ethers/hash";
import { toUtf8Bytes } from "ethers/utils";
import type { Body } from "../bases/base.ts";
import {
  ALWAYS,
  emptied,
  firstKey,
  hasCreationMatch,
  isExact,
  isWeaker,
  type Pair,
  pair,
  pairs,
} from "./pair.ts";

const NAMES = ["metadata-hash", "contract-name"];

export const NAME_PAIRS: readonly Pair[] = [
  ...pairs(NAMES, isExact, {
    "the contract's name, everywhere": ({ record }) => {
      const path = firstKey(record.metadata.settings.compilationTarget);
      record.metadata.settings.compilationTarget = { [path]: "Other" };
      record.compilation.name = "Other";
      record.compilation.fullyQualifiedName = `${path}:Other`;
    },
    "the contract's file, everywhere, with its source": ({ record }) => {
      const path = firstKey(record.metadata.settings.compilationTarget);
      const other = "contracts/Other.sol";
      record.metadata.settings.compilationTarget = { [other]: record.compilation.name };
      record.compilation.fullyQualifiedName = `${other}:${record.compilation.name}`;
      for (const map of [record.metadata.sources, record.sources]) {
        map[other] = map[path];
        delete map[path];
      }
    },
    "metadata, sources and name of another contract": ({ record }) => {
      const content = "contract Other {}";
      record.sources = { "Other.sol": { content } };
      record.metadata.sources = { "Other.sol": { keccak256: id(content) } };
      record.metadata.settings.compilationTarget = { "Other.sol": "Other" };
      record.compilation.name = "Other";
      record.compilation.fullyQualifiedName = "Other.sol:Other";
    },
  }),
  ...pairs(["metadata-hash", "compiler-version"], isExact, {
    "the compiler's version in both places": ({ record }) => {
      record.metadata.compiler.version = "0.8.27+commit.40a35a09";
      record.compilation.compilerVersion = "0.8.27+commit.40a35a09";
    },
  }),
  pair("the language in both places", ["metadata-hash", "compilation"], isExact, ({ record }) => {
    record.metadata.language = "Yul";
    record.compilation.language = "Yul";
  }),
  ...pairs(["compilation", "recompiled-code", "match-claim", "replay-runtime"], isExact, {
    "language and compiler": ({ record }) => {
      record.compilation.language = "Vyper";
      record.compilation.compiler = "vyper";
      record.metadata.language = "Vyper";
    },
  }),
  ...pairs(["metadata-hash", "settings"], isExact, {
    "the optimizer's runs in both places": ({ record }) => {
      record.metadata.settings.optimizer = { enabled: true, runs: 1 };
      record.compilation.compilerSettings.optimizer = { enabled: true, runs: 1 };
    },
    "the EVM version in both places, and the metadata's settings with it": ({ record }) => {
      record.metadata.settings.evmVersion = "paris";
      record.metadata.settings.viaIR = !record.metadata.settings.viaIR;
      record.compilation.compilerSettings = { ...record.metadata.settings };
    },
  }),
];

const ALL_EXACT = { match: "exact_match", runtimeMatch: "exact_match", creationMatch: "exact_match" };

export const UPGRADES: readonly Pair[] = [
  ...pairs(["match-claim"], isWeaker, {
    "match and runtimeMatch upgraded": ({ record }) => {
      Object.assign(record, { match: "exact_match", runtimeMatch: "exact_match" });
    },
    "all three matches upgraded": ({ record }) => {
      Object.assign(record, ALL_EXACT);
    },
    "all three matches upgraded, and no transformations": ({ record }) => {
      Object.assign(record, ALL_EXACT);
      emptied(record.runtimeBytecode);
      emptied(record.creationBytecode);
    },
  }),
  ...pairs(["match-claim", "recompiled-code", "record-references", "metadata-hash"], isWeaker, {
    "all upgraded, and the code on chain is said to be what was compiled": ({ record }) => {
      Object.assign(record, ALL_EXACT);
      for (const side of [record.runtimeBytecode, record.creationBytecode]) {
        side.recompiledBytecode = side.onchainBytecode;
        emptied(side);
      }
    },
  }),
  ...pairs(
    ["match-claim", "creation-code-chain", "replay-creation"],
    ({ record }) => record.creationMatch === null,
    {
      "the creation side made up, with the code that was compiled": ({ record }) => {
        record.creationMatch = "exact_match";
        record.creationBytecode.onchainBytecode = "0x6001";
        emptied(record.creationBytecode);
      },
    },
  ),
  pair("no match at all", ["match-good-enough"], ALWAYS, ({ record }) => {
    Object.assign(record, { match: null, runtimeMatch: null, creationMatch: null });
  }),
  pair("a creation match alone", ["match-good-enough"], hasCreationMatch, ({ record }) => {
    record.runtimeMatch = null;
    record.match = record.creationMatch;
    Object.assign(record.runtimeBytecode, { transformations: null, transformationValues: null });
  }),
];

const SOURCES = ["metadata-hash", "build-sources"];

function rewrite(
  { record }: { readonly record: Body },
  path: string,
  change: (text: string) => string,
): void {
  const content = change(record.sources[path].content);
  record.sources[path].content = content;
  record.metadata.sources[path].keccak256 = keccak256(toUtf8Bytes(content));
}

export const SOURCE_PAIRS: readonly Pair[] = [
  ...pairs(SOURCES, isExact, {
    "a source and its keccak256": (world) =>
      rewrite(world, firstKey(world.record.metadata.sources), (text) => `${text}// other\n`),
    "every source and its keccak256": (world) => {
      for (const path of Object.keys(world.record.metadata.sources))
        rewrite(world, path, (text) => text.replace("{", "{ "));
    },
    "a source, its keccak256 and its URLs": (world) => {
      const path = firstKey(world.record.metadata.sources);
      rewrite(world, path, () => "contract Other {}");
      delete world.record.metadata.sources[path].urls;
    },
    "a source dropped in both places": ({ record }) => {
      const path = firstKey(record.metadata.sources);
      delete record.metadata.sources[path];
      delete record.sources[path];
    },
    "a source renamed in both places": ({ record }) => {
      const path = firstKey(record.metadata.sources);
      for (const map of [record.metadata.sources, record.sources]) {
        map[`other/${path}`] = map[path];
        delete map[path];
      }
    },
    "a source more in both places": ({ record }) => {
      record.sources["other.sol"] = { content: "contract Other {}" };
      record.metadata.sources["other.sol"] = { keccak256: id("contract Other {}"), urls: [] };
    },
  }),
];
