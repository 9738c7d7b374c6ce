import type { ContractReport } from "../../src/report.ts";
import type { Target } from "./truth.ts";

/** Outcomes of a contract that the build has. */
const GOOD = new Set(["verified", "already-verified"]);

/** What was raised against a contract that is as it should be. */
export function alarmsOf(
  report: ContractReport,
  target: Pick<Target, "contract" | "isLiar"> | undefined,
): readonly string[] {
  const { checks, outcome, error, proxyUnknown } = report;
  // A service that believes a slot is contradicted, and that is what the check is for.
  const failed = checks.filter(
    ({ id, status }) => status === "failed" && !(id === "proxy" && target?.isLiar === true),
  );
  const alarms = failed.map(
    ({ id, expected, actual, reason = "" }) => `${id}: expected ${expected}, got ${actual}. ${reason}`,
  );
  const isUndecided = proxyUnknown !== undefined && outcome === "unavailable";
  const isContradicted = outcome === "check-failed" && failed.length === 0;
  const isBad = target?.contract !== undefined && !GOOD.has(outcome) && !isUndecided && !isContradicted;
  return isBad ? [...alarms, `${outcome} ${error?.code ?? ""} ${error?.message ?? ""}`] : alarms;
}
