import { isLockable } from "../deployments/lock/lock-entry.ts";
import { LOCK_FILE } from "../deployments/lock/lock-model.ts";
import { advice } from "../errors/next-step.ts";
import { type ProblemDetails, problem } from "../errors/problem.ts";
import type { ContractReport, Report } from "../report/model.ts";
import { exitCodeOf, exitCodeOfAll } from "../report/outcome.ts";

/**
 * The report of a run that does not write the lock file; undefined where it may. An outage says nothing of a contract, so
 * that what it hid is never locked, not even as unverified.
 */
export function refusedLock(report: Report, mayBeUnverified: boolean): Report | undefined {
  const { contracts } = report;
  const unknown = contracts.filter(({ outcome }) => exitCodeOf(outcome) === 3);
  const known = contracts.filter((contract) => !unknown.includes(contract));
  const isLocked = mayBeUnverified ? hasFingerprint : isLockable;
  const unverified = known.filter((contract) => !isLocked(contract));
  const total = contracts.length;
  if (unverified.length > 0) {
    const error = problem("VC713", {
      values: { count: unverified.length, total },
      facts: named("Not verified", unverified),
      next: advice(
        mayBeUnverified
          ? "verify them, or remove their deployment records"
          : "verify them, or add --allow-unverified",
      ),
    });
    return { ...report, error, exitCode: exitCodeOfAll(unverified, error) };
  }
  if (unknown.length === 0) return undefined;
  const error = problem("VC716", {
    values: { file: LOCK_FILE, count: unknown.length, total },
    facts: named("Can't tell", unknown),
    next: advice("run it again"),
  });
  return { ...report, error, exitCode: exitCodeOfAll(unknown, error) };
}

const MOST_NAMES = 10;

function named(label: string, contracts: readonly ContractReport[]): NonNullable<ProblemDetails["facts"]> {
  const names = contracts.map(({ deployments: [first], target }) => first?.name ?? target.input);
  const more = names.length - MOST_NAMES;
  return [
    ...names.slice(0, MOST_NAMES).map((name) => [label, name] as const),
    ["And", more > 0 ? `${more} more` : undefined],
  ];
}

function hasFingerprint({ fingerprint }: ContractReport): boolean {
  return fingerprint !== undefined;
}
