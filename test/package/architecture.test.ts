import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { assert } from "chai";
import { ROOMS } from "../../scripts/layers/rooms.ts";

const CHECKOUT = fileURLToPath(new URL("../../", import.meta.url));
const PAGE = readFileSync(`${CHECKOUT}ARCHITECTURE.md`, "utf8");
const DECISIONS = readFileSync(`${CHECKOUT}DECISIONS.md`, "utf8");
const FOLDERS = ["", "src/", "src/internal/"];

describe("package - ARCHITECTURE", () => {
  it("should name existing files and folders", () => {
    const named = Array.from(
      (PAGE + DECISIONS).matchAll(/`((?:[\w.*-]+\/)+(?:[\w.*-]+\.\w+)?)`/g),
      ([, path = ""]) => path,
    );
    assert.isAtLeast(named.length, 30);
    const missing = named.filter((path) =>
      FOLDERS.every((folder) => globSync(`${folder}${path}`, { cwd: CHECKOUT }).length === 0),
    );
    assert.deepEqual(missing, []);
  });

  it("should date each decision", () => {
    const decisions = DECISIONS.split("\n").filter((line) => line.startsWith("- "));
    assert.isAtLeast(decisions.length, 50);
    for (const line of decisions) assert.match(line, /^- 2\d{3}-\d{2}-\d{2}: \*\*/);
  });

  it("should list the layers in the order of the layer rule", () => {
    const listed = Array.from(PAGE.matchAll(/^ {8}([a-z-]+)\//gm), ([, room]) => room);
    assert.deepEqual(listed, [...ROOMS]);
  });
});
