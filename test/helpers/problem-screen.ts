import type { Problem } from "../../src/internal/errors/problem.ts";
import { renderProblem } from "../../src/internal/render/terminal/problem.ts";
import { plainStyle } from "../../src/internal/render/terminal/style.ts";

/** A problem as a terminal of 80 columns shows it; what differs from run to run as in the documentation. */
export function problemScreen(problem: Problem): string {
  return `${renderProblem(problem, plainStyle, 80)}\n`
    .replace(/(https?:\/\/127\.0\.0\.1):\d+/g, "$1:5555")
    .replace(/^( {2}After +)\d+(?:\.\d+)? m?s$/gm, "$11.4 s");
}
