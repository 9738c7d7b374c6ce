import { isOfSameInput } from "../../cross-check/compare/of-same-input.ts";
import { canImprove, isExact } from "../../domain/match.ts";
import type { ContractRecord } from "../../domain/record.ts";
import type { Run } from "../run.ts";
import type { Attempt } from "./attempt.ts";

/**
 * Whether the stored record makes submitting an input unnecessary.
 *
 * @param mayBeOurs A submission of this input may have arrived, so the record may show its match.
 */
export async function isStored(
  run: Run,
  { facts, stored, build }: Attempt,
  mayBeOurs: boolean,
): Promise<boolean> {
  const record = await readToCompare(run, facts.address);
  if (record === undefined || hasSameMatch(record, stored)) return false;
  // This project has not compiled the input, so a match of another input says nothing about it.
  if (build.compiled === undefined && !isExact(record) && !isOfSameInput(record, build)) return false;
  // The match of another submission is enough only where this build can't improve it.
  return mayBeOurs || !canImprove(record, build.expected);
}

/** The stored match, and of a given input what to compare with it. */
export function readToCompare(run: Run, address: string): Promise<ContractRecord | undefined> {
  const { chainId, signal } = run.ports;
  const isGiven = run.request.buildSource.kind === "standard-json-input";
  return isGiven
    ? run.verification().contract(chainId, address, { fields: ["stdJsonInput", "compilation"], signal })
    : run.verification().contract(chainId, address, { signal });
}

function hasSameMatch(one: ContractRecord, other: ContractRecord | undefined): boolean {
  return one.runtimeMatch === other?.runtimeMatch && one.creationMatch === other?.creationMatch;
}
