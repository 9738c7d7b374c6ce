import { expect } from "chai";
import { parseReportRequests } from "../../src/internal/commands/write-reports.ts";
import { thrownBy } from "../helpers/thrown.ts";

describe("reports - report request", () => {
  it("should read several formats with their files", () =>
    expect(parseReportRequests("json=a.json, junit=out/b.xml")).to.deep.equal([
      { format: "json", path: "a.json" },
      { format: "junit", path: "out/b.xml" },
    ]));

  it("should take everything after the first = as the path", () =>
    expect(parseReportRequests("html=a=b.html")).to.deep.equal([{ format: "html", path: "a=b.html" }]));

  it("should take the same format twice", () =>
    expect(parseReportRequests("json=a.json,json=b.json")).to.have.length(2));

  for (const [why, option, value, likely] of [
    ["an empty option", "", "", undefined],
    ["an unknown format", "spreadsheet=a.ods", "spreadsheet=a.ods", undefined],
    ["a mistyped format", "markdwon=a.md", "markdwon=a.md", /mean markdown\?/],
    ["a format in upper case", "JSON=a.json", "JSON=a.json", /mean json\?/],
    ["a file's ending for a format", "md=a.md", "md=a.md", /mean markdown\?/],
    ["xml for junit", "xml=a.xml", "xml=a.xml", /mean junit\?/],
    ["a name of every object", "constructor=a", "constructor=a", undefined],
    ["a missing =", "json", "json", /json=<path>/],
    ["an empty path", "json=a.json,html= ", "html=", /html=<path>/],
    ["a comma too many", "json=a.json,", "", undefined],
    ["one file for two reports", "json=a.json,html=./a.json", "html=./a.json", /already/],
  ] as const)
    it(`should refuse ${why}`, async () => {
      const error = await thrownBy(() => parseReportRequests(option));
      expect(error.code).to.equal("VC107");
      expect(error.problem.message).to.contain(`"${value}"`);
      expect(error.problem.facts).to.deep.include({ label: "Formats", value: "json, junit, markdown, html" });
      expect(error.problem.likely ?? "").to.match(likely ?? /^$/);
    });
});
