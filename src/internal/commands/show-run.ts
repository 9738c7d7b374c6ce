import { isAcceptable, NO_RECORD } from "../deployments/lock/drift.ts";
import { type ArgumentsOf, type Command, OPTIONS } from "../domain/options.ts";
import type { HostWords } from "../errors/host-words.ts";
import { type CommandLine, withOptions, writeCommand, writeStep } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import { unforeseen } from "../pipeline/unforeseen.ts";
import type { ReportFormat } from "../render/format-names.ts";
import { formatAnnotations, type ToWorkspacePath } from "../render/github/annotations.ts";
import { renderQuiet, renderReport } from "../render/terminal/report.ts";
import type { Style } from "../render/terminal/style.ts";
import type { ContractReport, Report } from "../report/model.ts";
import { createReport, type ExitCode, NO_SERVICES } from "../report/outcome.ts";
import type { BatchEvent, ProgressEvent } from "../report/progress.ts";
import { cleanText } from "../text/clean-text.ts";
import { reportToGitHub } from "./github.ts";
import { compareArguments } from "./habits.ts";
import type { Host } from "./host.ts";
import { createProgressPrinter } from "./progress-printer.ts";
import { createCommandLine, splitList } from "./request.ts";
import { type EventScreen, getStyle, getWidth, stopOnError } from "./screen.ts";
import { parseReportRequests, prepareReports, type ReportRequest, writeTexts } from "./write-reports.ts";

const EVIDENCE = "--evidence";
const FILE = "run.evidence.gz";
const KEEPING: readonly string[] = OPTIONS.find(({ name }) => name === "evidence")?.commands ?? [];

/** Adds the evidence file, or a command that creates one, to the report of a failed run. */
export function addEvidence(report: Report, line: CommandLine, words: HostWords): Report {
  const isFailure = report.exitCode === 1 || report.exitCode === 3;
  // Evidence doesn't include explorers, so it can't be kept by a run that requires one.
  const requiresExplorer = line.options.some(
    ([flag, value]) => flag === "--require" && splitList(value ?? "").includes("explorer"),
  );
  if (!isFailure || requiresExplorer || !KEEPING.includes(line.command)) return report;
  const [, file] = line.options.find(([flag]) => flag === EVIDENCE) ?? [];
  const evidence =
    file === undefined ? { command: writeStep(withOptions([EVIDENCE, FILE]), { words, line }) } : { file };
  return { ...report, evidence };
}

export function addAcceptance(
  report: Report,
  { globals, options, targets }: CommandLine,
  words: HostWords,
): Report {
  const drifted = report.contracts.filter(
    ({ outcome, lock }) => outcome === "drifted" && isAcceptable(lock?.drift ?? []),
  );
  if (drifted.length === 0) return report;
  const names = drifted.map(({ lock, deployments: [first], target }) => {
    const name = lock?.name ?? first?.name ?? target.input;
    return name.includes(",") ? (target.address ?? target.input) : name;
  });
  const update = ["--update", [...new Set(names)].join(",")] as const;
  const kept = options.filter(([flag]) => flag === "--all-networks" || flag === "--local");
  const line = { command: "lock", targets, globals, options: [...kept, update] };
  const isEverywhere = kept.some(([flag]) => flag === "--all-networks");
  // The lock file only accepts verified contracts. Across networks, an address alone doesn't identify the chain.
  const verifyFirst = isEverywhere
    ? []
    : listUnverified(drifted).map((address) => ({
        command: "verify",
        targets: [address],
        globals,
        options: kept,
      }));
  return { ...report, accept: [...verifyFirst, line].map((each) => writeCommand(words, each)).join(" && ") };
}

/** Returns the addresses of new implementations that have no record. */
function listUnverified(drifted: Report["contracts"]): readonly string[] {
  const found = drifted
    .filter(({ error }) => error?.facts.some(({ value }) => value.endsWith(NO_RECORD)))
    .flatMap(({ lock }) => lock?.drift ?? [])
    .flatMap(({ kind, found }) => (kind === "implementation" && found !== null ? [found] : []));
  return [...new Set(found)];
}

export interface Screens {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly onReport?: (report: object) => void;
}

export type RunWith<Args> = (
  args: Args,
  host: Host,
  screens: Screens,
  signal: AbortSignal,
) => Promise<ExitCode>;

export type CommandRun<C extends Command> = RunWith<ArgumentsOf<C>>;

export interface Shown {
  readonly json: boolean;
  /** `format=path`, comma-separated. */
  readonly report?: string | undefined;
  readonly verbose?: boolean;
  /** Prints only a one-line verdict and no progress. @default false */
  readonly quiet?: boolean;
}

interface ShownCommand extends Shown {
  /** Paths of the run's other input and output files, which no report may overwrite. */
  readonly otherFiles: () => Promise<readonly string[]>;
  readonly line: CommandLine;
  readonly words: HostWords;
  readonly notes: () => readonly string[];
  /** Arguments typed out of habit after the address. @default none */
  readonly typed?: readonly string[];
}

export function createShownCommand(
  command: Command,
  args: Shown & { readonly evidence?: string | undefined },
  host: Host,
  names?: readonly string[],
): ShownCommand {
  const otherFiles = async () => (args.evidence === undefined ? [] : [args.evidence]);
  const line = createCommandLine(command, args, host, names);
  return { ...args, otherFiles, line, words: host.words, notes: host.notes };
}

export interface View<Event, R extends { readonly exitCode: ExitCode }> {
  readonly open: (screen: NodeJS.WriteStream) => EventScreen<Event> | Promise<EventScreen<Event>>;
  readonly render: (report: R, style: Style, width: number, isVerbose: boolean) => string | Promise<string>;
  /** The text for `--quiet`, if the command supports it. */
  readonly renderQuiet?: (report: R, style: Style) => string;
  /** @default every format */
  readonly formatNames?: readonly ReportFormat[];
  /** Loads the writers, which are large, only when a report is requested. */
  readonly formats: () => Promise<
    Readonly<Partial<Record<ReportFormat, (report: R) => string>>> & { readonly json: (report: R) => string }
  >;
  /** Returns GitHub's workflow commands, if the command reports to GitHub. */
  readonly annotate?: (report: R, toWorkspacePath: ToWorkspacePath) => readonly string[];
  /** @param done The completed report, if showing it failed. */
  readonly failed: (
    problem: VerifyContractError["problem"],
    startedAt: Date,
    line: CommandLine,
    done?: R,
  ) => R;
  /** Returns the contracts for which something may have been submitted. @default none */
  readonly submitted?: (report: R) => readonly ContractReport[];
  readonly typedNotes?: (typed: readonly string[], report: R) => readonly string[];
  readonly complete?: (report: R, line: CommandLine, words: HostWords) => R;
}

const SILENT: EventScreen<unknown> = { show: () => {}, hasWritten: () => false, [Symbol.dispose]: () => {} };

const COMMON = {
  renderQuiet,
  formats: async () => (await import("../render/formats.ts")).REPORT_FORMATS,
  annotate: formatAnnotations,
  failed: failedReport,
  submitted: ({ contracts }: Report) => contracts,
  complete: (report: Report, line: CommandLine, words: HostWords) =>
    addAcceptance(addEvidence(report, line, words), line, words),
  typedNotes: compareArguments,
} as const;

interface Events {
  readonly one: ProgressEvent;
  readonly several: BatchEvent;
}

const VIEWS: { readonly [Scope in keyof Events]: View<Events[Scope], Report> } = {
  one: { ...COMMON, open: createProgressPrinter, render: renderReport },
  // These modules aren't loaded for a single-contract run.
  several: {
    ...COMMON,
    open: async (screen) => (await import("./live-screen.ts")).createBatchScreen(screen),
    render: async (...args) => (await import("../render/terminal/batch-report.ts")).renderBatch(...args),
  },
};

export function showRun<Scope extends keyof Events>(
  scope: Scope,
  shown: ShownCommand,
  screens: Screens,
  run: (onEvent: (event: Events[Scope]) => void) => Promise<Report>,
): Promise<ExitCode> {
  return show(VIEWS[scope], shown, screens, run);
}

/** With `--json`, the report goes to stdout and progress to stderr. */
export async function show<Event, R extends { readonly exitCode: ExitCode }>(
  view: View<Event, R>,
  {
    json,
    report: option,
    verbose = false,
    quiet = false,
    otherFiles,
    line,
    words,
    notes,
    typed = [],
  }: ShownCommand,
  { stdout, stderr, onReport }: Screens,
  run: (onEvent: (event: Event) => void) => Promise<R>,
): Promise<ExitCode> {
  const startedAt = new Date();
  const screen = json ? stderr : stdout;
  let reports: readonly ReportRequest[] = [];
  let done: R | undefined;
  const write = async (report: R, requests: readonly ReportRequest[]): Promise<void> => {
    if (requests.length === 0) return;
    const formats = await view.formats();
    await writeTexts(requests, (format) => formats[format]?.(report) ?? "");
  };
  const toJson = async (report: R): Promise<string> => (await view.formats()).json(report);
  const toGitHub = async (report: R): Promise<void> => {
    const { annotate } = view;
    if (annotate === undefined) return;
    const summarize = async () => (await view.formats()).markdown?.(report) ?? "";
    await reportToGitHub((toPath) => annotate(report, toPath), summarize, screen, stderr);
  };
  try {
    const requests = option === undefined ? [] : parseReportRequests(option, view.formatNames);
    await prepareReports(requests, requests.length === 0 ? [] : await otherFiles());
    reports = requests;
    const said = notes().filter(() => !quiet);
    for (const note of said) screen.write(`${getStyle(screen).warn("!")} ${note}\n`);
    using events = quiet ? SILENT : await view.open(screen);
    const progress = stopOnError(events.show);
    const ended = await run(progress.run);
    const report = view.complete?.(ended, line, words) ?? ended;
    events[Symbol.dispose]();
    done = report;
    progress.rethrow();
    const found = quiet ? [] : (view.typedNotes?.(typed, report) ?? []);
    for (const note of found) screen.write(`${getStyle(screen).warn("!")} ${cleanText(note)}\n`);
    if (!json) {
      const [style, width] = [getStyle(stdout), getWidth(stdout)];
      const short = quiet ? view.renderQuiet?.(report, style) : undefined;
      const text = short ?? (await view.render(report, style, width, verbose));
      stdout.write(`${said.length + found.length > 0 || events.hasWritten() ? "\n" : ""}${text}\n`);
    }
    await write(report, reports);
    // The report is printed after the files are written. If writing fails, only the report on that failure goes to
    // stdout.
    const document = json ? await toJson(report) : undefined;
    await toGitHub(report);
    if (document !== undefined) stdout.write(document);
    onReport?.(report);
    return report.exitCode;
  } catch (error) {
    const known =
      error instanceof VerifyContractError ? error : done && unforeseen(error, view.submitted?.(done));
    if (known === undefined) throw error;
    const shown = known.for({ words, line });
    const isMistake = known !== error;
    const failed = view.failed(shown.problem, startedAt, line, isMistake ? done : undefined);
    // A report file from an earlier run must not be mistaken for the current report. If a completed run can't write
    // one file, its other reports stay valid.
    const outdated = isMistake || done === undefined ? reports : [];
    const ways = [
      ...outdated.map((request) => () => write(failed, [request])),
      // A program reading stdout always gets a report.
      async () => void (json && stdout.write(await toJson(failed))),
      () => toGitHub(failed),
    ];
    // The same failure may occur again.
    for (const way of ways) await way().catch(() => {});
    throw shown;
  }
}

const COMMANDS = ["verify", "check", "deployments", "lock"] as const;

function failedReport(
  problem: VerifyContractError["problem"],
  startedAt: Date,
  { command }: CommandLine,
  done?: Report,
): Report {
  return createReport({
    command: COMMANDS.find((each) => each === command),
    network: null,
    services: NO_SERVICES,
    contracts: [],
    ...done,
    startedAt,
    finishedAt: new Date(),
    error: problem,
  });
}
