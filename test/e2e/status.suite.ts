import { assert } from "chai";
import type { StatusPatch } from "../../src/local.ts";
import { type CliRun, verify } from "../helpers/cli.ts";
import { expectGolden } from "../helpers/golden.ts";
import { type Project, uncompiledProject } from "../helpers/project.ts";
import { RecordingProxy } from "../helpers/recording-proxy.ts";
import { parseStatusReport } from "../helpers/report-schema.ts";
import { screenOf } from "../helpers/screen.ts";
import { deadUrl } from "../helpers/services/fault-server.ts";
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

describe("e2e - status", () => {
  let world: World;
  let proxy: RecordingProxy;
  /** A network without a chain ID, so the run asks the node. */
  let project: Project;
  let withChainId: Project;

  before(async () => {
    world = await theWorld();
    proxy = await RecordingProxy.before(world.services.status.url);
    project = await uncompiledProject("many-contracts");
    withChainId = await uncompiledProject("many-contracts");
    await withChainId.edit("hardhat.config.ts", (text) =>
      text.replace('type: "http",', 'type: "http", chainId: 31337,'),
    );
  });
  beforeEach(() => {
    world.reset();
    proxy.reset();
    world.services.status.set(MAJOR_OUTAGE);
  });
  after(() => proxy.close());

  it("should show the service's answer", async () => {
    const run = await status(project);
    assert.equal(run.exitCode, 1, run.stderr);
    expectGolden("cli/status/major-outage.txt", screen(run));
  });

  it("should ask the status service once, and no other service", async () => {
    const { stdout, exitCode } = await status(withChainId, undefined, "--json");
    const report = parseStatusReport(stdout);
    assert.equal(exitCode, report.exitCode);
    const found = proxy.requests.map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual(found, ["GET /api/v2/summary.json"]);
    assert.isEmpty([...world.verification.requests, ...world.query.requests]);
    assert.deepEqual(report.status, MAJOR_OUTAGE.status);
    assert.deepEqual(report.network, { name: "localhost", chainId: 31337 });
    assert.deepEqual([report.service, stdout], [proxy.url, `${JSON.stringify(report, undefined, 2)}\n`]);
  });

  it("should say what it asked and how often when the service is out of reach", async () => {
    const url = await deadUrl();
    const run = await status(withChainId, configOf(url));
    assert.equal(run.exitCode, 3);
    expectGolden("cli/status/out-of-reach.txt", screen(run, url));
  });

  function configOf(url: string): { readonly status: unknown; readonly [key: string]: unknown } {
    return { ...world.config, status: { url } };
  }

  function status(
    of: Project,
    config: object = configOf(proxy.url),
    ...args: readonly string[]
  ): Promise<CliRun> {
    return verify(of, ["status", ...args], { config: { ...config } });
  }

  function screen(run: CliRun, url = proxy.url): string {
    return screenOf(run, project, world)
      .replaceAll(url, "http://127.0.0.1:5552")
      .replaceAll(world.services.status.url, "https://status.example.org")
      .replace(/in \d+ ms/g, "in 10 ms");
  }
});
