import { z } from "zod";

/** What the status client promises, written down a second time and without any leniency. */
const text = z.string().nullable();
const page = z.object({ id: text, name: text, url: text, time_zone: text, updated_at: text });

export const overallForm = z.object({ indicator: z.string(), description: z.string() });

const component = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  description: text,
  position: z.number().nullable(),
  group: z.boolean().nullable(),
  group_id: text,
  created_at: text,
  updated_at: text,
});
export const componentsForm = z.array(component);

const update = z.object({
  id: z.string(),
  status: z.string(),
  body: z.string(),
  created_at: text,
  updated_at: text,
});
const incident = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  impact: text,
  created_at: text,
  updated_at: text,
  monitoring_at: text,
  resolved_at: text,
  shortlink: text,
  incident_updates: z.array(update),
});
export const incidentsForm = z.array(incident);
export const maintenancesForm = z.array(incident.extend({ scheduled_for: text, scheduled_until: text }));

export const summaryForm = z.object({
  page,
  status: overallForm,
  components: componentsForm,
  incidents: incidentsForm,
  scheduled_maintenances: maintenancesForm,
});
