import type { Problem } from "../../src/internal/errors/problem.ts";
import { renderProblem } from "../../src/internal/render/terminal/problem.ts";
import { plainStyle } from "../../src/internal/render/terminal/style.ts";

/** A problem on an 80-column terminal, with the documentation's values for anything that differs between runs. */
export function problemScreen(problem: Problem): string {
  return `${renderProblem(problem, plainStyle, 80)}\n`
    .replace(/(https?:\/\/127\.0\.0\.1):\d+/g, "$1:5555")
    .replace(/^( {2}After +)\d+(?:\.\d+)? m?s$/gm, "$11.4 s");
}
