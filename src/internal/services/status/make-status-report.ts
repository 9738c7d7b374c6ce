import { TOOL } from "../../domain/tool.ts";
import type { Problem } from "../../errors/problem.ts";
import type { StatusReport } from "../../report/status/model.ts";
import type { StatusSummary } from "./model.ts";
import { openIncidents, plannedMaintenance, troubledComponents } from "./pick.ts";

/** The report so far: everything except its end. */
export interface StatusDraft extends Omit<StatusReport, "network" | "service" | "exitCode" | "error"> {
  network: StatusReport["network"];
  service: StatusReport["service"];
}

/** The report before the first request. */
export function emptyStatusReport(checkedAt: Date): StatusDraft {
  return {
    schema: "verify-contract-status/1",
    tool: { ...TOOL },
    checkedAt: checkedAt.toISOString(),
    network: null,
    service: null,
    page: null,
    status: null,
    components: [],
    incidents: [],
    maintenance: { active: [], upcoming: [] },
  };
}

/** The report of an answer. */
export function answeredReport(draft: StatusDraft, summary: StatusSummary): StatusReport {
  const { name, url, updated_at } = summary.page;
  const { indicator, description } = summary.status;
  return {
    ...draft,
    page: { name, url, updatedAt: updated_at },
    status: { indicator, description },
    components: troubledComponents(summary),
    incidents: openIncidents(summary),
    maintenance: plannedMaintenance(summary, new Date(draft.checkedAt)),
    exitCode: EXIT_CODES.get(indicator) ?? CANT_TELL,
  };
}

/** The report of wrong use, or of no usable answer. */
export function failedStatusReport(draft: StatusDraft, exitCode: 1 | 2 | 3, problem: Problem): StatusReport {
  return { ...draft, exitCode, error: problem };
}

const CANT_TELL = 3;

/** An unknown indicator is neither good nor bad. */
const EXIT_CODES: ReadonlyMap<string, StatusReport["exitCode"]> = new Map([
  ["none", 0],
  ["minor", 0],
  ["major", 1],
  ["critical", 1],
]);
