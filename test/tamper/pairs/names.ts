import { id } from "ethers/hash";
import { firstKey, isExact, type Pair, pair } from "./pair.ts";

const NAMES = ["metadata-hash", "contract-name"];

export const NAME_PAIRS: readonly Pair[] = [
  pair("the contract's name, everywhere", NAMES, isExact, ({ record }) => {
    const path = firstKey(record.metadata.settings.compilationTarget);
    record.metadata.settings.compilationTarget = { [path]: "Other" };
    record.compilation.name = "Other";
    record.compilation.fullyQualifiedName = `${path}:Other`;
  }),
  pair("the contract's file, everywhere, with its source", NAMES, isExact, ({ record }) => {
    const path = firstKey(record.metadata.settings.compilationTarget);
    const other = "contracts/Other.sol";
    record.metadata.settings.compilationTarget = { [other]: record.compilation.name };
    record.compilation.fullyQualifiedName = `${other}:${record.compilation.name}`;
    for (const map of [record.metadata.sources, record.sources]) {
      map[other] = map[path];
      delete map[path];
    }
  }),
  pair("metadata, sources and name of another contract", NAMES, isExact, ({ record }) => {
    const content = "contract Other {}";
    record.sources = { "Other.sol": { content } };
    record.metadata.sources = { "Other.sol": { keccak256: id(content) } };
    record.metadata.settings.compilationTarget = { "Other.sol": "Other" };
    record.compilation.name = "Other";
    record.compilation.fullyQualifiedName = "Other.sol:Other";
  }),
  pair(
    "the compiler's version in both places",
    ["metadata-hash", "compiler-version"],
    isExact,
    ({ record }) => {
      record.metadata.compiler.version = "0.8.27+commit.40a35a09";
      record.compilation.compilerVersion = "0.8.27+commit.40a35a09";
    },
  ),
  pair("the language in both places", ["metadata-hash", "compilation"], isExact, ({ record }) => {
    record.metadata.language = "Yul";
    record.compilation.language = "Yul";
  }),
  pair(
    "language and compiler",
    ["compilation", "recompiled-code", "match-claim", "replay-runtime"],
    isExact,
    ({ record }) => {
      record.compilation.language = "Vyper";
      record.compilation.compiler = "vyper";
      record.metadata.language = "Vyper";
    },
  ),
  pair("the optimizer's runs in both places", ["metadata-hash", "settings"], isExact, ({ record }) => {
    record.metadata.settings.optimizer = { enabled: true, runs: 1 };
    record.compilation.compilerSettings.optimizer = { enabled: true, runs: 1 };
  }),
  pair(
    "the EVM version in both places, and the metadata's settings with it",
    ["metadata-hash", "settings"],
    isExact,
    ({ record }) => {
      record.metadata.settings.evmVersion = "paris";
      record.metadata.settings.viaIR = !record.metadata.settings.viaIR;
      record.compilation.compilerSettings = { ...record.metadata.settings };
    },
  ),
];
