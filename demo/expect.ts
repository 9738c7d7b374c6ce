import { readFile } from "node:fs/promises";

import type { ContractReport, Report } from "hardhat-verify-contract/report";

/** The contracts of a report that the demo had written. */
export async function contractsIn(file: string): Promise<readonly ContractReport[]> {
  const { contracts } = JSON.parse(await readFile(file, "utf8")) as Report;
  return contracts;
}

/** The contract of a report of one. */
export async function contractIn(file: string): Promise<ContractReport> {
  const [contract] = await contractsIn(file);
  if (contract === undefined) throw new Error(`${file} has no contract`);
  return contract;
}

/** The demo shows only what is so. */
export function promise(kept: boolean, what: string): void {
  if (!kept) throw new Error(`Not as promised: ${what}`);
}

/** Exact on both sides, with every check passed that applies. */
export function promiseExact({ outcome, match, checks }: ContractReport, name: string): void {
  promise(outcome === "verified", `${name} is verified, not ${outcome}`);
  promise(match?.creationMatch === "exact_match", `the creation code of ${name} matches exactly`);
  promise(match?.runtimeMatch === "exact_match", `the runtime code of ${name} matches exactly`);
  const open = checks.filter(({ status }) => status !== "passed" && status !== "skipped").map(({ id }) => id);
  promise(checks.length > 0 && open.length === 0, `all checks of ${name} passed, but for ${open.join(", ")}`);
}
