import type { ContractReport } from "../../report/model.ts";

type Link = ContractReport["links"][number];

const FIRST = ["HashScan", "sources"];

/** The most useful links come first. The record's JSON is included only if the service has no page for the record. */
export function linksForPeople({ links }: Pick<ContractReport, "links">): readonly Link[] {
  const hasPage = links.some(({ label }) => label === "sources");
  const pages = links.filter(({ label }) => label !== "record" || !hasPage);
  const first = FIRST.flatMap((label) => pages.filter((link) => link.label === label));
  const last = pages.filter(({ label }) => label === "record");
  const others = pages.filter((link) => !first.includes(link) && !last.includes(link));
  return [...first, ...others, ...last];
}
