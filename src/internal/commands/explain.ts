import { CATALOGUE, type CatalogueEntry, type ErrorCode } from "../errors/catalogue.ts";
import { ownCommand } from "../errors/next-step.ts";
import { invalidValue, VerifyContractError } from "../errors/problem.ts";
import { wrap } from "../render/terminal/layout.ts";
import { findNearestName } from "../text/nearest.ts";
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
  const { bold } = getStyle(stdout);
  const width = Math.min(getWidth(stdout), WIDEST);
  const pages = codes.map(parseCode).map((code) => {
    const { sentence, explanation }: CatalogueEntry = CATALOGUE[code];
    const says = sentence.replace(/\{\w+\}/g, "…");
    return [...wrap(`${code} ${says}`, width).map(bold), "", ...wrap(explanation, width)].join("\n");
  });
  stdout.write(`${pages.join("\n\n")}\n`);
  return 0;
};

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
  const nearest = findNearestName(text, CODES);
  throw invalidValue("explain", typed, `VC and three digits, such as ${EXAMPLE}`, {
    next: ownCommand("explain", [nearest ?? EXAMPLE]),
  });
}
