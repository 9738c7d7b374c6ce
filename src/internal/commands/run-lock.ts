import path from "node:path";
import { displayPath } from "../builds/read-candidates.ts";
import { isLockable } from "../deployments/lock/lock-entry.ts";
import { LOCK_FILE } from "../deployments/lock/lock-model.ts";
import { lockText } from "../deployments/lock/lock-text.ts";
import { readLockIfAny } from "../deployments/lock/read-lock.ts";
import { type UpdatedLock, updatedLock } from "../deployments/lock/updated-lock.ts";
import { advice } from "../errors/next-step.ts";
import { problem, VerifyContractError } from "../errors/problem.ts";
import type { ContractReport, Report } from "../report/model.ts";
import { exitCodeOfAll } from "../report/outcome.ts";
import { askedNetworks, networkOf } from "../report/report-network.ts";
import type { Host } from "./host.ts";
import type { LockRequest } from "./lock-request.ts";
import { writeReportFile } from "./report-file.ts";
import { type OnFound, runLocking } from "./run-batch.ts";

/** What came of a run that writes the lock file. */
export interface Locked {
  readonly report: Report;
  /** Undefined where it was not written. */
  readonly written?: Pick<UpdatedLock, "added" | "changed" | "removed" | "weaker"> & {
    readonly file: string;
    readonly total: number;
  };
}

/**
 * Checks what was deployed, and writes what was proven into the lock file: all of it, or nothing.
 *
 * @throws VerifyContractError for wrong use and broken environments; VC711 for a lock file that can't be read, VC715 for one
 *   that can't be written.
 */
export async function runLock(request: LockRequest, host: Host, onFound: OnFound): Promise<Locked> {
  const report = await runLocking(request, host, onFound);
  const { contracts } = report;
  const isLocked = request.allowUnverified === true ? hasFingerprint : isLockable;
  const left = contracts.filter((contract) => !isLocked(contract));
  if (report.error !== undefined || contracts.length === 0) return { report };
  if (left.length > 0) return { report: refused(report, left) };

  const { root } = await host.projectPaths();
  const before = (await readLockIfAny(root)) ?? [];
  const isWhole = request.update === undefined && (request.targets ?? []).length === 0;
  const updated = updatedLock(before, {
    contracts,
    chainIdOf: (contract) => networkOf(report, contract)?.chainId,
    wholeChains: new Set(isWhole ? askedNetworks(report).map(({ chainId }) => chainId) : []),
    source: report.source,
    now: new Date(report.finishedAt),
  });
  const file = path.join(root, LOCK_FILE);
  await writeReportFile(file, lockText(updated.lock)).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new VerifyContractError("VC715", {
      values: { file: LOCK_FILE },
      facts: [["Reason", reason]],
      cause,
    });
  });
  const { lock, ...counts } = updated;
  return {
    // What is not verified was accepted, and its entry says so.
    report: { ...report, exitCode: 0 },
    written: { file: displayPath(file, root), total: lock.length, ...counts },
  };
}

function hasFingerprint({ fingerprint }: ContractReport): boolean {
  return fingerprint !== undefined;
}

/** The lock file stays as it was. */
function refused(report: Report, left: readonly ContractReport[]): Report {
  const names = left.map(({ deployments: [first], target }) => first?.name ?? target.input);
  const error = problem("VC713", {
    values: { count: left.length, total: report.contracts.length },
    facts: [
      ...names.slice(0, 10).map((name) => ["Not verified", name] as const),
      ["And", names.length > 10 ? `${names.length - 10} more` : undefined],
    ],
    next: advice("verify them, or add --allow-unverified"),
  });
  return { ...report, error, exitCode: exitCodeOfAll(report.contracts, error) };
}
