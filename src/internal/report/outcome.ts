import { TOOL } from "../domain/tool.ts";
import { catalogueEntry } from "../errors/catalogue.ts";
import { withoutUndefined } from "../text/is-object.ts";
import type { ContractReport, Outcome, Problem, Report } from "./model.ts";

/** 0: good enough. 1: needs attention. 2: usage error. 3: can't tell, run it again. */
export type ExitCode = Report["exitCode"];

/** `good`: the best result. `weak`: less than the best. `unknown`: can't tell. `wrong`: needs action. */
export type OutcomeKind = "good" | "weak" | "unknown" | "wrong";

interface OutcomeRow {
  readonly kind: OutcomeKind;
  readonly label: string;
  /** The service has a record of the contract, and the record was proven. */
  readonly isVerified?: true;
  /** The contract has no sources, so no claims can be made about it. */
  readonly hasNoSources?: true;
  /** No claims apply, as for a dry run or a minimal proxy. */
  readonly hasNoClaims?: true;
  /** The stored match is compared with the contract and shown. */
  readonly showsMatch?: true;
  /** The contract belongs to someone else and can't worsen the run's result. */
  readonly isNotJudged?: true;
}

export const OUTCOMES: Readonly<Record<Outcome, OutcomeRow>> = {
  verified: { kind: "good", label: "verified", isVerified: true, showsMatch: true },
  "already-verified": { kind: "good", label: "already verified", isVerified: true, showsMatch: true },
  "as-locked": { kind: "good", label: "as locked" },
  "dry-run": { kind: "weak", label: "dry run", hasNoClaims: true },
  "minimal-proxy": { kind: "weak", label: "minimal proxy", hasNoSources: true, hasNoClaims: true },
  "known-code": { kind: "weak", label: "known code", hasNoSources: true, hasNoClaims: true },
  "of-others": { kind: "weak", label: "third-party", showsMatch: true, isNotJudged: true },
  mismatch: { kind: "wrong", label: "mismatch", showsMatch: true },
  "check-failed": { kind: "wrong", label: "check failed" },
  "not-deployed": { kind: "wrong", label: "not deployed", hasNoClaims: true },
  "no-build": { kind: "wrong", label: "no build" },
  rejected: { kind: "wrong", label: "rejected" },
  "not-proven": { kind: "wrong", label: "not proven" },
  drifted: { kind: "wrong", label: "drifted" },
  unavailable: { kind: "unknown", label: "can't tell" },
  "timed-out": { kind: "unknown", label: "timed out" },
  "not-tried": { kind: "unknown", label: "not tried" },
};

const EXIT_CODES = { good: 0, weak: 0, wrong: 1, unknown: 3 } as const satisfies Record<
  OutcomeKind,
  ExitCode
>;

export function getExitCode(outcome: Outcome): ExitCode {
  return EXIT_CODES[OUTCOMES[outcome].kind];
}

export function worstExitCode(codes: readonly ExitCode[]): ExitCode {
  return ([2, 1, 3] as const).find((code) => codes.includes(code)) ?? 0;
}

export function getRunExitCode(
  contracts: readonly Pick<ContractReport, "outcome">[],
  error: Problem | undefined,
): ExitCode {
  const codes = contracts.map(({ outcome }) => getExitCode(outcome));
  return worstExitCode(error === undefined ? codes : [...codes, catalogueEntry(error.code)?.exitCode ?? 2]);
}

export function isStop({ code }: Pick<Problem, "code">): boolean {
  return catalogueEntry(code)?.isStop === true;
}

export function summarizeOutcomes(contracts: readonly Pick<ContractReport, "outcome">[]): Report["summary"] {
  const outcomes: Partial<Record<Outcome, number>> = {};
  for (const { outcome } of contracts) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  return { total: contracts.length, outcomes };
}

export type ReportParts = Pick<Report, "network" | "services" | "contracts"> & {
  readonly [Key in "command" | "source" | "networks" | "shard" | "passedOver" | "error"]?:
    | Report[Key]
    | undefined;
} & { readonly startedAt: Date; readonly finishedAt: Date };

export const NO_SERVICES: Report["services"] = { verification: null, query: null, status: null };

export function createReport({ shard = null, passedOver = [], ...parts }: ReportParts): Report {
  const { command, source, startedAt, finishedAt, network, networks, services, contracts, error } = parts;
  return withoutUndefined({
    schema: "verify-contract/1" as const,
    tool: { ...TOOL },
    command,
    source,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt.toISOString(),
    network,
    networks,
    services,
    shard,
    contracts,
    passedOver,
    summary: summarizeOutcomes(contracts),
    exitCode: getRunExitCode(contracts, error),
    error,
  });
}
