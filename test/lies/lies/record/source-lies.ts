import { id } from "ethers/hash";
import { EXACT, put } from "../rewrites.ts";
import { filledIn, OF_CODE, OF_INTERFACE, OF_SOURCES, pick, type RecordLie, told } from "./record-lie.ts";

const HARMLESS = "contract Harmless {}\n";

export const SOURCE_LIES: readonly RecordLie[] = [
  told(
    "an exact creation match and a weaker runtime match, of another program",
    "sources",
    { catches: ["switched-off-hash"] },
    (record, other) => {
      put(record, { ...EXACT, runtimeMatch: "match", ...pick(other, [...OF_SOURCES, ...OF_INTERFACE]) });
      for (const side of OF_CODE) if (record[side]) record[side] = filledIn(record[side]);
    },
  ),
  told(
    "an exact creation match and a weaker runtime match, of other sources with the true input",
    "sources",
    { catches: ["switched-off-hash"] },
    (record, other) =>
      put(record, { ...EXACT, runtimeMatch: "match", ...pick(other, ["sources", "metadata"]) }),
  ),
  told(
    "a weaker match, of other sources with the true input",
    "sources",
    { mayBeVouched: true },
    (record, other) =>
      put(record, {
        match: "match",
        creationMatch: "match",
        runtimeMatch: "match",
        ...pick(other, ["sources", "metadata"]),
      }),
  ),
  told("a comment in the sources on record, as an exact match", "sources", {}, (record) => {
    put(record, EXACT);
    if (record.sources) record.sources["All.sol"].content += "// one comment more\n";
  }),
  told("a comment in the sources on record and in the input, as an exact match", "sources", {}, (record) => {
    put(record, EXACT);
    for (const sources of [record.sources, record.stdJsonInput?.sources])
      if (sources) sources["All.sol"].content += "// one comment more\n";
  }),
  told(
    "other sources in the metadata and on record, as a weaker match of the true input",
    "sources",
    { catches: ["switched-off-hash"], mayBeVouched: true },
    (record) => {
      put(record, { match: "match", creationMatch: "match", runtimeMatch: "match" });
      if (record.sources) {
        record.sources = { "All.sol": { content: HARMLESS } };
        record.metadata.sources = { "All.sol": { keccak256: id(HARMLESS), urls: [], content: HARMLESS } };
      }
    },
  ),
  told("another compiler version, in the metadata too", "sources", {}, (record) => {
    if (record.compilation) record.compilation.compilerVersion = "0.8.27+commit.40a35a09";
    if (record.metadata) record.metadata.compiler.version = "0.8.27+commit.40a35a09";
  }),
  told("another optimizer, in the metadata too", "sources", {}, (record) => {
    for (const settings of [record.metadata?.settings, record.compilation?.compilerSettings])
      if (settings) settings.optimizer = { enabled: true, runs: 4711 };
  }),
  told("another name", "sources", {}, (record) => {
    if (record.compilation) {
      record.compilation.name = "Vault";
      record.compilation.fullyQualifiedName = "All.sol:Vault";
    }
  }),
];
