import { assert } from "chai";
import type { StatusPatch } from "../../src/local.ts";
import { type CliRun, verify } from "../helpers/cli.ts";
import { expectGolden } from "../helpers/golden.ts";
import { type Project, uncompiledProject } from "../helpers/project.ts";
import { RecordingProxy } from "../helpers/recording-proxy.ts";
import { parseStatusReport } from "../helpers/report-schema.ts";
import { screenOf } from "../helpers/screen.ts";
import { incidentOf, maintenanceOf } from "../helpers/status-summary.ts";
import { theWorld, type World } from "../helpers/world.ts";

const MAJOR_OUTAGE: Required<StatusPatch> = {
  status: { indicator: "major", description: "Partial System Outage" },
  components: [
    { id: "testnet", name: "Testnet", status: "major_outage", group: true },
    { id: "relay", name: "JSON-RPC relay", status: "major_outage", group_id: "testnet" },
    { id: "mirror", name: "Mirror node", status: "degraded_performance", group_id: "testnet" },
    { id: "consensus", name: "Consensus nodes", status: "operational", group_id: "testnet" },
    { id: "explorer", name: "Explorer", status: "under_maintenance" },
  ],
  incidents: [
    incidentOf("Transactions are answered late", "identified", {
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
      ],
    }),
  ],
  scheduledMaintenances: [
    maintenanceOf("Upgrade of the mirror node", "scheduled", {
      scheduled_for: "2026-11-22T09:00:00Z",
      scheduled_until: "2026-11-22T10:00:00Z",
      shortlink: "https://stspg.example/next",
    }),
    maintenanceOf("Upgrade of the consensus nodes", "in_progress", {
      scheduled_for: "2026-11-21T13:00:00Z",
      scheduled_until: "2026-11-21T14:00:00Z",
      shortlink: "https://stspg.example/now",
    }),
  ],
};

describe("e2e - status", () => {
  let world: World;
  let proxy: RecordingProxy;
  /** Its network has no chain ID, so the run asks the node. */
  let project: Project;

  before(async () => {
    world = await theWorld();
    proxy = await RecordingProxy.before(world.services.status.url);
    project = await uncompiledProject("many-contracts");
  });
  beforeEach(() => {
    world.reset();
    proxy.reset();
    world.services.status.set(MAJOR_OUTAGE);
  });
  after(() => proxy.close());

  it("should show the service's answer", async () => {
    const run = await status();
    assert.equal(run.exitCode, 1, run.stderr);
    const screen = screenOf(run, project, world)
      .replaceAll(proxy.url, "http://127.0.0.1:5552")
      .replaceAll(world.services.status.url, "https://status.example.org");
    expectGolden("cli/status/major-outage.txt", screen);
  });

  it("should ask the status service once, and no other service", async () => {
    const { stdout, exitCode } = await status("--json");
    const report = parseStatusReport(stdout);
    assert.equal(exitCode, report.exitCode);
    const found = proxy.requests.map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual(found, ["GET /api/v2/summary.json"]);
    assert.isEmpty([...world.verification.requests, ...world.query.requests]);
    assert.deepEqual(report.status, MAJOR_OUTAGE.status);
    assert.deepEqual(report.network, { name: "localhost", chainId: 31337 });
    assert.deepEqual([report.service, stdout], [proxy.url, `${JSON.stringify(report, undefined, 2)}\n`]);
  });

  function status(...args: readonly string[]): Promise<CliRun> {
    return verify(project, ["status", ...args], { config: { ...world.config, status: { url: proxy.url } } });
  }
});
