import type { ContractReport } from "../../report/model.ts";

type Link = ContractReport["links"][number];

/** Pages of the explorer of Hedera and of the verification service, in the order in which a person wants them. */
const FIRST = ["HashScan", "sources"];

/**
 * The pages for a person, the most useful first. The JSON of a record is among them only where the service has no page
 * for it.
 */
export function linksForPeople({ links }: Pick<ContractReport, "links">): readonly Link[] {
  const hasPage = links.some(({ label }) => label === "sources");
  const pages = links.filter(({ label }) => label !== "record" || !hasPage);
  const first = FIRST.flatMap((label) => pages.filter((link) => link.label === label));
  const last = pages.filter(({ label }) => label === "record");
  const others = pages.filter((link) => !first.includes(link) && !last.includes(link));
  return [...first, ...others, ...last];
}
