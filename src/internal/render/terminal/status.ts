import { catalogueEntry } from "../../errors/catalogue.ts";
import type { StatusReport } from "../../report/status/model.ts";
import { cleanText } from "../../text/clean-text.ts";
import { inert } from "../inert.ts";
import { type StatusBlock, statusBlocks } from "../words/status-facts.ts";
import type { Verdict } from "../words/verdict.ts";
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

type StatusVerdict = Pick<Verdict, "tone" | "symbol" | "text">;

const LONGEST_WORD = 60;

const NOT_ASKED = "the status service did not answer";

/** The verdict on a network, from its status service alone. */
function statusVerdict({ status, error }: StatusReport): StatusVerdict {
  if (status === null) {
    return unknown(`Can't tell: ${catalogueEntry(error?.code)?.statusReason ?? NOT_ASKED}. Run it again.`);
  }
  switch (status.indicator) {
    case "none":
      return { tone: "ok", symbol: "✔", text: "The status service reports no problems." };
    case "minor":
      return { tone: "warn", symbol: "–", text: "The status service reports minor problems." };
    case "major":
    case "critical":
      return bad(status.indicator);
  }
  const said = cleanText(status.indicator, LONGEST_WORD);
  return unknown(`Can't tell: unknown indicator "${said}" (expected none, minor, major or critical).`);
}

function bad(indicator: "major" | "critical"): StatusVerdict {
  return { tone: "bad", symbol: "✖", text: `The status service reports ${indicator} problems.` };
}

function unknown(text: string): StatusVerdict {
  return { tone: "warn", symbol: "?", text };
}
