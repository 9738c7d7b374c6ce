import { hashOfText } from "../../domain/keccak.ts";
import { type CheckRule, failed, passed, unknown } from "../check.ts";

export const recordSources: CheckRule = {
  id: "record-sources",
  subject: "sources have their hashes",
  witnesses: ["record"],
  proves:
    "The record stores every source that its metadata lists, with the keccak256 from the metadata. It may also have sources of other submitters of the same code, which are ignored.",
  run: ({ record }) => {
    const listed = Object.entries(record.metadata?.sources ?? {});
    if (listed.length === 0) return unknown("the record's metadata lists no sources");
    const stored = record.sources ?? {};
    const wrong = listed.filter(([path, { keccak256: hash }]) => {
      const source = Object.hasOwn(stored, path) ? stored[path] : undefined;
      return source === undefined || hash?.toLowerCase() !== hashOfText(source.content);
    });
    return wrong.length === 0
      ? passed(`${listed.length} ${listed.length === 1 ? "source" : "sources"}`)
      : failed("the keccak256 from the metadata", `another for ${wrong.map(([path]) => path).join(", ")}`);
  },
};
