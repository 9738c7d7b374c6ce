import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { CATALOGUE, type ErrorCode } from "../errors/catalogue.ts";
import { PAGE } from "../errors/home.ts";
import { ownCommand } from "../errors/next-step.ts";
import { invalidValue, VerifyContractError } from "../errors/problem.ts";
import { wrap } from "../render/terminal/layout.ts";
import { getStyle, getWidth } from "./screen.ts";
import type { CommandRun } from "./show-run.ts";

const CODES = Object.keys(CATALOGUE) as readonly ErrorCode[];
const EXAMPLE = "VC204";

export const explain: CommandRun<"explain"> = async ({ codes }, _host, { stdout }) => {
  if (codes.length === 0)
    throw new VerifyContractError("VC115", {
      values: { option: "explain", needed: "a code" },
      next: ownCommand("explain", [EXAMPLE]),
    });
  const wanted = codes.map(parseCode);
  // The running package, wherever it is installed.
  const manifest = createRequire(import.meta.url).resolve("hardhat-verify-contract/package.json");
  const page = await readFile(path.join(path.dirname(manifest), PAGE), "utf8");
  const { bold } = getStyle(stdout);
  const width = Math.min(getWidth(stdout), WIDEST);
  const sections = wanted.map((code) => {
    const says = CATALOGUE[code].sentence.replace(/\{\w+\}/g, "…");
    const title = wrap(`${code} ${says}`, width).map(bold);
    const paragraphs = findParagraphs(page, code).flatMap((text) => ["", ...wrap(text, width)]);
    return [...title, ...paragraphs].join("\n");
  });
  stdout.write(`${sections.join("\n\n")}\n`);
  return 0;
};

/** The paragraphs in the code's section, excluding its heading and the quoted sentence. */
function findParagraphs(page: string, code: ErrorCode): readonly string[] {
  const [, fromSection = ""] = page.split(`\n### ${code}\n`);
  const [section = ""] = fromSection.split(/^#/m);
  return section
    .split("\n\n")
    .map((text) => text.trim())
    .filter((text) => text !== "" && !text.startsWith("> "));
}

/** Maximum line width that is comfortable to read. */
const WIDEST = 100;

/** Accepts a code as people type it, such as `vc204` or `204`. */
function parseCode(typed: string): ErrorCode {
  const text = typed
    .trim()
    .toUpperCase()
    .replace(/^(?=\d{3}$)/, "VC");
  const known = CODES.find((code) => code === text);
  if (known !== undefined) return known;
  throw invalidValue("explain", typed, `VC and three digits, such as ${EXAMPLE}`, {
    next: ownCommand("explain", [EXAMPLE]),
  });
}
