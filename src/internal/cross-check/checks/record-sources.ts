import { hashOfText } from "../../domain/keccak.ts";
import { type CheckRule, failed, notGiven, passed, unknown } from "../check.ts";
import { listNames } from "../compare/compare-values.ts";

export const recordSources: CheckRule = {
  id: "record-sources",
  subject: "sources have their hashes",
  witnesses: ["record"],
  proves:
    "The record stores every source that its metadata lists, with the keccak256 from the metadata. It may also have sources of other submitters of the same code, which are ignored.",
  run: ({ record }) => {
    const listed = Object.entries(record.metadata?.sources ?? {});
    if (record.metadata == null) return notGiven("the metadata, which lists the sources");
    if (listed.length === 0) return unknown("the record's metadata lists no sources");
    const stored = record.sources ?? {};
    const paths = listed.map(([path]) => path);
    const missing = paths.filter((path) => !Object.hasOwn(stored, path));
    const wrong = listed.flatMap(([path, { keccak256: hash }]) =>
      missing.includes(path) || hash?.toLowerCase() === hashOfText(stored[path]?.content ?? "") ? [] : [path],
    );
    if (wrong.length > 0) return failed("the keccak256 from the metadata", `another for ${wrong.join(", ")}`);
    if (missing.length > 0)
      return notGiven(
        missing.length === listed.length ? "the sources" : `every source: ${listNames(missing)}`,
      );
    return passed(`${listed.length} ${listed.length === 1 ? "source" : "sources"}`);
  },
};
