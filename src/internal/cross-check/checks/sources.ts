import { hashText } from "../../domain/keccak.ts";
import { hasTextHash } from "../../solidity/metadata.ts";
import { formatCount } from "../../text/amounts.ts";
import {
  type CheckRule,
  failed,
  need,
  needBuild,
  needFromRecord,
  notReturned,
  passed,
  skipped,
  unknown,
} from "../check.ts";
import { needToFitBuild } from "../compare/comparable.ts";
import { listNames } from "../compare/compare-values.ts";
import { compareMetadata, isMetadataOnChain } from "../compare/metadata-on-chain.ts";
import { findDifferingInputSources, listNeededSources } from "../compare/of-same-input.ts";

export const recordSources: CheckRule = {
  id: "record-sources",
  claim: "sources",
  subject: "source hashes are correct",
  witnesses: ["record"],
  proves:
    "The record contains every source listed in its metadata, and each source's content has the listed keccak256 hash. Additional sources from other submitters are ignored.",
  run: ({ record }) => {
    const { sources } = needFromRecord(record.metadata, "the metadata, which lists the sources");
    const listed = Object.entries(sources ?? {});
    if (listed.length === 0) return unknown("the record's metadata lists no sources");
    const stored = record.sources ?? {};
    const isMissing = (path: string) => !Object.hasOwn(stored, path);
    const wrong = listed.flatMap(([path, { keccak256: hash }]) =>
      isMissing(path) || hasTextHash(stored[path]?.content ?? "", hash) ? [] : [path],
    );
    if (wrong.length > 0)
      return failed("the keccak256 from the metadata", `a different hash for ${wrong.join(", ")}`);
    const missing = listed.map(([path]) => path).filter(isMissing);
    if (missing.length === 0) return passed(formatCount(listed.length, "source"));
    return notReturned(
      missing.length === listed.length ? "the sources" : `every source: ${listNames(missing)}`,
    );
  },
};

export const buildSources: CheckRule = {
  id: "build-sources",
  claim: "sources",
  subject: "sources as in the build",
  witnesses: ["record", "build"],
  proves:
    "The record's metadata lists every source that the contract needs, with the same keccak256 hash as in the build. If there is no metadata, the sources themselves are compared: a source that the contract needs must not have different content in the record.",
  run: (evidence) => {
    needToFitBuild(evidence);
    const build = needBuild(evidence);
    const { record } = evidence;
    const { input } = build.compilation;
    const needed = listNeededSources(build);
    if (record.metadata == null) {
      const stored = Object.entries(record.sources ?? {}).filter(([path]) => needed.includes(path));
      const hashes = stored.map(([path, { content }]) => [path, { keccak256: hashText(content) }]);
      const others = findDifferingInputSources(
        { ...record, metadata: { sources: Object.fromEntries(hashes) } },
        input,
      );
      return others.length === 0
        ? notReturned("the metadata, which lists the sources")
        : failed("the build's sources", `different content in ${others.join(", ")}`);
    }
    const listed = Object.keys(record.metadata.sources ?? {});
    if (listed.length === 0) return unknown("the record's metadata lists no sources");
    const missing = needed.filter((path) => !listed.includes(path));
    if (missing.length > 0)
      return failed("every source that the contract needs", `${missing.join(", ")} missing`);
    const wrong = findDifferingInputSources(record, input);
    return wrong.length === 0
      ? passed(formatCount(listed.length, "source"))
      : failed("the keccak256 of the build's sources", `a different hash for ${wrong.join(", ")}`);
  },
};

export const metadataHash: CheckRule = {
  id: "metadata-hash",
  claim: "sources",
  subject: "metadata's hash is on chain",
  witnesses: ["record", "chain"],
  proves:
    "The IPFS or Swarm hash at the end of the code on chain is the hash of the record's metadata. This proves the source hashes, settings, compiler and contract name in the metadata without trusting a service.",
  run: (evidence) => {
    const { hash, computed, isClaimed } = compareMetadata(evidence);
    const { metadata } = evidence.record;
    if (!isClaimed && (hash === undefined || metadata == null)) return skipped(NOT_COVERED);
    const onchain = need(hash, skipped("the code on chain does not end with a metadata hash"));
    needFromRecord(metadata, "the metadata");
    if (isMetadataOnChain(evidence)) return passed(onchain);
    if (!isClaimed) return skipped(NOT_COVERED);
    const reason = "the record's metadata does not belong to the code on chain";
    return failed(onchain, computed[0] ?? "none", reason);
  },
};

const NOT_COVERED = "the runtime match does not cover the metadata";
