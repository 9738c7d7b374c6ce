import type { ContractReport, ShownOn } from "../../report/model.ts";
import { joinWords } from "../../text/amounts.ts";
import { getStoredMatch } from "./match-words.ts";

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

export function shownLinks({ explorers = [] }: ContractReport): ContractReport["links"] {
  return explorers.flatMap(({ name, url }) => (url === undefined ? [] : [{ label: name, url }]));
}

export function explorerNotes({ explorers = [] }: ContractReport): readonly string[] {
  return explorers.flatMap(listDetails);
}

function listDetails({ name, state, reason, facts, addedLibraries = [], proxy }: ShownOn): readonly string[] {
  const differing = facts.filter(({ status }) => status === "differing");
  const unknown = facts.filter(({ status }) => status === "unknown").map(({ id }) => id);
  return [
    ...(state === "shown" ? [] : [`${NOT_SHOWN[state]} ${name}${reason === undefined ? "" : `: ${reason}`}`]),
    ...differing.map((fact) => `${name} differs in its ${fact.id}: ${fact.reason}`),
    ...(unknown.length === 0 ? [] : [`${name} doesn't show ${joinWords(unknown)} in a comparable form`]),
    ...(addedLibraries.length === 0
      ? []
      : [`submitted to ${name} with the addresses of ${joinWords(addedLibraries)} in the settings`]),
    ...(proxy === "not-linked" ? [`${name} doesn't link the proxy to its implementation`] : []),
  ];
}

/** "Sourcify", or the service's host. Empty without a match. */
function serviceName(contract: ContractReport): readonly string[] {
  if (getStoredMatch(contract) === null) return [];
  const link = contract.links.find(({ label }) => label === "record" || label === "sources");
  const host = URL.parse(link?.url ?? "")?.hostname;
  return host === undefined ? [] : [SOURCIFY.test(host) ? "Sourcify" : host];
}
