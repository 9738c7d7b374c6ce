import type { StatusPatch } from "../../src/local.ts";

export const ALL_GOOD: Required<StatusPatch> = {
  status: { indicator: "none", description: "All Systems Operational" },
  components: [
    { id: "relay", name: "JSON-RPC relay", status: "operational" },
    { id: "mirror", name: "Mirror node", status: "operational" },
  ],
  incidents: [],
  scheduledMaintenances: [],
};

export const MAJOR_OUTAGE: Required<StatusPatch> = {
  status: { indicator: "major", description: "Partial System Outage" },
  components: [
    { id: "testnet", name: "Testnet", status: "major_outage", group: true },
    { id: "relay", name: "JSON-RPC relay", status: "major_outage", group_id: "testnet" },
    { id: "mirror", name: "Mirror node", status: "degraded_performance", group_id: "testnet" },
    { id: "consensus", name: "Consensus nodes", status: "operational", group_id: "testnet" },
    { id: "explorer", name: "Explorer", status: "under_maintenance" },
  ],
  incidents: [
    {
      id: "slow",
      name: "Transactions are answered late",
      status: "identified",
      impact: "major",
      created_at: "2026-11-21T01:12:00.000-08:00",
      shortlink: "https://stspg.example/slow",
      incident_updates: [
        {
          id: "second",
          status: "identified",
          body: "We found the cause,\nand are working on it. Transactions that were sent are not lost; they are answered late.",
          created_at: "2026-11-21T10:40:00Z",
          updated_at: "2026-11-21T10:40:00Z",
        },
        {
          id: "first",
          status: "investigating",
          body: "We are looking into it.",
          created_at: "2026-11-21T09:12:00Z",
          updated_at: "2026-11-21T09:12:00Z",
        },
      ],
    },
  ],
  scheduledMaintenances: [
    {
      id: "next",
      name: "Upgrade of the mirror node",
      status: "scheduled",
      scheduled_for: "2026-11-22T09:00:00Z",
      scheduled_until: "2026-11-22T10:00:00Z",
      shortlink: "https://stspg.example/next",
    },
    {
      id: "now",
      name: "Upgrade of the consensus nodes",
      status: "in_progress",
      scheduled_for: "2026-11-21T13:00:00Z",
      scheduled_until: "2026-11-21T14:00:00Z",
      shortlink: "https://stspg.example/now",
    },
  ],
};
