import type { PreflightContract, PreflightFinding, PreflightReport } from "../../report/preflight/model.ts";
import { bytesWords, countWords, listWords } from "../../text/amounts.ts";
import type { Verdict } from "./verdict.ts";

type PreflightVerdict = Pick<Verdict, "tone" | "symbol" | "text">;

/** The verdict on all contracts, in a sentence or two. */
export function preflightVerdict(report: PreflightReport): PreflightVerdict {
  const { contracts, summary, minMatch, error, exitCode } = report;
  if (error !== undefined)
    return exitCode === 3
      ? { tone: "warn", symbol: "?", text: "Can't tell: the preflight was stopped." }
      : { tone: "bad", symbol: "✖", text: "The preflight did not run." };
  const { total, warning } = summary;
  const [only] = contracts;
  const name = only !== undefined && total === 1 ? only.contract.name : undefined;
  if (summary.error > 0) {
    const exactly = minMatch === "exact_match" ? " exactly" : "";
    if (name === undefined && summary.error === total)
      return bad(`None of the ${countWords(total, "contract")} would verify${exactly}.`);
    return bad(
      `${name ?? `${summary.error} of ${countWords(total, "contract")}`} would not verify${exactly}.`,
    );
  }
  const weaker = contracts.filter((contract) => !isExact(contract)).length;
  if (weaker > 0)
    return weak(
      weaker === total
        ? `${name ?? `All ${countWords(total, "contract")}`} would verify, but not exactly.`
        : `${weaker} of ${countWords(total, "contract")} would verify, but not exactly.`,
    );
  const text = `${name ?? `All ${countWords(total, "contract")}`} would verify exactly.`;
  if (warning === 0) return { tone: "ok", symbol: "✔", text };
  return weak(
    `${text} ${name === undefined ? `${warning} ${warning === 1 ? "has" : "have"} warnings.` : "It has warnings."}`,
  );
}

function bad(text: string): PreflightVerdict {
  return { tone: "bad", symbol: "✖", text };
}

function weak(text: string): PreflightVerdict {
  return { tone: "warn", symbol: "–", text };
}

/** Whether both sides are expected to match exactly. */
function isExact({ expectedMatch: { creation, runtime } }: PreflightContract): boolean {
  return creation === "exact_match" && runtime === "exact_match";
}

/** One finding of several contracts. */
export interface FindingGroup {
  readonly level: PreflightFinding["level"];
  readonly code: string;
  readonly message: string;
  readonly likely: string | undefined;
  readonly next: string | undefined;
  /** The facts that all have in common. */
  readonly facts: PreflightFinding["facts"];
  /** Each with the facts of its own. */
  readonly contracts: readonly { readonly title: string; readonly facts: PreflightFinding["facts"] }[];
}

/** The findings of a report, errors first: one cause of many contracts is said once. */
export function findingGroups({ contracts }: PreflightReport): readonly FindingGroup[] {
  const titleOf = titles(contracts);
  const found = contracts.flatMap((contract) =>
    contract.findings.map((finding) => ({ finding, title: titleOf(contract) })),
  );
  const byCause = Map.groupBy(found, ({ finding: { level, code, message, next } }) =>
    JSON.stringify([level, code, message, next]),
  );
  const groups = [...byCause.values()].flatMap((all): readonly FindingGroup[] => {
    const [first] = all;
    if (first === undefined) return [];
    const { level, code, message, likely, next, facts } = first.finding;
    const isShared = (fact: PreflightFinding["facts"][number]): boolean =>
      all.every(({ finding }) =>
        finding.facts.some(({ label, value }) => label === fact.label && value === fact.value),
      );
    const shared = facts.filter(isShared);
    return [
      {
        ...{ level, code, message, likely, next, facts: shared },
        contracts: all.map(({ finding, title }) => ({
          title,
          facts: finding.facts.filter((fact) => !isShared(fact)),
        })),
      },
    ];
  });
  return [...groups].sort((a, b) => rank(a) - rank(b));
}

function rank({ level }: FindingGroup): number {
  return level === "error" ? 0 : 1;
}

/** Fully qualified names, with the build file where two builds have the same. */
export function titles(contracts: readonly PreflightContract[]): (contract: PreflightContract) => string {
  const counts = Map.groupBy(contracts, ({ contract }) => contract.fullyQualifiedName);
  return ({ contract: { fullyQualifiedName, buildFile } }) =>
    (counts.get(fullyQualifiedName)?.length ?? 0) > 1
      ? `${fullyQualifiedName} (${buildFile})`
      : fullyQualifiedName;
}

/** How it is known that the submitted sources give the code. */
const SHOWN_BY = {
  compiler: "compiled here",
  metadata: "by the metadata of the build",
  prediction: "predicted from the imports",
} as const satisfies Record<PreflightContract["shownBy"], string>;

/** "12 compiled here, 2 predicted from the imports"; empty where no compiler input can be read. */
export function shownByWords({ contracts }: PreflightReport): string {
  const readable = contracts.filter(({ submission }) => submission !== null);
  const kinds = ["compiler", "metadata", "prediction"] as const;
  const counted = kinds.flatMap((kind) => {
    const count = readable.filter(({ shownBy }) => shownBy === kind).length;
    return count === 0 ? [] : [{ kind, count }];
  });
  const [only, ...others] = counted;
  if (only !== undefined && others.length === 0) return SHOWN_BY[only.kind];
  return counted.map(({ kind, count }) => `${count} ${SHOWN_BY[kind]}`).join(", ");
}

/** "23 files, 134.2 kB" */
export function disclosedWords({ disclosed: { files, bytes } }: PreflightReport): string {
  return `${countWords(files.length, "file")}, ${bytesWords(bytes)}`;
}

/** "3 contracts of tests and 120 of dependencies"; empty for none. */
export function leftOutWords({ leftOut }: PreflightReport): string {
  const kinds = (["tests", "scripts", "dependencies"] as const).filter((kind) => leftOut[kind] > 0);
  return listWords(
    kinds.map((kind, index) =>
      index === 0 ? `${countWords(leftOut[kind], "contract")} of ${kind}` : `${leftOut[kind]} of ${kind}`,
    ),
  );
}

/** The expected match in a word or two. */
export function expectedWords({ expectedMatch: { creation, runtime } }: PreflightContract): string {
  if (creation === runtime) return EXPECTED[runtime];
  return `runtime ${EXPECTED[runtime]}, creation ${EXPECTED[creation]}`;
}

const EXPECTED = { exact_match: "exact", match: "not exact", none: "no match", unknown: "unknown" } as const;
