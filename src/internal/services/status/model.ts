import * as z from "zod";
import { answer, nullable, orElse } from "../../domain/wire.ts";
import type { Shape } from "../../report/fields.ts";

// Dates and states are kept unchanged: an unknown state must not hide an outage.

const text = nullable(z.string());
const time = text.describe("ISO 8601.");

const page = answer("StatusPage", "The status page that answered.", () => ({
  id: text,
  name: text,
  url: text,
  time_zone: text,
  updated_at: time,
}));
export type StatusPage = Shape<typeof page>;

const status = answer("OverallStatus", "The blended state of the whole network.", () => ({
  indicator: z.string().describe("`none`, `minor`, `major`, `critical`, or any other text."),
  description: z.string().describe('For people, such as "All Systems Operational".'),
}));
export type OverallStatus = Shape<typeof status>;

const component = answer("StatusComponent", "One part of the network.", () => ({
  id: z.string(),
  name: z.string(),
  status: z
    .string()
    .describe(
      "`operational`, `degraded_performance`, `partial_outage`, `major_outage`, `under_maintenance` (undocumented but used in practice), or any other text.",
    ),
  description: text,
  position: nullable(z.number()),
  group: nullable(z.boolean()).describe("True if it is a group of components."),
  group_id: text,
  created_at: time,
  updated_at: time,
}));
export type StatusComponent = Shape<typeof component>;

const update = answer("StatusUpdate", "One message in the history of an incident or a maintenance.", () => ({
  id: z.string(),
  status: z.string(),
  body: orElse(z.string(), ""),
  created_at: time,
  updated_at: time,
}));
export type StatusUpdate = Shape<typeof update>;

const event = (states: string) => ({
  id: z.string(),
  name: z.string(),
  status: z.string().describe(`${states}, or any other text.`),
  impact: text.describe("`none`, `minor`, `major`, `critical`, `maintenance`, or any other text."),
  created_at: time,
  updated_at: time,
  monitoring_at: time,
  resolved_at: time,
  shortlink: text,
  incident_updates: orElse(z.array(update), []).describe("The newest first."),
});

const incident = answer("Incident", "An incident.", () =>
  event("`investigating`, `identified` and `monitoring` are unresolved; `resolved`, `postmortem`"),
);
export type Incident = Shape<typeof incident>;

const maintenance = answer("ScheduledMaintenance", "A maintenance.", () => ({
  ...event("`scheduled` is upcoming, `in_progress` and `verifying` are active; `completed`"),
  scheduled_for: time,
  scheduled_until: time,
}));
export type ScheduledMaintenance = Shape<typeof maintenance>;

export const statusSummary = answer("StatusSummary", "`GET /api/v2/summary.json`.", () => ({
  page: orElse(page, {}),
  status,
  components: z.array(component),
  incidents: z.array(incident).describe("Unresolved ones."),
  scheduled_maintenances: z.array(maintenance).describe("Upcoming and active maintenance."),
}));
export type StatusSummary = Shape<typeof statusSummary>;

export const overallStatus = z.object({ status });
