import { hashOfText } from "../../domain/keccak.ts";
import { countWords } from "../../text/amounts.ts";
import { type CheckRule, failed, given, notGiven, passed, unknown } from "../check.ts";
import { listNames } from "../compare/compare-values.ts";

export const recordSources: CheckRule = {
  id: "record-sources",
  subject: "sources have their hashes",
  witnesses: ["record"],
  proves:
    "The record stores every source that its metadata lists, with the keccak256 from the metadata. It may also have sources of other submitters of the same code, which are ignored.",
  run: ({ record }) => {
    const { sources } = given(record.metadata, "the metadata, which lists the sources");
    const listed = Object.entries(sources ?? {});
    if (listed.length === 0) return unknown("the record's metadata lists no sources");
    const stored = record.sources ?? {};
    const isMissing = (path: string) => !Object.hasOwn(stored, path);
    const wrong = listed.flatMap(([path, { keccak256: hash }]) =>
      isMissing(path) || hash?.toLowerCase() === hashOfText(stored[path]?.content ?? "") ? [] : [path],
    );
    if (wrong.length > 0) return failed("the keccak256 from the metadata", `another for ${wrong.join(", ")}`);
    const missing = listed.map(([path]) => path).filter(isMissing);
    if (missing.length === 0) return passed(countWords(listed.length, "source"));
    return notGiven(missing.length === listed.length ? "the sources" : `every source: ${listNames(missing)}`);
  },
};
