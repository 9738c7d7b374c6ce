import { readFile } from "node:fs/promises";
import { assert } from "chai";
import { CATALOGUE } from "../../src/internal/errors/catalogue.ts";

const page = await readFile(new URL("../../docs/preflight.md", import.meta.url), "utf8");

describe("package - the page of preflight", () => {
  it("should show a screen as the command prints it", async () => {
    const [, shown = assert.fail()] = /```console\n\$ [^\n]*\n([\s\S]*?)```/.exec(page) ?? [];
    const golden = new URL("../golden/preflight/exact-match-asked-for.txt", import.meta.url);
    assert.isTrue((await readFile(golden, "utf8")).startsWith(shown));
  });

  it("should list every code of a finding, and no other", () => {
    const listed = [...page.matchAll(/^\| (VC[^|]*) \|/gm)].flatMap(([, codes = ""]) => codes.split(", "));
    const found = Object.entries(CATALOGUE).flatMap(([code, { explanation }]) =>
      /^`verify-contract preflight( --compile)?`: /.test(explanation) ? [code] : [],
    );
    assert.sameMembers(listed, [...found, "VC202"]);
  });
});
