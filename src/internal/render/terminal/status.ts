import { catalogueEntry } from "../../errors/catalogue.ts";
import type { StatusReport } from "../../report/status/model.ts";
import { cleanText } from "../../text/clean-text.ts";
import { formatUtcMinute } from "../../text/moment.ts";
import { type FactLines, fact, shortened } from "../words/fact-lines.ts";
import { type Statement, statement } from "../words/statement.ts";
import { createScreen, joinBlocks, labelled, symbolLines, wrap } from "./layout.ts";
import { closingLine, problemLines } from "./problem.ts";
import type { Style } from "./style.ts";

/** "Maintenance next" and two spaces. */
const LABEL_COLUMNS = 18;

export function renderStatus(report: StatusReport, style: Style, width: number): string {
  const screen = createScreen(style, width);
  const { network, error } = report;
  const title = network === null ? "No network" : `${network.name} (chain ${network.chainId ?? "unknown"})`;
  return joinBlocks([
    [
      ...wrap(title, screen.width).map(style.bold),
      ...statusLines(report).flatMap((each) => labelled(each, screen, 2, LABEL_COLUMNS)),
    ],
    problemLines(error, screen),
    symbolLines(statusVerdict(report), screen),
    closingLine(screen),
  ]);
}

function statusLines(report: StatusReport): readonly FactLines[] {
  const { service, status, components, incidents, maintenance } = report;
  return [
    fact("Service", service && { text: service, whole: true }),
    fact("Status", status && `${short(status.indicator)}: ${short(status.description)}`),
    fact(
      "Components",
      shortened(
        components.map(({ group, name, status: state }) => {
          const place = group === null ? "" : `${short(group)}: `;
          return `${place}${short(name)} (${stateWords(state)})`;
        }),
      ),
    ),
    fact(
      "Incidents",
      shortened(
        incidents.map(({ name, state, impact, since }) => {
          const severity = impact === null ? "" : `, impact ${short(impact)}`;
          return `${short(name)} (${stateWords(state)}${severity}, since ${when(since)})`;
        }),
      ),
    ),
    fact(
      "Maintenance now",
      shortened(maintenance.active.map(({ name, until }) => `${short(name)}, until ${when(until)}`)),
    ),
    fact(
      "Maintenance next",
      shortened(
        maintenance.upcoming.map(
          ({ name, from, until }) => `${short(name)}, from ${when(from)} until ${when(until)}`,
        ),
      ),
    ),
  ];
}

/** States in the API contain underscores: "partial_outage". */
function stateWords(state: string): string {
  return short(state.replaceAll("_", " "));
}

function when(date: string | null): string {
  return short(formatUtcMinute(date));
}

const MAX_TEXT_LENGTH = 160;

function short(text: string): string {
  return cleanText(text, MAX_TEXT_LENGTH);
}

const MAX_WORD_LENGTH = 60;

function statusVerdict({ status, error }: StatusReport): Statement {
  if (status === null) {
    const reason = catalogueEntry(error?.code)?.statusReason ?? "the status service did not answer";
    return statement("unknown", `Can't tell: ${reason}. Run it again.`);
  }
  switch (status.indicator) {
    case "none":
      return statement("good", "The status service reports no problems.");
    case "minor":
      return statement("weak", "The status service reports minor problems.");
    case "major":
    case "critical":
      return statement("wrong", `The status service reports ${status.indicator} problems.`);
  }
  const said = cleanText(status.indicator, MAX_WORD_LENGTH);
  return statement(
    "unknown",
    `Can't tell: unknown indicator "${said}" (expected none, minor, major or critical).`,
  );
}
