import type { ContractReport } from "../../report/model.ts";
import { forwardedLinks } from "./forwarded-words.ts";
import { shownLinks } from "./shown-words.ts";

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
  const forwarded = contract.forwarded ?? [];
  return [...linksForPeople(contract), ...forwarded.flatMap(forwardedLinks), ...shownLinks(contract)];
}
