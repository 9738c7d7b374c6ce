import type { ContractReport, Forwarded } from "../../report/model.ts";
import { capitalize, joinWords } from "../../text/amounts.ts";
import { type FactLine, linkedLine } from "./fact-lines.ts";

/** "Accepted" doesn't mean verified, so these words only repeat the other service's response. */
const STATES = {
  accepted: "accepted by",
  "already-verified": "already at",
  "not-accepted": "not accepted by",
} as const satisfies Record<Forwarded["state"], string>;

/** "accepted by Etherscan", "not accepted by Routescan: daily limit reached" */
export function forwardedWords({ to, state, reason }: Forwarded): string {
  return `${STATES[state]} ${capitalize(to)}${reason === undefined ? "" : `: ${reason}`}`;
}

/** Two lines: the services' responses, and the link to the first page. */
export function forwardedSummary({ forwarded = [] }: ContractReport): readonly FactLine[] {
  const [first, ...others] = forwarded;
  if (first === undefined) return [];
  if (others.length === 0) return [linkedLine(forwardedWords(first), first.explorerUrl)];
  const states = [...Map.groupBy(forwarded, ({ state }) => state)].map(
    ([state, all], index) =>
      `${index > 0 && state === "not-accepted" ? "not by" : STATES[state]} ${joinWords(all.map(({ to }) => capitalize(to)))}`,
  );
  const url = forwarded.find(({ explorerUrl }) => explorerUrl !== undefined)?.explorerUrl;
  return [{ text: states.join(", ") }, ...(url === undefined ? [] : [{ text: url, whole: true } as const])];
}

export function forwardedLinks({ to, explorerUrl, statusUrl }: Forwarded): ContractReport["links"] {
  return [
    ...(explorerUrl === undefined ? [] : [{ label: capitalize(to), url: explorerUrl }]),
    ...(statusUrl === undefined ? [] : [{ label: `status at ${capitalize(to)}`, url: statusUrl }]),
  ];
}
