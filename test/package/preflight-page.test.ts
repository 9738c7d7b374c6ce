import { readFile } from "node:fs/promises";
import { assert } from "chai";
import { TEST_CONFIG } from "../helpers/project.ts";

const errors = await readFile(new URL("../../docs/errors.md", import.meta.url), "utf8");
const page = await readFile(new URL("../../docs/preflight.md", import.meta.url), "utf8");

describe("package - the preflight page", () => {
  it("should show a screen as printed by the command", async () => {
    const [, shown = assert.fail()] = /```console\n\$ [^\n]*\n([\s\S]*?)```/.exec(page) ?? [];
    const golden = new URL("../golden/preflight/exact-match-asked-for.txt", import.meta.url);
    // The tests use their own configuration file.
    const screen = (await readFile(golden, "utf8")).replaceAll(TEST_CONFIG, "hardhat.config.ts");
    assert.isTrue(screen.startsWith(shown));
  });

  it("should list exactly the codes of findings", () => {
    const listed = [...page.matchAll(/^\| (VC[^|]*) \|/gm)].flatMap(([, codes = ""]) => codes.split(", "));
    const sections = errors.matchAll(/^### (VC\d+)\n\n> .*\n\n`verify-contract preflight( --compile)?`: /gm);
    const found = [...sections].map(([, code]) => code);
    assert.sameMembers(listed, [...found, "VC202"]);
  });
});
