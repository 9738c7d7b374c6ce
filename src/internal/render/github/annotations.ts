import { docsOf } from "../../errors/home.ts";
import type { ContractReport, Problem, Report } from "../../report/model.ts";
import { isOverSeveral } from "../../report/report-network.ts";
import { sentence } from "../../text/amounts.ts";
import { type ContractRow, contractRows } from "../words/batch-words.ts";
import { chainWords } from "../words/facts.ts";
import { linksForPeople } from "../words/links.ts";
import { type Annotation, type Place, workflowCommands } from "./workflow-commands.ts";

/**
 * A report as workflow commands of GitHub Actions, one a line: errors for wrong results, warnings for unknown ones,
 * nothing for good ones.
 *
 * @param place A contract's source in the workspace; undefined if it is not there.
 */
export function annotationsOf(
  report: Report,
  place: (contract: ContractReport) => Place | undefined,
): readonly string[] {
  return workflowCommands([
    ...(report.error === undefined ? [] : [runAnnotation(report, report.error)]),
    ...contractRows(report).flatMap((row) => contractAnnotation(row, place, isOverSeveral(report))),
  ]);
}

/** The source of a contract, or of the one nearest to the code on chain; undefined without any. */
export function sourceOf({ contract, candidates }: ContractReport): Place | undefined {
  if (contract !== null) return { file: contract.sourceName, line: contract.line };
  const nearest = candidates[0]?.fullyQualifiedName;
  return nearest === undefined ? undefined : { file: nearest.slice(0, nearest.lastIndexOf(":")), line: null };
}

function contractAnnotation(
  { contract, verdict, name, address, proxy, network }: ContractRow,
  place: (contract: ContractReport) => Place | undefined,
  isOfSeveral: boolean,
): readonly Annotation[] {
  if (verdict.kind !== "wrong" && verdict.kind !== "unknown") return [];
  const { error } = contract;
  return [
    {
      level: verdict.kind === "wrong" ? "error" : "warning",
      place: place(contract),
      title: [error?.code, name, verdict.label].filter((part) => part !== undefined).join(" "),
      lines: [
        [name, address, isOfSeveral && network !== null ? chainWords(network) : "", proxy]
          .filter((part) => part !== "")
          .join(", "),
        verdict.text,
        ...problemLines(error),
        ...linksForPeople(contract)
          .slice(0, 1)
          .map(({ label, url }) => `${sentence(label)}: ${url}`),
      ],
    },
  ];
}

function runAnnotation({ exitCode }: Report, error: Problem): Annotation {
  const level = exitCode === 2 ? "error" : "warning";
  return { level, place: undefined, title: `${error.code} verify-contract`, lines: problemLines(error) };
}

/** A problem in lines of plain text. */
export function problemLines(error: Problem | undefined): readonly string[] {
  if (error === undefined) return [];
  const { code, message, facts, likely, next } = error;
  const docs = docsOf(code);
  return [
    `${code} ${message}`,
    ...facts.map(({ label, value }) => `${label}: ${value}`),
    ...(likely === undefined ? [] : [`Likely: ${likely}`]),
    ...(next === undefined ? [] : [`Try: ${next}`]),
    ...(docs === undefined ? [] : [`Docs: ${docs}`]),
  ];
}
