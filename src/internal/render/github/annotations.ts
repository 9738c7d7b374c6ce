import { getDocsPlace } from "../../errors/home.ts";
import type { ContractReport, Problem, Report } from "../../report/model.ts";
import { getRunExitCode } from "../../report/outcome.ts";
import type { PreflightReport } from "../../report/preflight/model.ts";
import { capitalize } from "../../text/amounts.ts";
import { cleanText } from "../../text/clean-text.ts";
import { type ContractRow, contractRows, failedRows, moreWords } from "../words/batch-words.ts";
import { linksForPeople } from "../words/elsewhere-words.ts";
import { likelyFacts } from "../words/fact-lines.ts";

/** Undefined if the file isn't in the workspace. */
export type ToWorkspacePath = (source: Place | undefined) => Place | undefined;

/** Wrong results become errors, unknown results become warnings, and good results produce nothing. */
export function formatAnnotations(report: Report, toWorkspacePath: ToWorkspacePath): readonly string[] {
  const { error } = report;
  const isUnknown = getRunExitCode([], error) === 3;
  return workflowCommands([
    ...runAnnotations(error, isUnknown ? "warning" : "error", "verify-contract"),
    ...failedRows(contractRows(report)).map((row) => contractAnnotation(row, toWorkspacePath)),
  ]);
}

/** If there is no build, the source file of the closest candidate. */
function findSource({ contract, candidates }: ContractReport): Place | undefined {
  if (contract !== null) return { file: contract.sourceName, line: contract.line };
  const nearest = candidates[0]?.fullyQualifiedName;
  return nearest === undefined ? undefined : { file: nearest.slice(0, nearest.lastIndexOf(":")), line: null };
}

function contractAnnotation(
  { contract, verdict, name, address, proxy, chain }: ContractRow,
  toWorkspacePath: ToWorkspacePath,
): Annotation {
  const { error } = contract;
  const [link] = linksForPeople(contract);
  return {
    level: verdict.kind === "wrong" ? "error" : "warning",
    place: toWorkspacePath(findSource(contract)),
    title: [error?.code, name, verdict.label].filter((part) => part !== undefined).join(" "),
    lines: [
      [name, address, chain, proxy].filter((part) => part !== "").join(", "),
      verdict.text,
      ...problemLines(error),
      ...(link === undefined ? [] : [`${capitalize(link.label)}: ${link.url}`]),
    ],
  };
}

function runAnnotations(
  error: Problem | undefined,
  level: Annotation["level"],
  name: string,
): readonly Annotation[] {
  if (error === undefined) return [];
  return [{ level, title: `${error.code} ${name}`, lines: problemLines(error) }];
}

/** Each finding is attached to its contract's declaration. */
export function preflightAnnotations(
  { contracts, error }: PreflightReport,
  toWorkspacePath: ToWorkspacePath,
): readonly string[] {
  return workflowCommands([
    ...runAnnotations(error, "error", "verify-contract preflight"),
    ...contracts.flatMap(({ contract: { name, sourceName, line, fullyQualifiedName }, findings }) =>
      findings.map((finding) => ({
        level: finding.level,
        place: toWorkspacePath({ file: sourceName, line }),
        title: `${finding.code} ${name}`,
        lines: [fullyQualifiedName, ...problemLines(finding)],
      })),
    ),
  ]);
}

function problemLines(error: Problem | undefined): readonly string[] {
  if (error === undefined) return [];
  const { code, message, facts, next } = error;
  const docs = getDocsPlace([code]);
  return [
    `${code} ${message}`,
    ...[...facts, ...likelyFacts(error)].map(({ label, value }) => `${label}: ${value}`),
    ...(next === undefined ? [] : [`Try: ${next}`]),
    ...(docs === undefined ? [] : [`Docs: ${docs}`]),
  ];
}

/** A file in the workspace, with forward slashes. */
export interface Place {
  readonly file: string;
  /** From 1; null for the whole file. */
  readonly line: number | null;
}

const LEVELS = ["error", "warning"] as const;

interface Annotation {
  readonly level: (typeof LEVELS)[number];
  readonly place?: Place | undefined;
  readonly title: string;
  readonly lines: readonly string[];
}

/** GitHub shows at most this many annotations per level and step, and silently drops the rest. */
const MAX_PER_LEVEL = 10;

function workflowCommands(all: readonly Annotation[]): readonly string[] {
  return LEVELS.flatMap((level) => capAnnotations(all.filter((each) => each.level === level)).map(command));
}

/** Replaces the annotations that GitHub would drop with their number. */
function capAnnotations(all: readonly Annotation[]): readonly Annotation[] {
  const [first] = all;
  if (first === undefined || all.length <= MAX_PER_LEVEL) return all;
  const shown = all.slice(0, MAX_PER_LEVEL - 1);
  const rest = moreWords(all.length - shown.length, first.level);
  const lines = [`${rest}: the job summary and the reports list all of them.`];
  return [...shown, { level: first.level, title: `verify-contract: ${rest}`, lines }];
}

function command({ level, place, title, lines }: Annotation): string {
  const properties = Object.entries({ file: place?.file, line: place?.line?.toString(), title }).flatMap(
    ([key, value]) => (value === undefined ? [] : [`${key}=${escapeProperty(cleanText(value, 200))}`]),
  );
  const message = lines.map((line) => cleanText(line)).join("\n");
  return `::${level} ${properties.join(",")}::${escapeData(message)}`;
}

/** The GitHub runner unescapes it (actions/runner, ActionCommand.cs). */
function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
