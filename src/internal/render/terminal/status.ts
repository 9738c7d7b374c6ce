import { catalogueEntry } from "../../errors/catalogue.ts";
import type { Maintenance, NewestUpdate, OpenIncident, StatusReport } from "../../report/status/model.ts";
import { cleanText } from "../../text/clean-text.ts";
import { formatUtcMinute } from "../../text/moment.ts";
import { safeUrl } from "../safe-url.ts";
import { type FactLine, type FactLines, fact } from "../words/fact-lines.ts";
import { type Statement, statement } from "../words/statement.ts";
import { createScreen, factLines, joinBlocks, symbolLines, wrap } from "./layout.ts";
import { closingLine, problemLines } from "./problem.ts";
import type { Style } from "./style.ts";

export function renderStatus(report: StatusReport, style: Style, width: number): string {
  const screen = createScreen(style, width);
  return joinBlocks([
    ...statusBlocks(report).map(({ title, facts }) => [
      ...wrap(title, screen.width).map(style.bold),
      ...factLines(facts, screen),
    ]),
    report.error === undefined ? [] : problemLines(report.error, screen),
    symbolLines(statusVerdict(report), screen),
    closingLine(screen),
  ]);
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

/** Text that has been passed through `short` is already escaped; other text isn't. */
interface StatusBlock {
  readonly title: string;
  readonly facts: readonly FactLines[];
}

/** The JSON report lists everything. */
const MAX_COMPONENTS = 12;
const MAX_EVENTS = 5;
const MAX_NAME_LENGTH = 160;
const MAX_UPDATE_LENGTH = 320;

/** States whose API identifiers contain an underscore. */
const STATES: ReadonlyMap<string, string> = new Map(
  ["degraded_performance", "partial_outage", "major_outage", "under_maintenance", "in_progress"].map(
    (state) => [state, state.replaceAll("_", " ")],
  ),
);

function statusBlocks(report: StatusReport): readonly StatusBlock[] {
  const { network, incidents, maintenance } = report;
  return [
    {
      title: network === null ? "No network" : `${network.name} (chain ${network.chainId ?? "unknown"})`,
      facts: overallFacts(report),
    },
    ...events("Incident", incidents, ({ state, impact, since }) => [
      fact("State", `${stateWords(state)}${impact === null ? "" : `, impact ${short(impact)}`}`),
      fact("Since", since && when(since)),
    ]),
    ...events("Maintenance now", maintenance.active, ({ state, until }) => [
      fact("State", stateWords(state)),
      fact("Until", when(until)),
    ]),
    ...events("Maintenance next", maintenance.upcoming, ({ state, from, until }) => [
      fact("State", stateWords(state)),
      fact("From", when(from)),
      fact("Until", when(until)),
    ]),
  ];
}

function overallFacts(report: StatusReport): readonly FactLines[] {
  const { service, status, components } = report;
  return [
    fact("Service", service && linkLine(service)),
    fact("Page", pageLines(report)),
    fact("Status", status && `${short(status.indicator)}: ${short(status.description)}`),
    fact("Components", [
      ...components.slice(0, MAX_COMPONENTS).map((component) => ({
        lead: stateWords(component.status),
        text: [component.group, component.name].flatMap((it) => (it === null ? [] : [short(it)])).join(": "),
      })),
      ...(components.length > MAX_COMPONENTS ? [`and ${components.length - MAX_COMPONENTS} more`] : []),
    ]),
  ];
}

/** The page often has the same address as the service. */
function pageLines({ page, service }: StatusReport): readonly (string | FactLine)[] {
  const { name = null, url = null } = page ?? {};
  return [
    ...(name === null ? [] : [short(name)]),
    ...(url === null || url === service ? [] : [linkLine(url)]),
  ];
}

function events<Event extends OpenIncident | Maintenance>(
  title: string,
  all: readonly Event[],
  listFacts: (event: Event) => readonly FactLines[],
): readonly StatusBlock[] {
  const rest = all.length - MAX_EVENTS;
  return [
    ...all.slice(0, MAX_EVENTS).map((event) => ({
      title: `${title}: ${short(event.name)}`,
      facts: [
        ...listFacts(event),
        fact("Update", updateWords(event.update)),
        fact("Link", event.link && linkLine(event.link)),
      ],
    })),
    ...(rest > 0 ? [{ title: `${title}: and ${rest} more`, facts: [] }] : []),
  ];
}

function updateWords(update: NewestUpdate): string | null {
  return (
    update &&
    `${update.at === null ? "" : `${when(update.at)}: `}${cleanText(update.text, MAX_UPDATE_LENGTH)}`
  );
}

/** Never wrapped, because users copy it. */
function linkLine(text: string): FactLine {
  const url = safeUrl(text);
  if (url === undefined) return { text: short(text) };
  // URL parsing adds the slash.
  return { text: url === `${text}/` ? text : url, whole: true };
}

function stateWords(state: string): string {
  return short(STATES.get(state) ?? state);
}

function when(date: string | null): string {
  return short(formatUtcMinute(date));
}

function short(text: string): string {
  return cleanText(text, MAX_NAME_LENGTH);
}
