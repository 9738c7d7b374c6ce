import path from "node:path";
import { formatPath } from "../builds/read-candidates.ts";
import { lockText, readLockIfAny } from "../deployments/lock/lock-file.ts";
import { LOCK_FILE } from "../deployments/lock/lock-model.ts";
import { isLockable, updatedLock } from "../deployments/lock/updated-lock.ts";
import { advice } from "../errors/next-step.ts";
import { type ProblemDetails, problem, VerifyContractError } from "../errors/problem.ts";
import type { ContractReport, Report } from "../report/model.ts";
import { getExitCode, getRunExitCode } from "../report/outcome.ts";
import { formatCount, joinWords, shortenList } from "../text/amounts.ts";
import { cleanText } from "../text/clean-text.ts";
import { explainFileError } from "../text/file-reason.ts";
import type { Host } from "./host.ts";
import { createRequest, type Requests } from "./request.ts";
import { run } from "./run.ts";
import { getStyle } from "./screen.ts";
import { type CommandRun, createShownCommand, showRun } from "./show-run.ts";
import { tryReportFile, writeReportFile } from "./write-reports.ts";

export const lock: CommandRun<"lock"> = async (args, host, screens, signal) => {
  let written: Awaited<ReturnType<typeof runLock>>["written"];
  const otherFiles = async () => [await getLockFile(host)];
  const shown = { ...createShownCommand("lock", args, host), otherFiles };
  const exitCode = await showRun("several", shown, screens, async (onProgress) => {
    const locked = await runLock(createRequest("lock", args, { signal, onProgress }), host);
    written = locked.written;
    return locked.report;
  });
  if (written !== undefined) {
    const { file, total, added, changed, removed, weaker } = written;
    const screen = args.json ? screens.stderr : screens.stdout;
    const parts = [`${added} new`, `${changed.length} changed`, `${removed.length} removed`].join(", ");
    screen.write(`\nWrote ${file}: ${formatCount(total, "contract")}, ${parts}.\n`);
    if (changed.length > 0) screen.write(`  Changed: ${joinNames(changed)}\n`);
    if (removed.length > 0) screen.write(`  Removed: ${joinNames(removed)}\n`);
    if (weaker.length > 0)
      screen.write(
        `${getStyle(screen).warn("!")} Less is proven than before for ${joinNames(weaker)}: review the change before you commit it.\n`,
      );
  }
  return exitCode;
};

const MOST_NAMES = 10;

function joinNames(names: readonly string[]): string {
  const shown = names.map((name) => cleanText(name));
  return joinWords(shortenList(shown, MOST_NAMES, (rest) => `${rest} more`));
}

/** Writes either all contracts to the lock file or none. `written` is undefined if the file wasn't written. */
export async function runLock(request: Requests["lock"], host: Host) {
  const report = await run("lock", request, host, {
    // If the file can't be written, the error should appear before a long run, not after it.
    onFound: async () => void (await tryReportFile(await getLockFile(host)).catch(refuseUnwritable)),
  });
  const { contracts } = report;
  if (report.error !== undefined || contracts.length === 0) return { report };
  const refused = refuseLock(report, request.allowUnverified ?? false);
  if (refused !== undefined) return { report: refused };

  const { root } = await host.projectPaths();
  // Reads the file again, because another run may have changed it in the meantime.
  const before = (await readLockIfAny(root)) ?? [];
  const isWhole = request.update === undefined && (request.targets ?? []).length === 0;
  const updated = updatedLock(before, request.update === undefined ? report : selectNamed(report), isWhole);
  const file = path.join(root, LOCK_FILE);
  await writeReportFile(file, lockText(updated.lock)).catch(refuseUnwritable);
  const { lock, ...counts } = updated;
  // With `--allow-unverified`, unverified contracts don't fail the run. Their entries are marked.
  const locked: Report = { ...report, exitCode: 0 };
  return { report: locked, written: { file: formatPath(file, root), total: lock.length, ...counts } };
}

/** `--update` also checks the contracts whose code the named ones run, but changes only the named ones' entries. */
function selectNamed(report: Report): Report {
  return { ...report, contracts: report.contracts.filter(({ relation }) => relation?.because === undefined) };
}

async function getLockFile(host: Host): Promise<string> {
  const { root } = await host.projectPaths();
  return path.join(root, LOCK_FILE);
}

function refuseUnwritable(cause: unknown): never {
  const facts = [["Reason", explainFileError(cause)]] as const;
  throw new VerifyContractError("VC715", { values: { file: LOCK_FILE }, facts, cause });
}

/** An outage proves nothing about a contract, so the affected contracts are never locked, not even as unverified. */
function refuseLock(report: Report, mayBeUnverified: boolean): Report | undefined {
  const { contracts } = report;
  const unknown = contracts.filter(({ outcome }) => getExitCode(outcome) === 3);
  const known = contracts.filter((contract) => !unknown.includes(contract));
  const unverified = known.filter((contract) =>
    mayBeUnverified ? contract.fingerprint === undefined : !isLockable(contract),
  );
  const isUnverified = unverified.length > 0;
  const refused = isUnverified ? unverified : unknown;
  if (refused.length === 0) return undefined;
  const unlock = mayBeUnverified ? "remove their deployment records" : "add --allow-unverified";
  const error = problem(isUnverified ? "VC713" : "VC716", {
    values: { file: LOCK_FILE, count: refused.length, total: contracts.length },
    facts: toFacts(isUnverified ? "Not verified" : "Unknown", refused),
    next: advice(isUnverified ? `verify them, or ${unlock}` : "run the command again"),
  });
  return { ...report, error, exitCode: getRunExitCode(refused, error) };
}

function toFacts(label: string, contracts: readonly ContractReport[]): NonNullable<ProblemDetails["facts"]> {
  const names = contracts.map(({ deployments: [first], target }) => first?.name ?? target.input);
  const more = names.length - MOST_NAMES;
  return [
    ...names.slice(0, MOST_NAMES).map((name) => [label, name] as const),
    ["And", more > 0 ? `${more} more` : undefined],
  ];
}
