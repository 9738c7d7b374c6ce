import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { assert } from "chai";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PAGES = ["*.md", "docs/*.md", "action/*.md"]
  .flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
  .sort();

/** Anchors as GitHub makes them from headings. */
function anchorsOf(page: string): ReadonlySet<string> {
  const text = readFileSync(page, "utf8").replace(/^```[\s\S]*?^```/gm, "");
  const seen = new Map<string, number>();
  const headings = [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = ""]) => {
    const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const anchor = words
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replace(/\s/g, "-");
    const count = seen.get(anchor) ?? 0;
    seen.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
  return new Set([...headings, ...[...text.matchAll(/<a (?:id|name)="([^"]+)"/g)].map(([, id = ""]) => id)]);
}

describe("package - links between the documents", () => {
  for (const page of PAGES)
    it(`should not be broken in ${page}`, () => {
      const text = readFileSync(path.join(ROOT, page), "utf8").replace(/^```[\s\S]*?^```/gm, "");
      for (const [, target = ""] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
        if (/^[a-z]+:/.test(target)) continue;
        const [file = "", anchor] = target.split("#");
        const place = file === "" ? path.join(ROOT, page) : path.resolve(ROOT, path.dirname(page), file);
        assert.isTrue(existsSync(place), `${page}: ${target}`);
        if (anchor !== undefined && statSync(place).isFile() && place.endsWith(".md"))
          assert.include([...anchorsOf(place)], anchor, `${page}: ${target}`);
      }
    });
});
