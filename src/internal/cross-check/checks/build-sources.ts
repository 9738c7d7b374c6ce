import { keccak256 } from "ethers/crypto";
import { toUtf8Bytes } from "ethers/utils";
import { importClosure } from "../../submission/import-closure.ts";
import { type CheckRule, failed, passed, skipped, unknown } from "../check.ts";
import { OTHER_METADATA, restsOnSameMetadata } from "../comparable.ts";

export const buildSources: CheckRule = {
  id: "build-sources",
  subject: "sources are the build's",
  witnesses: ["record", "build"],
  proves:
    "The record's metadata lists every source that the contract needs, and each that it lists has the keccak256 of the same source in the build. Skipped where the match does not cover the metadata.",
  run: (evidence) => {
    if (!restsOnSameMetadata(evidence)) return skipped(OTHER_METADATA);
    const listed = Object.entries(evidence.record.metadata?.sources ?? {});
    if (listed.length === 0) return unknown("the record's metadata lists no sources");
    const { compilation, contract } = evidence.build;
    const needed = importClosure(compilation.input, contract.inputSourceName);
    const missing = (needed.kind === "known" ? needed.sources : [contract.inputSourceName]).filter(
      (path) => !listed.some(([name]) => name === path),
    );
    if (missing.length > 0)
      return failed("every source that the contract needs", `none of ${missing.join(", ")}`);
    const built = compilation.input.sources;
    const wrong = listed.filter(([path, { keccak256: hash }]) => {
      const source = Object.hasOwn(built, path) ? built[path] : undefined;
      return source === undefined || !hashesOf(source.content).includes(hash?.toLowerCase() ?? "");
    });
    return wrong.length === 0
      ? passed(`${listed.length} ${listed.length === 1 ? "source" : "sources"}`)
      : failed(
          "the keccak256 of the build's sources",
          `another for ${wrong.map(([path]) => path).join(", ")}`,
        );
  },
};

/** The service may have verified a source with other line endings; the record then holds the text that was compiled. */
function hashesOf(content: string): readonly string[] {
  const unix = content.replaceAll("\r\n", "\n");
  return [content, unix, unix.replaceAll("\n", "\r\n")].map((text) => keccak256(toUtf8Bytes(text)));
}
