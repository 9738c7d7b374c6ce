import type { Problem } from "../../report/model.ts";
import { capitalize, formatCount } from "../../text/amounts.ts";
import { type ContractRow, firstNames } from "../words/batch-words.ts";
import { COMPILER, findNextStep, isPlaceholder, isSharedFact, maskOwnValues } from "../words/causes.ts";
import { doubtful } from "../words/check-words.ts";
import { withLine } from "../words/difference-words.ts";
import { dropRepeatedFacts, fact } from "../words/fact-lines.ts";
import { showsName } from "../words/facts.ts";
import { belowHeadline } from "../words/summary-facts.ts";
import { checkLines } from "./checks.ts";
import { factLines, paragraph, type Screen, symbolLines } from "./layout.ts";
import { problemLines } from "./problem.ts";

/** @param commonStep The next step, if the screen has already shown it. */
export function causeBlock(
  rows: readonly ContractRow[],
  screen: Screen,
  commonStep: string | undefined,
): readonly string[] {
  const [row, ...others] = rows;
  if (row === undefined) return [];
  const { contract, verdict } = row;
  const isOne = others.length === 0;
  const failed = doubtful(contract.checks);
  const inset = { ...screen, width: screen.width - 2 };
  const path = contract.contract?.fullyQualifiedName ?? "";
  const names = [showsName(path, row.name) ? "" : row.name, path, row.proxy].filter((text) => text !== "");
  const heading = `${capitalize(verdict.label)}: ${isOne ? names.join(", ") : formatCount(rows.length, "contract")}`;
  return [
    ...symbolLines(verdict, screen, heading),
    ...factLines(isOne ? placeFacts(row) : [fact("Contracts", firstNames(rows))], screen),
    // The run's verdict already suggests running it again.
    ...paragraph(belowHeadline(contract).replace(/ ?Run it again\.$/, ""), screen),
    ...(contract.error === undefined
      ? checkLines(failed, screen)
      : problemLines(
          shownProblem(contract.error, row, others, commonStep),
          inset,
          checkLines(failed, inset),
        ).map((line) => `  ${line}`)),
  ];
}

function placeFacts({ address, chain, contract: { deployments, target } }: ContractRow) {
  const id = target.contractId === null ? "" : ` (${target.contractId})`;
  // In a run on a single chain, the table already shows the chain.
  const on = chain === "" ? "" : ` on ${chain}`;
  return [
    fact("Address", `${address}${id}${on}`),
    fact(
      "Named in",
      deployments.map(({ file }) => file),
    ),
  ];
}

/** For several contracts, also drops facts that differ between them. */
function shownProblem(
  { next: _, ...error }: Problem,
  row: ContractRow,
  others: readonly ContractRow[],
  commonStep: string | undefined,
): Problem {
  const { contract, address } = row;
  const next = findNextStep([row, ...others]);
  const own = dropRepeatedFacts(
    withLine({ ...error, ...(next === undefined || next === commonStep ? {} : { next }) }, contract),
    contract.checks.map(({ id }) => id),
    (value) => value.startsWith(address) || value === contract.contract?.fullyQualifiedName,
  );
  if (others.length === 0) {
    const message = error.message.replaceAll(address, "this address");
    return { ...own, message: error.message.startsWith(address) ? capitalize(message) : message };
  }
  const compilers = [
    ...new Set([row, ...others].flatMap((each) => each.contract.contract?.compilerVersion ?? [])),
  ];
  const [compiler = COMPILER, ...more] = compilers;
  const shared = (text: string): string => {
    const shown = maskOwnValues(text, row);
    return more.length === 0 ? shown.replaceAll(COMPILER, compiler) : shown;
  };
  const said = own.facts
    .filter((each) => isSharedFact(each, row, others))
    .map(({ label, value }) => ({ label, value: shared(value) }))
    .filter(({ value }) => !isPlaceholder(value));
  return {
    ...own,
    message: shared(error.message),
    facts: said.some(({ value }) => value.includes(COMPILER))
      ? [...said, { label: "Needed", value: compilers.join(", ") }]
      : said,
  };
}
