import { keccak256 } from "ethers/crypto";
import { id } from "ethers/hash";
import { toUtf8Bytes } from "ethers/utils";
import type { Body } from "../bases/base.ts";
import { firstKey, isExact, type Pair, pair } from "./pair.ts";

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
  pair("a source and its keccak256", SOURCES, isExact, (world) =>
    rewrite(world, firstKey(world.record.metadata.sources), (text) => `${text}// other\n`),
  ),
  pair("every source and its keccak256", SOURCES, isExact, (world) => {
    for (const path of Object.keys(world.record.metadata.sources))
      rewrite(world, path, (text) => text.replace("{", "{ "));
  }),
  pair("a source, its keccak256 and its URLs", SOURCES, isExact, (world) => {
    const path = firstKey(world.record.metadata.sources);
    rewrite(world, path, () => "contract Other {}");
    delete world.record.metadata.sources[path].urls;
  }),
  pair("a source dropped in both places", SOURCES, isExact, ({ record }) => {
    const path = firstKey(record.metadata.sources);
    delete record.metadata.sources[path];
    delete record.sources[path];
  }),
  pair("a source renamed in both places", SOURCES, isExact, ({ record }) => {
    const path = firstKey(record.metadata.sources);
    for (const map of [record.metadata.sources, record.sources]) {
      map[`other/${path}`] = map[path];
      delete map[path];
    }
  }),
  pair("a source more in both places", SOURCES, isExact, ({ record }) => {
    record.sources["other.sol"] = { content: "contract Other {}" };
    record.metadata.sources["other.sol"] = { keccak256: id("contract Other {}"), urls: [] };
  }),
];
