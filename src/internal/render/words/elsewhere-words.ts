import type { ContractReport, Forwarded } from "../../report/model.ts";
import { capitalize, joinWords } from "../../text/amounts.ts";
import type { FactLine } from "./fact-lines.ts";
import { getStoredMatch } from "./match-words.ts";

type Link = ContractReport["links"][number];

const PLACES: Readonly<Record<string, number>> = { HashScan: 0, sources: 1, record: 3 };

/** The most useful links come first. The record's JSON is included only if the service has no page for the record. */
export function linksForPeople({ links }: Pick<ContractReport, "links">): readonly Link[] {
  const hasPage = links.some(({ label }) => label === "sources");
  const pages = links.filter(({ label }) => label !== "record" || !hasPage);
  const getPlace = ({ label }: Link): number => PLACES[label] ?? 2;
  return pages.toSorted((one, other) => getPlace(one) - getPlace(other));
}

export function allLinks(contract: ContractReport): readonly Link[] {
  const { forwarded = [], explorers = [] } = contract;
  const others = [
    ...forwarded.flatMap(({ to, explorerUrl, statusUrl }) => [
      { label: capitalize(to), url: explorerUrl },
      { label: `status at ${capitalize(to)}`, url: statusUrl },
    ]),
    ...explorers.map(({ name, url }) => ({ label: name, url })),
  ];
  const known = others.flatMap(({ label, url }) => (url === undefined ? [] : [{ label, url }]));
  return [...linksForPeople(contract), ...known];
}

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
  const url = forwarded.find(({ explorerUrl }) => explorerUrl !== undefined)?.explorerUrl;
  const words = forwardedWords(first);
  if (others.length === 0)
    return url === undefined ? [{ text: words }] : [{ lead: words, text: url, whole: true }];
  const states = [...Map.groupBy(forwarded, ({ state }) => state)].map(
    ([state, all], index) =>
      `${index > 0 && state === "not-accepted" ? "not by" : STATES[state]} ${joinWords(all.map(({ to }) => capitalize(to)))}`,
  );
  return [{ text: states.join(", ") }, ...(url === undefined ? [] : [{ text: url, whole: true } as const])];
}

const SOURCIFY = /(^|\.)sourcify\.dev$/;
const NOT_SHOWN = { waiting: "not yet on", refused: "not on" } as const;

/** "Sourcify, Etherscan (exact), Blockscout (partial)" */
export function shownWords(contract: ContractReport): string {
  const { explorers = [] } = contract;
  const shown = explorers.flatMap(({ name, state, match }) =>
    state === "shown" ? [`${name} (${match})`] : [],
  );
  return [...serviceName(contract), ...shown].join(", ");
}

/** "2 of 3" */
export function shownCount({ explorers }: ContractReport): string {
  if (explorers === undefined) return "";
  return `${explorers.filter(({ state }) => state === "shown").length} of ${explorers.length}`;
}

export function shownLines(contract: ContractReport): readonly string[] {
  const { explorers = [] } = contract;
  const words = shownWords(contract);
  return explorers.length === 0 ? [] : [...(words === "" ? [] : [words]), ...explorerNotes(contract)];
}

/** Omits the reasons that the error contains. */
export function explorerNotes({ explorers = [], error }: ContractReport): readonly string[] {
  return explorers.flatMap(({ name, state, reason, facts, addedLibraries = [], proxy }) => {
    const isSaid = error?.facts.some(({ label, value }) => label === name && value === reason) === true;
    const differing = facts.filter(({ status }) => status === "differing");
    const unknown = facts.filter(({ status }) => status === "unknown").map(({ id }) => id);
    return [
      ...(state === "shown" || isSaid
        ? []
        : [`${NOT_SHOWN[state]} ${name}${reason === undefined ? "" : `: ${reason}`}`]),
      ...differing.map((fact) => `${name} differs in its ${fact.id}: ${fact.reason}`),
      ...(unknown.length === 0 ? [] : [`${name} doesn't show ${joinWords(unknown)} in a comparable form`]),
      ...(addedLibraries.length === 0
        ? []
        : [`submitted to ${name} with the addresses of ${joinWords(addedLibraries)} in the settings`]),
      ...(proxy === "not-linked" ? [`${name} doesn't link the proxy to its implementation`] : []),
    ];
  });
}

/** "Sourcify", or the service's host. Empty if there is no match. */
function serviceName(contract: ContractReport): readonly string[] {
  if (getStoredMatch(contract) === null) return [];
  const link = contract.links.find(({ label }) => label === "record" || label === "sources");
  const host = URL.parse(link?.url ?? "")?.hostname;
  return host === undefined ? [] : [SOURCIFY.test(host) ? "Sourcify" : host];
}
