import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { assert } from "chai";

import { HAS_TERMINAL } from "../helpers/terminal.ts";

const CHECKOUT = fileURLToPath(new URL("../../", import.meta.url));
const MOCHA = path.join(
  path.dirname(createRequire(import.meta.url).resolve("mocha/package.json")),
  "bin",
  "mocha.js",
);

/** The tests whose results a terminal, forced colours or a CI server could change. */
const TESTS = [
  "test/commands/*screen.test.ts",
  "test/commands/json-and-reports.test.ts",
  "test/render/{*screen,golden,terminal}.test.ts",
  "test/e2e/merge.suite.ts",
];

/** `npm test` itself runs on a terminal with CI in `.ci/run`. */
const CASES = [
  { where: "a terminal", own: {} },
  { where: "a pipe", own: { FORCE_COLOR: "1", CI: "true" } },
] as const;

describe("e2e - the tests themselves", () => {
  // Mocha only warns of a pattern that no file fits.
  for (const pattern of TESTS)
    it(`should have ${pattern}`, () => assert.isNotEmpty(globSync(pattern, { cwd: CHECKOUT })));

  for (const { where, own } of CASES) {
    it(`should pass on ${where} with ${Object.keys(own).join(" and ") || "nothing"} in the environment`, async function () {
      if (where === "a terminal" && !HAS_TERMINAL) this.skip();
      const { NO_COLOR: _, FORCE_COLOR: __, CI: ___, UPDATE_GOLDEN: ____, ...surroundings } = process.env;
      const [command = "", ...args] = commandOf(where);
      const child = spawn(command, args, {
        cwd: CHECKOUT,
        stdio: ["ignore", "pipe", "pipe"],
        env: { ...surroundings, TERM: "xterm-256color", ...own },
      });
      let shown = "";
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding("utf8").on("data", (text: string) => {
          shown += text;
        });
      }
      const [exitCode] = await once(child, "close");
      const told = stripVTControlCharacters(shown).replaceAll("\r", "");
      assert.equal(exitCode, 0, told.slice(Math.max(told.search(/^ *\d+ passing/m), 0)));
      assert.match(told, /^ *\d\d+ passing/m);
    });
  }
});

function commandOf(where: (typeof CASES)[number]["where"]): readonly string[] {
  const words = [process.execPath, MOCHA, "--timeout", "120000", ...TESTS];
  if (where === "a pipe") return words;
  const quoted = words.map((word) => `'${word}'`).join(" ");
  return ["script", "--quiet", "--return", "--command", `stty cols 100 rows 40; exec ${quoted}`, "/dev/null"];
}
