import * as z from "zod";
import { nullable } from "../wire/primitives.ts";
import type {
  Incident,
  OverallStatus,
  ScheduledMaintenance,
  StatusComponent,
  StatusPage,
  StatusSummary,
} from "./model.ts";

/** Keeps dates and states unchanged: an unknown one must not hide an outage. */
const text = nullable(z.string());

const page = z.lazy(() =>
  z
    .object({ id: text, name: text, url: text, time_zone: text, updated_at: text })
    .nullish()
    .transform(
      (it): StatusPage => it ?? { id: null, name: null, url: null, time_zone: null, updated_at: null },
    ),
);

const status = z.object({
  indicator: z.string(),
  description: z.string(),
}) satisfies z.ZodType<OverallStatus>;

const component = z.lazy(() =>
  z.object({
    id: z.string(),
    name: z.string(),
    status: z.string(),
    description: text,
    position: nullable(z.number()),
    group: nullable(z.boolean()),
    group_id: text,
    created_at: text,
    updated_at: text,
  }),
) satisfies z.ZodType<StatusComponent>;

const update = z.object({
  id: z.string(),
  status: z.string(),
  body: z
    .string()
    .nullish()
    .transform((body) => body ?? ""),
  created_at: text,
  updated_at: text,
});

const incidentShape = {
  id: z.string(),
  name: z.string(),
  status: z.string(),
  impact: text,
  created_at: text,
  updated_at: text,
  monitoring_at: text,
  resolved_at: text,
  shortlink: text,
  incident_updates: z
    .array(update)
    .nullish()
    .transform((updates) => updates ?? []),
};

const incident = z.object(incidentShape) satisfies z.ZodType<Incident>;

const maintenance = z.object({
  ...incidentShape,
  scheduled_for: text,
  scheduled_until: text,
}) satisfies z.ZodType<ScheduledMaintenance>;

export const wireStatus = z.object({ page, status });
export const wireComponents = z.object({ page, components: z.array(component) });
export const wireIncidents = z.object({ page, incidents: z.array(incident) });
export const wireMaintenances = z.object({ page, scheduled_maintenances: z.array(maintenance) });

export const wireSummary = z.object({
  page,
  status,
  components: z.array(component),
  incidents: z.array(incident),
  scheduled_maintenances: z.array(maintenance),
}) satisfies z.ZodType<StatusSummary>;
