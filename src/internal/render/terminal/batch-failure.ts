import type { Check, Problem, Report } from "../../report/model.ts";
import { isOverSeveral } from "../../report/report-network.ts";
import type { ContractRow } from "../words/batch-words.ts";
import { chainWords } from "../words/facts.ts";
import { checkLines } from "./checks.ts";
import { labelled, wrap } from "./layout.ts";
import { renderProblem } from "./problem.ts";
import type { Style } from "./style.ts";

/** One failed contract: its name, the checks that did not pass, the problem and the next step. */
export function failureBlock(report: Report, row: ContractRow, style: Style, width: number): string {
  const { contract, verdict } = row;
  const { checks, error, deployments } = contract;
  const address = addressOf(report, row);
  const failed = checks.filter(({ status }) => status === "failed" || status === "unknown");
  const [first = "", ...more] = wrap(headingOf(row), width - 2);
  return [
    `${style[verdict.tone](verdict.symbol)} ${style.bold(first)}`,
    ...more.map((line) => `  ${style.bold(line)}`),
    ...labelled(
      { label: "Address", lines: isIn(error, address) ? [] : [{ text: address }] },
      { width, paintLabel: style.dim },
    ),
    ...labelled(
      { label: "Named in", lines: deployments.map(({ file }) => ({ text: file })) },
      { width, paintLabel: style.dim },
    ),
    ...wrap(verdict.text, width - 2).map((line) => `  ${line}`),
    ...checkLines(failed, style, width),
    ...(error === undefined ? [] : indented(renderProblem(withoutChecks(error, failed), style, width - 2))),
  ].join("\n");
}

/** "VaultModule#Vault, contracts/Vault.sol:Vault, proxy of Counter" */
function headingOf({ name, contract, proxy }: ContractRow): string {
  return [name, contract.contract?.fullyQualifiedName ?? "", proxy].filter((text) => text !== "").join(", ");
}

/** Drops the facts that the table of checks shows. */
function withoutChecks(error: Problem, checks: readonly Check[]): Problem {
  const ids = new Set<string>(checks.map(({ id }) => id));
  return { ...error, facts: error.facts.filter(({ label }) => !ids.has(label)) };
}

function isIn(error: Problem | undefined, value: string): boolean {
  return error?.facts.some((fact) => fact.value === value) ?? false;
}

function addressOf(report: Report, { address, network }: ContractRow): string {
  if (network === null) return address;
  return `${address} on ${isOverSeveral(report) ? chainWords(network) : `chain ${network.chainId}`}`;
}

function indented(text: string): readonly string[] {
  return text.split("\n").map((line) => `  ${line}`);
}
