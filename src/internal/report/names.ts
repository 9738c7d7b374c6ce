import { type ContractName, createContractName, hasFittingName, splitName } from "../domain/build.ts";
import { advice } from "../errors/next-step.ts";
import { type ProblemDetails, problem } from "../errors/problem.ts";
import type { Check, Claim, ContractReport, GivenName } from "./model.ts";
import { getExitCode, OUTCOMES } from "./outcome.ts";
import { getAddress } from "./report-network.ts";

export function wrongName(address: string, name: string, found: string): ProblemDetails {
  return {
    values: { address, name, found },
    next: advice("correct the name, or leave the contract out"),
  };
}

export function refutedName(found: string): Pick<ContractReport, "claims" | "verdict"> {
  return {
    claims: [{ id: "deployment", state: "refuted", witnesses: ["chain", "deployment"], reason: found }],
    verdict: "refuted",
  };
}

function openName({ name, by }: GivenName, found: string): Claim {
  const reason =
    by === "guess"
      ? `its name ${name} is a guess, and ${found} runs there`
      : `there is no evidence that its name ${name} belongs to ${found}, which runs there`;
  return { id: "deployment", state: "open", witnesses: [], reason };
}

/** Judges names given to code without sources: each must be the name of a contract in `runs` (one per hop). */
export function judgeNames(report: ContractReport, runs: readonly ContractReport[]): ContractReport {
  const { named = [], knownCode } = report;
  const wrong = named.filter(({ name }) => !runs.some((each) => hasName(each, name)));
  const [refuted] = wrong.filter(({ by }) => by !== "guess");
  const end = runs.at(-1);
  const found = end === undefined ? (knownCode?.name ?? "code without sources") : foundWords(end);
  if (refuted !== undefined && end !== undefined) {
    // Unless a build or an exact record identifies the last contract, nothing refutes the name.
    if (getIdentity(end) === undefined) return { ...report, claims: [openName(refuted, found)] };
    const error = problem("VC209", wrongName(getAddress(report), refuted.name, found));
    return { ...report, ...refutedName(found), outcome: "check-failed", error };
  }
  const [guess] = wrong;
  return guess === undefined || wrong.length < named.length || guess.by !== "guess"
    ? report
    : { ...report, claims: [openName(guess, found)] };
}

/**
 * Determines whether a compiled proxy may be recorded under its implementation's name. The implementation must have
 * that name, and the run must include its report. Otherwise the `deployment` claim is refuted, unless the
 * implementation can't be identified or one of its witnesses didn't answer.
 */
export function judgeProxyNames(report: ContractReport, runs: readonly ContractReport[]): ContractReport {
  const { named = [], checks, claims = [] } = report;
  const check = checks.find(({ id, status }) => id === "recorded-contract" && status === "unknown");
  if (check === undefined) return report;
  const { reason: _, ...compared } = check;
  const decided = (as: Check) => checks.map((each) => (each === check ? as : each));
  const judged = (as: Pick<Claim, "state" | "witnesses" | "reason" | "mayClose">) =>
    claims.map((each) => (each.id === "deployment" && each.state !== "refuted" ? { ...each, ...as } : each));
  const [wrong] = named.filter(({ name }) => !runs.some((each) => hasName(each, name)));
  const end = runs.at(-1);
  const run = end === undefined ? "an unknown contract" : foundWords(end);
  const actual = `${compared.actual}, a proxy of ${run}`;
  if (wrong === undefined) {
    const { expected: __, ...own } = compared;
    return { ...report, checks: decided({ ...own, status: "passed", actual }) };
  }
  const mayClose = end !== undefined && getExitCode(end.outcome) === 3;
  if (end !== undefined && getIdentity(end) === undefined && (mayClose || isGood(end))) {
    const reason = `its deployment record names ${wrong.name}, and ${run} runs there`;
    return { ...report, claims: judged({ state: "open", witnesses: [], reason, mayClose }) };
  }
  return {
    ...report,
    outcome: "check-failed",
    error:
      report.outcome === "check-failed" && report.error !== undefined
        ? report.error
        : problem("VC209", wrongName(getAddress(report), wrong.name, actual)),
    checks: decided({ ...compared, status: "failed", expected: wrong.name, actual }),
    claims: judged({ state: "refuted", witnesses: check.witnesses, reason: check.id }),
    verdict: "refuted",
  };
}

function foundWords(end: ContractReport): string {
  const at = getAddress(end);
  const identity = getIdentity(end);
  if (identity !== undefined) return `${identity.fullyQualifiedName} at ${at}`;
  return isGood(end) ? `an unnamed contract at ${at}` : `an unproven contract at ${at}`;
}

function hasName(report: ContractReport, name: string): boolean {
  const identity = getIdentity(report);
  return identity !== undefined && hasFittingName(name, identity);
}

function isGood({ outcome }: ContractReport): boolean {
  return getExitCode(outcome) === 0 && OUTCOMES[outcome].isNotJudged !== true;
}

/** Unless the match is exact, someone else may have chosen the name. */
function getIdentity(report: ContractReport): ContractName | undefined {
  const { contract, relation, match } = report;
  if (contract !== null) return { ...contract, inputSourceName: splitName(contract.identifier).path };
  const storedAs = relation?.storedAs;
  if (storedAs === undefined || match?.match !== "exact_match" || !isGood(report)) return undefined;
  const { path, name } = splitName(storedAs);
  return createContractName(name, path);
}

/** Some records contain the contract's role or address instead of its name, so the name comes from its build. */
export function recordedName({
  deployments: [origin],
  contract,
  target,
}: ContractReport): string | undefined {
  if (origin === undefined) return undefined;
  const isAddress = [target.input, target.address, target.contractId].some(
    (place) => place?.toLowerCase() === origin.name.toLowerCase(),
  );
  if (isAddress) return contract?.name;
  return origin.naming === "role" ? (contract?.name ?? origin.name) : origin.name;
}
