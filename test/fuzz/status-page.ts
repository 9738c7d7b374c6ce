/** A status page with something of everything; each endpoint answers with a part of it. */
const UPDATE = {
  id: "u1",
  status: "monitoring",
  body: "We are watching.\nMore follows.",
  created_at: "2026-11-21T09:20:00Z",
  updated_at: null,
};

const INCIDENT = {
  id: "i1",
  name: "Slow answers",
  status: "monitoring",
  impact: "minor",
  created_at: "2026-11-21T09:00:00Z",
  updated_at: "2026-11-21T09:24:47Z",
  monitoring_at: "2026-11-21T09:24:47Z",
  resolved_at: null,
  shortlink: "https://stspg.example/x",
  incident_updates: [UPDATE, { ...UPDATE, id: "u0", status: "investigating" }],
};

const COMPONENT = {
  id: "c1",
  name: "Mirror node",
  status: "partial_outage",
  description: null,
  position: 1,
  group: false,
  group_id: "g1",
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-11-21T09:24:47Z",
};

export const STATUS_PAGE = {
  page: {
    id: "p1",
    name: "Ledger",
    url: "https://status.example",
    time_zone: "Etc/UTC",
    updated_at: "2026-11-21T09:24:47Z",
  },
  status: { indicator: "minor", description: "Partially Degraded Service" },
  components: [COMPONENT, { ...COMPONENT, id: "g1", name: "Testnet", group: true, group_id: null }],
  incidents: [INCIDENT],
  scheduled_maintenances: [
    {
      ...INCIDENT,
      id: "m1",
      name: "Upgrade",
      status: "in_progress",
      impact: "maintenance",
      scheduled_for: "2026-11-21T13:00:00Z",
      scheduled_until: "2026-11-21T14:00:00Z",
    },
    { ...INCIDENT, id: "m2", status: "scheduled", scheduled_for: null, scheduled_until: null },
  ],
};
