import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { AssertionError } from "chai";

const GOLDEN_FOLDER = fileURLToPath(new URL("../golden/", import.meta.url));

const CONTEXT = 2;

/** Compares with test/golden/<name>, or writes it with UPDATE_GOLDEN=1. Review the change before committing it. */
export function expectGolden(name: string, actual: string): void {
  const path = join(GOLDEN_FOLDER, name);
  if (process.env.UPDATE_GOLDEN === "1") {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, actual);
    return;
  }
  if (!existsSync(path)) {
    throw new AssertionError(`test/golden/${name} is missing; make it with UPDATE_GOLDEN=1`);
  }
  // Git may check out text with CRLF.
  const expected = readFileSync(path, "utf8").replaceAll("\r\n", "\n");
  if (actual !== expected) {
    throw new AssertionError(`test/golden/${name} differs\n${difference(expected, actual)}`, {
      expected,
      actual,
      showDiff: true,
    });
  }
}

/** Compares with a recording of a real run in colour, ignoring what `stable` makes equal. `<name>.txt` is its plain text. */
export function expectRecording(name: string, actual: string, stable: (text: string) => string): void {
  const path = join(GOLDEN_FOLDER, `${name}.ansi`);
  const recorded = existsSync(path) ? readFileSync(path, "utf8").replaceAll("\r\n", "\n") : undefined;
  const isSame = recorded !== undefined && stable(recorded) === stable(actual);
  if (!isSame && process.env.UPDATE_GOLDEN !== "1")
    throw new AssertionError(
      `test/golden/${name}.ansi differs\n${difference(stable(recorded ?? ""), stable(actual))}`,
    );
  const kept = isSame ? recorded : actual;
  if (!isSame) writeFileSync(path, kept);
  expectGolden(`${name}.txt`, stripVTControlCharacters(kept));
}

function difference(expected: string, actual: string): string {
  const wanted = expected.split("\n");
  const got = actual.split("\n");
  const first = wanted.findIndex((line, index) => line !== got[index]);
  const at = first === -1 ? wanted.length : first;
  return [
    `first at line ${at + 1}:`,
    ...wanted.slice(Math.max(at - CONTEXT, 0), at).map((line) => `    ${line}`),
    `  - ${wanted[at] ?? "(the end)"}`,
    `  + ${got[at] ?? "(the end)"}`,
  ].join("\n");
}
