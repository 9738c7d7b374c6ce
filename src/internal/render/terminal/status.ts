import type { StatusReport } from "../../report/status/model.ts";
import { inert } from "../inert.ts";
import { type StatusBlock, statusBlocks } from "../words/status-facts.ts";
import { statusVerdict } from "../words/status-verdict.ts";
import { columnsFor, labelled, wrap } from "./layout.ts";
import { renderProblem } from "./problem.ts";
import type { Style } from "./style.ts";
import { verdictLines } from "./verdict-lines.ts";

/** The screen of a status; the verdict is the last line, without a line end. */
export function renderStatus(report: StatusReport, style: Style, width: number): string {
  const columns = columnsFor(width);
  const blocks = [
    ...statusBlocks(report).map((block) => blockLines(block, style, columns).join("\n")),
    ...(report.error === undefined ? [] : [renderProblem(report.error, style, columns)]),
    verdictLines(statusVerdict(report), style, columns).join("\n"),
  ];
  return inert(blocks.join("\n\n"));
}

function blockLines({ title, facts }: StatusBlock, style: Style, width: number): readonly string[] {
  return [
    ...wrap(title, width).map(style.bold),
    ...facts.flatMap((fact) => labelled(fact, { width, paintLabel: style.dim })),
  ];
}
