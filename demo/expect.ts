import { readFile } from "node:fs/promises";
import type { ContractReport, Report } from "hardhat-verify-contract/report";

/** Reads the contracts of a report that the demo had written. */
export async function contractsIn(file: string): Promise<readonly ContractReport[]> {
  const { contracts } = JSON.parse(await readFile(file, "utf8")) as Report;
  return contracts;
}

/** Throws unless a claim made by the demo is true. */
export function promise(kept: boolean, what: string): void {
  if (!kept) throw new Error(`Not as promised: ${what}`);
}

/** Throws unless the outcome is as expected, both sides match exactly and all applicable checks passed. */
export function promiseExact(
  { contract, outcome, match, checks }: ContractReport,
  expected: ContractReport["outcome"],
): void {
  const name = contract?.name;
  promise(outcome === expected, `${name} is ${expected}, not ${outcome}`);
  promise(match?.creationMatch === "exact_match", `the creation code of ${name} matches exactly`);
  promise(match?.runtimeMatch === "exact_match", `the runtime code of ${name} matches exactly`);
  const open = checks.filter(({ status }) => status !== "passed" && status !== "skipped").map(({ id }) => id);
  promise(checks.length > 0 && open.length === 0, `all checks of ${name} passed, but for ${open.join(", ")}`);
}
