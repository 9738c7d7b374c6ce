import { itFails, ofRecord } from "../../helpers/cross-check/changed-field.ts";
import type { Body } from "../../helpers/cross-check/one-check.ts";

const firstSource = (body: Body) => Object.keys(body.metadata.sources)[0] ?? "";

describe("cross-check - record-sources, a single changed field", () => {
  itFails("record-sources", {
    "a stored source, one character": ofRecord((body) => {
      body.sources[firstSource(body)].content += " ";
    }),
    "a stored source that has no encoding in UTF-8": ofRecord((body) => {
      body.sources[firstSource(body)].content += "\ud800";
    }),
    "a stored source, another line ending": ofRecord((body) => {
      const source = body.sources[firstSource(body)];
      source.content = source.content.replaceAll("\n", "\r\n");
    }),
    "the metadata's hash of a source": ofRecord((body) => {
      body.metadata.sources[firstSource(body)].keccak256 = `0x${"ab".repeat(32)}`;
    }),
    "the metadata's hash of a source is missing": ofRecord(
      (body) => delete body.metadata.sources[firstSource(body)].keccak256,
    ),
  });
});
