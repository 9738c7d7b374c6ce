import { readFileSync } from "node:fs";
import { assert } from "chai";
import { CATALOGUE } from "../../src/internal/errors/catalogue.ts";

const page = readFileSync("docs/errors.md", "utf8");

describe("package - the page of error codes", () => {
  it("should have one section for each code, in order, with the code's sentence and an explanation", () => {
    const sections = [...page.matchAll(/^### (VC\d{3})\n\n> (.*)\n\n(?=\w|`)/gm)];
    const expected = Object.entries(CATALOGUE).map(([code, { sentence }]) => [code, toMarkdown(sentence)]);
    assert.deepEqual(
      sections.map(([, code, sentence]) => [code, sentence]),
      expected.sort(),
    );
    assert.lengthOf(page.match(/^### /gm) ?? [], expected.length);
  });
});

function toMarkdown(sentence: string): string {
  return sentence.replace(/[\\`*_<>[\]]/g, "\\$&").replace(/\{(\w+)\}/g, "`{$1}`");
}
