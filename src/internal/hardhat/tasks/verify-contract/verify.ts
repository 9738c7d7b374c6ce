import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";

import { VerifyContractError } from "../../../errors/problem.ts";
import { makeReport, NO_SERVICES } from "../../../pipeline/make-report.ts";
import type { ExitCode } from "../../../pipeline/outcome.ts";
import { REPORT_FORMATS } from "../../../reports/formats.ts";
import type { Report } from "../../../reports/model.ts";
import { parseReportRequests } from "../../../reports/report-request.ts";
import { renderReport } from "../../../reports/terminal/report.ts";
import { styleOf, widthOf } from "../../screen.ts";
import { parseTimeout } from "../../timeout-option.ts";
import { verifyWithHre } from "../../verify-with-hre.ts";
import { prepareReports, writeReports } from "../../write-reports.ts";
import { progressPrinter } from "./progress-printer.ts";

/** The task's arguments, as Hardhat parses them. */
export interface VerifyArguments {
  readonly target: string;
  readonly contract: string | undefined;
  readonly creationTxHash: string | undefined;
  readonly buildInfo: string | undefined;
  readonly stdJsonInput: string | undefined;
  readonly compilerVersion: string | undefined;
  readonly sources: string;
  readonly minMatch: string | undefined;
  readonly requireCreation: boolean;
  readonly followProxy: boolean;
  readonly force: boolean;
  readonly dryRun: boolean;
  readonly json: boolean;
  readonly report: string | undefined;
  readonly timeout: string | undefined;
}

/** Where a person or a program reads. */
export interface Screens {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}

/**
 * Verifies, shows what goes on, and writes the reports. With `--json` the report goes to stdout, and what goes on
 * to stderr.
 */
export async function verify(
  args: VerifyArguments,
  hre: HardhatRuntimeEnvironment,
  { stdout, stderr }: Screens,
  signal: AbortSignal,
): Promise<ExitCode> {
  const startedAt = new Date();
  const screen = args.json ? stderr : stdout;
  using progress = progressPrinter(screen);
  try {
    const reports = args.report === undefined ? [] : parseReportRequests(args.report);
    await prepareReports(reports);
    const report = await verifyWithHre({ ...requestOf(args), signal, onProgress: progress.show }, hre);
    progress[Symbol.dispose]();
    if (!args.json) stdout.write(`\n${renderReport(report, styleOf(stdout), widthOf(stdout))}\n`);
    await writeReports(report, reports);
    // After the files: when one can't be written, the report of that is the one document on stdout.
    if (args.json) stdout.write(REPORT_FORMATS.json(report));
    return report.exitCode;
  } catch (error) {
    // A program that reads stdout gets a report in any case.
    if (args.json && error instanceof VerifyContractError)
      stdout.write(REPORT_FORMATS.json(failedReport(error, startedAt)));
    throw error;
  }
}

function requestOf(args: VerifyArguments): Parameters<typeof verifyWithHre>[0] {
  return {
    address: args.target,
    contract: args.contract,
    creationTransactionHash: args.creationTxHash,
    buildInfo: args.buildInfo,
    stdJsonInput: args.stdJsonInput,
    compilerVersion: args.compilerVersion,
    // Checked where requests of programs are checked too.
    sources: args.sources as "auto",
    minMatch: args.minMatch as "match" | undefined,
    requireCreation: args.requireCreation,
    followProxy: args.followProxy,
    force: args.force,
    dryRun: args.dryRun,
    timeout: args.timeout === undefined ? undefined : parseTimeout(args.timeout),
  };
}

function failedReport({ problem }: VerifyContractError, startedAt: Date): Report {
  return makeReport({
    startedAt,
    finishedAt: new Date(),
    network: null,
    services: NO_SERVICES,
    contracts: [],
    error: { ...problem, facts: [...problem.facts] },
  });
}
