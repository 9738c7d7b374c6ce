import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { readText } from "../builds/json-file.ts";
import { advice } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import { mergeReports } from "../report/merge-reports.ts";
import { type NamedReport, readReport, unmergeable } from "../report/read-report.ts";
import { explainFileError } from "../text/file-reason.ts";
import { distinct } from "../text/is-object.ts";
import { guardRun } from "./guard-run.ts";
import { type CommandRun, createShownCommand, showRun } from "./show-run.ts";

export const merge: CommandRun<"merge"> = (args, host, screens) => {
  const { reports } = args;
  const command = createShownCommand("merge", args, host);
  const shown = { ...command, notes: () => [], otherFiles: () => listFiles(reports) };
  return showRun("several", shown, screens, () =>
    guardRun(host, undefined, async () => mergeReports(await readReports(reports))),
  );
};

/** Maximum file size in bytes: four times the size of a report on a thousand contracts. */
const LARGEST = 64 * 1024 * 1024;

export async function readReports(
  places: readonly string[],
): Promise<readonly [NamedReport, ...NamedReport[]]> {
  const reports: NamedReport[] = [];
  for (const file of await listFiles(places)) reports.push(readReport(file, await readJson(file)));
  const [first, ...others] = reports;
  if (first === undefined)
    throw new VerifyContractError("VC115", {
      values: { option: "merge", needed: "reports, or folders with reports" },
      next: advice("pass reports written by --report json=…"),
    });
  return [first, ...others];
}

/** Lists each file once, in the original order. */
async function listFiles(places: readonly string[]): Promise<readonly string[]> {
  const files: string[] = [];
  for (const place of places) files.push(...(await listFilesAt(place)));
  return distinct(files, (file) => path.resolve(file));
}

async function listFilesAt(place: string): Promise<readonly string[]> {
  const known = await stat(place).catch((cause: unknown) => {
    throw unreadable(place, cause);
  });
  if (!known.isDirectory()) return [place];
  const names = (await readdir(place)).filter((name) => name.endsWith(".json")).sort();
  if (names.length === 0) throw unmergeable(place, ["the folder contains no .json file"]);
  return names.map((name) => path.join(place, name));
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readText(file, LARGEST));
  } catch (cause) {
    throw unreadable(file, cause);
  }
}

function unreadable(file: string, cause: unknown): VerifyContractError {
  return unmergeable(file, [explainFileError(cause)], cause);
}
