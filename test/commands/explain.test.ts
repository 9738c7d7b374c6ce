import { readFileSync } from "node:fs";
import { assert } from "chai";
import { explain } from "../../src/internal/commands/explain.ts";
import type { Host } from "../../src/internal/commands/host.ts";
import { CATALOGUE } from "../../src/internal/errors/catalogue.ts";
import { HARDHAT_WORDS } from "../../src/internal/hosts/hardhat3/host.ts";
import { thrownBy } from "../helpers/thrown.ts";

describe("commands - explain", () => {
  const explained = async (...codes: readonly string[]) => {
    const parts: string[] = [];
    const stdout = { columns: 80, write: (part: string) => parts.push(part) };
    const screens = { stdout, stderr: stdout } as never;
    const exitCode = await explain({ codes }, {} as Host, screens, new AbortController().signal);
    return { exitCode, text: parts.join("") };
  };
  const oneLine = (text: string): string => text.replace(/\s+/g, " ");

  it("should print the page of every code, without unfilled placeholders", async () => {
    const codes = Object.keys(CATALOGUE);
    const { exitCode, text } = await explained(...codes);
    assert.equal(exitCode, 0);
    const page = readFileSync("docs/errors.md", "utf8");
    for (const [, code, explanation = ""] of page.matchAll(/^### (VC\d+)\n\n> .*\n\n([^#]+)/gm))
      for (const part of [`${code} `, explanation.trim()]) assert.include(oneLine(text), oneLine(part));
    for (const line of text.split("\n")) assert.isAtMost(line.length, 80, line);
    assert.notMatch(text.replace(/`[^`]*`/g, ""), /\{\w+\}/);
  });

  it("should accept a code in any spelling", async () => {
    const { text } = await explained("VC204");
    for (const typed of ["vc204", " 204 ", "Vc204"]) assert.equal((await explained(typed)).text, text);
  });

  it("should refuse an invalid code, and suggest a similar one: VC106", async () => {
    const error = (await thrownBy(() => explained("VC999", "VC2o4"), "VC106")).for({ words: HARDHAT_WORDS });
    assert.equal(error.problem.next, "npx hardhat verify-contract explain VC204");
    await thrownBy(() => explained(), "VC115");
  });
});
