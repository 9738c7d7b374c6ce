import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { assert } from "chai";
import { SESSIONS } from "../../scripts/generate/terminal-picture.ts";
import { ROOMS } from "../../scripts/layers/rooms.ts";
import { CHECKS } from "../../src/internal/cross-check/checks/index.ts";
import { CATALOGUE } from "../../src/internal/errors/catalogue.ts";
import { TEST_CONFIG } from "../helpers/project.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const page = (name: string): string => readFileSync(path.join(ROOT, name), "utf8");
const README = page("README.md");

describe("package - README", () => {
  it("should be readable in three minutes", () => {
    assert.isAtMost(README.trimEnd().split("\n").length, 180);
    assert.isAtMost(README.split(/\s+/).length, 1600);
  });

  for (const [file, screen] of [
    ["README.md", "verified"],
    ["docs/status.md", "status/major-outage"],
  ] as const)
    it(`should show a tested screen: ${screen}, in ${file}`, () =>
      assert.include(page(file), page(`test/golden/cli/${screen}.txt`).trimEnd()));

  it("should show each picture of a recorded session", () => {
    for (const [name, { title }] of Object.entries(SESSIONS))
      assert.include(README, `![${title}](docs/images/${name}.svg)`);
  });

  it("should state the number of checks", () =>
    assert.include(README, `[${CHECKS.length} checks](docs/cross-checks.md)`));

  it("should link to every outcome", () => {
    assert.include(README, "(docs/outcomes.md)");
    const { definitions } = JSON.parse(page("schemas/verify-contract-1.schema.json"));
    assert.isAbove(definitions.Outcome.enum.length, 10);
    for (const outcome of definitions.Outcome.enum)
      assert.include(page("docs/outcomes.md"), `\`${outcome}\``);
  });
});

describe("package - ARCHITECTURE", () => {
  const [architecture, decisions] = [page("ARCHITECTURE.md"), page("DECISIONS.md")];

  it("should name existing files and folders", () => {
    const matches = (architecture + decisions).matchAll(/`((?:[\w.*-]+\/)+(?:[\w.*-]+\.\w+)?)`/g);
    const named = Array.from(matches, ([, name = ""]) => name);
    assert.isAtLeast(named.length, 30);
    const missing = named.filter((name) =>
      ["", "src/", "src/internal/"].every((folder) => globSync(folder + name, { cwd: ROOT }).length === 0),
    );
    assert.deepEqual(missing, []);
  });

  it("should date each decision", () => {
    const lines = decisions.split("\n").filter((line) => line.startsWith("- "));
    assert.isAtLeast(lines.length, 50);
    for (const line of lines) assert.match(line, /^- 2\d{3}-\d{2}-\d{2}: \*\*/);
  });

  it("should list the layers in the order of the layer rule", () => {
    const listed = Array.from(architecture.matchAll(/^ {8}([a-z-]+)\//gm), ([, room]) => room);
    assert.deepEqual(listed, [...ROOMS]);
  });
});

const ERRORS = page("docs/errors.md");

describe("package - the page of error codes", () => {
  it("should have one section for each code, in order, with the code's sentence and an explanation", () => {
    const sections = ERRORS.matchAll(/^### (VC\d{3})\n\n> (.*)\n\n(?=\w|`)/gm);
    const found = Array.from(sections, ([, code, sentence]) => [code, sentence]);
    const expected = Object.entries(CATALOGUE).map(([code, { sentence }]) => [code, toMarkdown(sentence)]);
    assert.deepEqual(found, expected.sort());
    assert.lengthOf(ERRORS.match(/^### /gm) ?? [], expected.length);
  });
});

function toMarkdown(sentence: string): string {
  return sentence.replace(/[\\`*_<>[\]]/g, "\\$&").replace(/\{(\w+)\}/g, "`{$1}`");
}

describe("package - the preflight page", () => {
  const preflight = page("docs/preflight.md");

  it("should show a screen as printed by the command", () => {
    const [, shown = assert.fail()] = /```console\n\$ [^\n]*\n([\s\S]*?)```/.exec(preflight) ?? [];
    // The tests use their own configuration file.
    const screen = page("test/golden/preflight/exact-match-asked-for.txt");
    assert.isTrue(screen.replaceAll(TEST_CONFIG, "hardhat.config.ts").startsWith(shown));
  });

  it("should list exactly the codes of findings", () => {
    const rows = preflight.matchAll(/^\| (VC[^|]*) \|/gm);
    const listed = Array.from(rows, ([, codes = ""]) => codes.split(", ")).flat();
    const sections = ERRORS.matchAll(/^### (VC\d+)\n\n> .*\n\n`verify-contract preflight( --compile)?`: /gm);
    assert.sameMembers(listed, ["VC202", ...Array.from(sections, ([, code = ""]) => code)]);
  });
});

/** Anchors as GitHub makes them from headings. */
function anchorsOf(file: string): ReadonlySet<string> {
  const text = withoutCode(file);
  const seen = new Map<string, number>();
  const headings = Array.from(text.matchAll(/^#{1,6} (.+)$/gm), ([, heading = ""]) => {
    const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const anchor = words
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replace(/\s/g, "-");
    const count = seen.get(anchor) ?? 0;
    seen.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
  return new Set([
    ...headings,
    ...Array.from(text.matchAll(/<a (?:id|name)="([^"]+)"/g), ([, id = ""]) => id),
  ]);
}

function withoutCode(file: string): string {
  return page(file).replace(/^```[\s\S]*?^```/gm, "");
}

describe("package - links between the documents", () => {
  const pages = ["*.md", "docs/*.md", "action/*.md"].flatMap((pattern) => globSync(pattern, { cwd: ROOT }));
  for (const file of pages.sort())
    it(`should not be broken in ${file}`, () => {
      for (const [, target = ""] of withoutCode(file).matchAll(/\]\(([^)\s]+)\)/g)) {
        if (/^[a-z]+:/.test(target)) continue;
        const [name = "", anchor] = target.split("#");
        const linked = name === "" ? file : path.join(path.dirname(file), name);
        const place = path.join(ROOT, linked);
        assert.isTrue(existsSync(place), target);
        if (anchor !== undefined && statSync(place).isFile() && place.endsWith(".md"))
          assert.include([...anchorsOf(linked)], anchor, target);
      }
    });
});
