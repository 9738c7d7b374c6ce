import type { ContractReport, Forwarded } from "../../report/model.ts";
import { countWords, listWords, sentence } from "../../text/amounts.ts";
import type { FactLine } from "./fact-lines.ts";

/** Accepted is not verified: the words say what the other service answered, and no more. */
const STATES = {
  accepted: "accepted by",
  "already-verified": "already at",
  "not-accepted": "not accepted by",
} as const satisfies Record<Forwarded["state"], string>;

/** More names than these are counted. */
const MOST_NAMED = 5;

/** "accepted by Etherscan", "not accepted by Routescan: daily limit reached" */
function forwardedWords({ to, state, reason }: Forwarded): string {
  return `${STATES[state]} ${sentence(to)}${reason === undefined ? "" : `: ${reason}`}`;
}

/** All that is known: a line for each other service, with its page, and one for what became of the submission. */
export function forwardedLines({ forwarded = [] }: ContractReport): readonly FactLine[] {
  return forwarded.flatMap((each) => [
    each.state === "not-accepted" && each.reason !== undefined
      ? { lead: STATES[each.state], text: `${sentence(each.to)}: ${each.reason}` }
      : linkedLine(forwardedWords(each), each.explorerUrl),
    ...(each.statusUrl === undefined ? [] : [linkedLine("what became of it", each.statusUrl)]),
  ]);
}

/** Two lines: who answered what, and the first page. */
export function forwardedSummary({ forwarded = [] }: ContractReport): readonly FactLine[] {
  const [first, ...others] = forwarded;
  if (first === undefined) return [];
  if (others.length === 0) return [linkedLine(forwardedWords(first), first.explorerUrl)];
  const states = [...Map.groupBy(forwarded, ({ state }) => state)].map(
    ([state, all], index) =>
      `${index > 0 && state === "not-accepted" ? "not by" : STATES[state]} ${listWords(all.map(({ to }) => sentence(to)))}`,
  );
  const url = forwarded.find(({ explorerUrl }) => explorerUrl !== undefined)?.explorerUrl;
  return [{ text: states.join(", ") }, ...(url === undefined ? [] : [{ text: url, whole: true } as const])];
}

/** Links for a page: the other service's page of the contract, and what became of the submission. */
export function forwardedLinks({ to, explorerUrl, statusUrl }: Forwarded): ContractReport["links"] {
  return [
    ...(explorerUrl === undefined ? [] : [{ label: sentence(to), url: explorerUrl }]),
    ...(statusUrl === undefined ? [] : [{ label: `state at ${sentence(to)}`, url: statusUrl }]),
  ];
}

/** Other services' answers in a run over several contracts: the names if they are few, else their number. */
export function forwardedCounts(
  rows: readonly { readonly name: string; readonly contract: ContractReport }[],
): readonly string[] {
  const all = rows.flatMap(({ name, contract: { forwarded = [] } }) =>
    forwarded.map((each) => ({ name, words: forwardedWords(each) })),
  );
  return [...Map.groupBy(all, ({ words }) => words)].map(([words, group]) => {
    const names = group.map(({ name }) => name);
    const isNamed = names.length <= MOST_NAMED;
    return `${isNamed ? names.join(", ") : countWords(names.length, "contract")}: ${words}`;
  });
}

function linkedLine(words: string, url: string | undefined): FactLine {
  return url === undefined ? { text: words } : { lead: words, text: url, whole: true };
}
