import { catalogueEntry } from "../../errors/catalogue.ts";
import type { Maintenance, NewestUpdate, OpenIncident, StatusReport } from "../../report/status/model.ts";
import { cleanText } from "../../text/clean-text.ts";
import { formatUtcMinute } from "../../text/moment.ts";
import { safeUrl } from "../safe-url.ts";
import { type FactLine, type FactLines, fact } from "../words/fact-lines.ts";
import { type Statement, statement } from "../words/statement.ts";
import { columnsFor, factLines, joinBlocks, verdictLines, wrap } from "./layout.ts";
import { closingLine, problemLines } from "./problem.ts";
import type { Style } from "./style.ts";

/** Renders a status, without a trailing newline. */
export function renderStatus(report: StatusReport, style: Style, width: number): string {
  const codes = new Set<string>();
  const screen = { style, width: columnsFor(width), codes };
  return joinBlocks([
    ...statusBlocks(report).map(({ title, facts }) => [
      ...wrap(title, screen.width).map(style.bold),
      ...factLines(facts, screen),
    ]),
    report.error === undefined ? [] : problemLines(report.error, screen),
    verdictLines(statusVerdict(report), screen),
    closingLine(codes, style),
  ]);
}

const MAX_WORD_LENGTH = 60;

const NOT_ASKED = "the status service did not answer";

function statusVerdict({ status, error }: StatusReport): Statement {
  if (status === null) {
    const reason = catalogueEntry(error?.code)?.statusReason ?? NOT_ASKED;
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

/** A heading and its facts. Text that has been passed through `short` is already escaped; other text isn't. */
interface StatusBlock {
  readonly title: string;
  readonly facts: readonly FactLines[];
}

/** Maximum numbers of components and events shown. The JSON report lists all of them. */
const MAX_COMPONENTS = 12;
const MAX_EVENTS = 5;
const MAX_NAME_LENGTH = 160;
const MAX_UPDATE_LENGTH = 320;

/** The words for states whose API identifiers contain an underscore. Other states stay unchanged. */
const STATES: ReadonlyMap<string, string> = new Map(
  ["degraded_performance", "partial_outage", "major_outage", "under_maintenance", "in_progress"].map(
    (state) => [state, state.replaceAll("_", " ")],
  ),
);

/** A status in reading order, with the overall state, components, current events, and planned events. */
function statusBlocks(report: StatusReport): readonly StatusBlock[] {
  const { network, incidents, maintenance } = report;
  return [
    {
      title: network === null ? "No network" : `${network.name} (chain ${network.chainId ?? "unknown"})`,
      facts: overallFacts(report),
    },
    ...events("Incident", incidents, ({ state, impact, since }) => [
      fact("State", `${short(stateWords(state))}${impact === null ? "" : `, impact ${short(impact)}`}`),
      fact("Since", since && short(formatUtcMinute(since))),
    ]),
    ...events("Maintenance now", maintenance.active, (each) => maintenanceFacts(each, ["Until"])),
    ...events("Maintenance next", maintenance.upcoming, (each) => maintenanceFacts(each, ["From", "Until"])),
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
        lead: short(stateWords(component.status)),
        text: [component.group, component.name].flatMap((it) => (it === null ? [] : [short(it)])).join(": "),
      })),
      ...(components.length > MAX_COMPONENTS ? [`and ${components.length - MAX_COMPONENTS} more`] : []),
    ]),
  ];
}

/** The page's address, if it differs from the service's address. */
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

function maintenanceFacts(
  { state, from, until }: Maintenance,
  times: readonly ("From" | "Until")[],
): readonly FactLines[] {
  const dates = { From: from, Until: until };
  return [
    fact("State", short(stateWords(state))),
    ...times.map((label) => fact(label, short(formatUtcMinute(dates[label])))),
  ];
}

function updateWords(update: NewestUpdate): string | null {
  return (
    update &&
    `${update.at === null ? "" : `${short(formatUtcMinute(update.at))}: `}${cleanText(update.text, MAX_UPDATE_LENGTH)}`
  );
}

/** A web address that is never wrapped, because users copy it. */
function linkLine(text: string): FactLine {
  const url = safeUrl(text);
  if (url === undefined) return { text: short(text) };
  // Drops the slash that URL parsing adds.
  return { text: url === `${text}/` ? text : url, whole: true };
}

function stateWords(state: string): string {
  return STATES.get(state) ?? state;
}

function short(text: string): string {
  return cleanText(text, MAX_NAME_LENGTH);
}
