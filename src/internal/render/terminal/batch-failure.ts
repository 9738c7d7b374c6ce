import type { Problem, Report } from "../../report/model.ts";
import { isOverSeveral } from "../../report/report-network.ts";
import { countWords, sentence } from "../../text/amounts.ts";
import { type ContractRow, moreWords } from "../words/batch-words.ts";
import { type Cause, COMPILER, isPlaceOnly, withoutOwn } from "../words/causes.ts";
import { chainWords } from "../words/facts.ts";
import { belowHeadline } from "../words/summary-facts.ts";
import { checkLines } from "./checks.ts";
import { labelled, wrap } from "./layout.ts";
import { renderProblem } from "./problem.ts";
import type { Style } from "./style.ts";

/** The table has all of them. */
const MOST_NAMED = 20;

/** The contracts of one cause: what happened, the checks that did not pass, the problem and the next step. */
export function causeBlock(
  report: Report,
  { rows }: Cause,
  style: Style,
  width: number,
  codes: Set<string>,
): string {
  const [row, ...others] = rows;
  if (row === undefined) return "";
  const { contract, verdict } = row;
  const isOne = others.length === 0;
  const failed = contract.checks.filter(({ status }) => status === "failed" || status === "unknown");
  const heading = `${sentence(verdict.label)}: ${isOne ? headingOf(row) : countWords(rows.length, "contract")}`;
  const [first = "", ...more] = wrap(heading, width - 2);
  return [
    `${style[verdict.tone](verdict.symbol)} ${style.bold(first)}`,
    ...more.map((line) => `  ${style.bold(line)}`),
    ...(isOne ? placeLines(report, row, style, width) : nameLines(rows, style, width)),
    ...wrap(belowHeadline(contract), width - 2).map((line) => `  ${line}`),
    ...(contract.error === undefined
      ? checkLines(failed, style, width)
      : indented(
          renderProblem(shownProblem(contract.error, row, others), style, width - 2, {
            between: checkLines(failed, style, width - 2),
            codes,
          }),
        )),
  ].join("\n");
}

/** "VaultModule#Vault, contracts/Vault.sol:Vault, proxy of Counter" */
function headingOf({ name, contract, proxy }: ContractRow): string {
  return [name, contract.contract?.fullyQualifiedName ?? "", proxy].filter((text) => text !== "").join(", ");
}

function placeLines(
  report: Report,
  { address, network, contract: { deployments, target } }: ContractRow,
  style: Style,
  width: number,
): readonly string[] {
  const id = target.contractId === null ? "" : ` (${target.contractId})`;
  // Of one chain, the table says it.
  const on = network !== null && isOverSeveral(report) ? ` on ${chainWords(network)}` : "";
  const named = deployments.map(({ file }) => ({ text: file }));
  return [
    { label: "Address", lines: [{ text: `${address}${id}${on}` }] },
    { label: "Named in", lines: named },
  ].flatMap((fact) => labelled(fact, { width, paintLabel: style.dim }));
}

function nameLines(rows: readonly ContractRow[], style: Style, width: number): readonly string[] {
  const rest = rows.length - MOST_NAMED;
  const names = rows.slice(0, MOST_NAMED).map(({ name }) => name);
  const text = [...names, ...(rest > 0 ? [moreWords(rest, "contract")] : [])].join(", ");
  return labelled({ label: "Contracts", lines: [{ text }] }, { width, paintLabel: style.dim });
}

/** Drops the facts that the checks and the address say, and of several contracts what is of the first one alone. */
function shownProblem(error: Problem, row: ContractRow, others: readonly ContractRow[]): Problem {
  const { contract, address } = row;
  const ids = new Set<string>(contract.checks.map(({ id }) => id));
  const facts = error.facts.filter(
    ({ label, value }) =>
      !ids.has(label) &&
      !ids.has(value) &&
      !value.startsWith(address) &&
      value !== contract.contract?.fullyQualifiedName,
  );
  if (others.length === 0)
    return { ...error, message: sentence(error.message.replaceAll(address, "this address")), facts };
  const compilers = [
    ...new Set([row, ...others].flatMap((each) => each.contract.contract?.compilerVersion ?? [])),
  ];
  const [compiler = COMPILER, ...more] = compilers;
  const shared = (text: string): string => {
    const shown = withoutOwn(text, row);
    return more.length === 0 ? shown.replaceAll(COMPILER, compiler) : shown;
  };
  const said = facts
    .map(({ label, value }) => ({ label, value: shared(value) }))
    .filter(({ value }) => !isPlaceOnly(value));
  return {
    ...error,
    message: shared(error.message),
    facts: said.some(({ value }) => value.includes(COMPILER))
      ? [...said, { label: "Needed", value: compilers.join(", ") }]
      : said,
  };
}

function indented(text: string): readonly string[] {
  return text.split("\n").map((line) => `  ${line}`);
}
