import { assert } from "chai";

import type { StatusReport } from "../../src/report.ts";
import { type CliOptions, type CliRun, startHardhat, verify, verifyJson } from "../helpers/cli.ts";
import { silentServer } from "../helpers/commands/silent-server.ts";
import { expectGolden } from "../helpers/golden.ts";
import { type Project, uncompiledProject } from "../helpers/project.ts";
import { RecordingProxy } from "../helpers/recording-proxy.ts";
import { screenOf } from "../helpers/screen.ts";
import { deadUrl } from "../helpers/services/fault-server.ts";
import { parseStatusReport } from "../helpers/status-schema.ts";
import { ALL_GOOD, MAJOR_OUTAGE } from "../helpers/status-states.ts";
import { theWorld, type World } from "../helpers/world.ts";

describe("e2e - status", () => {
  let world: World;
  let proxy: RecordingProxy;
  /** Its network has no chain id, so that the node is asked. */
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
    world.services.status.set(ALL_GOOD);
  });
  after(() => proxy.close());

  for (const [name, state, exitCode] of [
    ["all-good", ALL_GOOD, 0],
    ["major-outage", MAJOR_OUTAGE, 1],
  ] as const) {
    it(`should show what the service says: ${name}`, async () => {
      world.services.status.set(state);
      const run = await status(project);
      assert.equal(run.exitCode, exitCode, run.stderr);
      expectGolden(`cli/status/${name}.txt`, screen(run));
    });

    it(`should ask once, for all of it, and nobody else: ${name}`, async () => {
      world.services.status.set(state);
      const { report, stdout } = await statusJson(withChainId);
      assert.deepEqual(
        proxy.requests.map(({ method, path }) => `${method} ${path}`),
        ["GET /api/v2/summary.json"],
      );
      assert.isEmpty([...world.verification.requests, ...world.query.requests]);
      assert.deepEqual(report.status, state.status);
      assert.deepEqual(report.network, { name: "localhost", chainId: 31337 });
      assert.equal(report.service, proxy.url);
      assert.equal(stdout, `${JSON.stringify(report, undefined, 2)}\n`);
    });
  }

  it("should give the whole of it with --json", async () => {
    world.services.status.set(MAJOR_OUTAGE);
    const { report } = await statusJson(project);
    assert.deepEqual(report.components, [
      { name: "JSON-RPC relay", group: "Testnet", status: "major_outage" },
      { name: "Mirror node", group: "Testnet", status: "degraded_performance" },
      { name: "Explorer", group: null, status: "under_maintenance" },
    ]);
    assert.deepInclude(report.incidents[0], { state: "identified", since: "2026-11-21T01:12:00.000-08:00" });
    assert.deepInclude(report.maintenance.active[0], { until: "2026-11-21T14:00:00Z", update: null });
    assert.deepInclude(report.maintenance.upcoming[0], { from: "2026-11-22T09:00:00Z" });
  });

  for (const [indicator, exitCode] of [
    ["minor", 0],
    ["critical", 1],
    ["maintenance", 3],
    ["constructor", 3],
  ] as const) {
    it(`should end with ${exitCode} for the indicator ${indicator}`, async () => {
      world.services.status.set({ status: { indicator, description: "Something" } });
      const { report } = await statusJson(withChainId);
      assert.equal(report.exitCode, exitCode);
      assert.notProperty(report, "error");
    });
  }

  it("should say that it can't tell when nobody knows the indicator", async () => {
    world.services.status.set({
      status: { indicator: "maintenance", description: "Service Under Maintenance" },
    });
    const { stdout, exitCode } = await status(withChainId);
    assert.equal(exitCode, 3);
    assert.match(stdout, /\? Can't tell: unknown indicator "maintenance"/);
  });

  it("should not need the node where the chain is configured", async () => {
    const { report } = await statusJson(withChainId, [], { env: { RPC_URL: await deadUrl() } });
    assert.equal(report.exitCode, 0);
    assert.deepEqual(report.network, { name: "localhost", chainId: 31337 });
  });

  it("should not need the node where one status service is configured for every chain", async () => {
    const env = { RPC_URL: await deadUrl() };
    const { report } = await statusJson(project, [], { env });
    assert.equal(report.exitCode, 0);
    assert.deepEqual(report.network, { name: "localhost", chainId: null });
  });

  it("should say that it can't tell where it matters which chain it is, and the node is down", async () => {
    const config = { ...configOf(proxy.url), chains: { 31337: { status: { url: proxy.url } } } };
    const { report } = await statusJson(project, [], { config, env: { RPC_URL: await deadUrl() } });
    assert.equal(report.exitCode, 3);
    assert.equal(report.error?.code, "VC302");
    assert.include(report.error?.next, "networks.localhost.chainId");
    assert.isEmpty(proxy.requests);
  });

  it("should say what it asked and how often when the service is out of reach", async () => {
    const url = await deadUrl();
    const run = await status(withChainId, [], { config: configOf(url) });
    assert.equal(run.exitCode, 3);
    expectGolden("cli/status/out-of-reach.txt", screen(run, url));

    const { report, stderr } = await statusJson(withChainId, [], { config: configOf(url) });
    assert.equal(report.exitCode, 3);
    assert.equal(report.error?.code, "VC601");
    assert.deepInclude(report.error?.facts ?? [], {
      label: "Asked",
      value: `GET ${url}/api/v2/summary.json`,
    });
    assert.deepInclude(report.error?.facts ?? [], { label: "Tries", value: "1" });
    // No wait starts a service of this computer.
    assert.notInclude(stderr, "Retrying");
  });

  it("should show no credentials", async () => {
    const url = (await deadUrl()).replace("//", "//somebody:hush@");
    const config = { ...configOf(url), status: { url, headers: { authorization: "Bearer whisper" } } };
    const screens = [
      await statusJson(withChainId, [], { config }),
      await status(withChainId, [], { config }),
    ];
    for (const { stdout, stderr } of screens) assert.notMatch(`${stdout}${stderr}`, /somebody|hush|whisper/);
  });

  for (const [what, reply] of [
    ["something else", { status: 200, body: { hello: "world" } }],
    ["an error", { status: 404, body: { error: "Not found" } }],
  ] as const) {
    it(`should say that there is no such service where ${what} answers every route`, async () => {
      proxy.answer = () => reply;
      const { report } = await statusJson(withChainId);
      assert.equal(report.exitCode, 2);
      assert.equal(report.error?.code, "VC604");
      assert.isNull(report.status);
      assert.lengthOf(proxy.requests, 2);
    });

    it(`should say that it can't tell where ${what} answers one route`, async () => {
      proxy.answer = ({ path }) => (path.endsWith("summary.json") ? reply : undefined);
      const { report } = await statusJson(withChainId);
      assert.equal(report.exitCode, 3);
      assert.equal(report.error?.code, "VC601");
      assert.isNull(report.status);
    });
  }

  it("should be wrong use when no status service is configured", async () => {
    const { status: _, ...config } = configOf(proxy.url);
    const run = await status(withChainId, [], { config });
    assert.equal(run.exitCode, 2);
    assert.equal(run.stdout, "");
    expectGolden("cli/status/not-configured.txt", screen(run));

    const { report, stderr } = await statusJson(withChainId, [], { config: { ...config, status: false } });
    assert.equal(report.exitCode, 2);
    assert.equal(report.error?.code, "VC602");
    assert.deepEqual(report.network, { name: "localhost", chainId: 31337 });
    assert.include(stderr, "VC602");
  });

  it("should not need a verification service", async () => {
    const { report } = await statusJson(withChainId, [], { config: { status: { url: proxy.url } } });
    assert.equal(report.exitCode, 0);
  });

  for (const [option, value, code] of [
    ["--timeout", "soon", "VC106"],
    ["--timeout", "0", "VC106"],
  ] as const) {
    it(`should refuse ${option} ${value}, also with --json`, async () => {
      const { report } = await statusJson(withChainId, [option, value]);
      assert.equal(report.exitCode, 2);
      assert.equal(report.error?.code, code);
      assert.isNull(report.network);
    });
  }

  it("should refuse a wrong configuration", async () => {
    const { report } = await statusJson(withChainId, [], { config: { status: { uri: proxy.url } } });
    assert.equal(report.exitCode, 2);
    assert.equal(report.error?.code, "VC108");
  });

  it("should end at the deadline when the service never answers", async () => {
    await using silent = await silentServer();
    const { report } = await statusJson(withChainId, ["--timeout", "0.5"], { config: configOf(silent.url) });
    assert.equal(report.exitCode, 3);
    assert.deepInclude(report.error?.facts ?? [], { label: "Reason", value: "no answer within 0.5 s" });
  });

  it("should leave time for the service when the node never answers", async () => {
    await using silent = await silentServer();
    const { report } = await statusJson(project, ["--timeout", "4"], { env: { RPC_URL: silent.url } });
    assert.equal(report.exitCode, 0);
    assert.equal(report.network?.chainId, null);
  });

  it("should end at once at Ctrl-C", async () => {
    await using silent = await silentServer();
    const asked = silent.asked();
    const config = configOf(silent.url);
    const { child, ended } = await startHardhat(withChainId, ["verify-contract", "status"], { config });
    await asked;
    const stoppedAt = performance.now();
    child.kill("SIGINT");
    const { exitCode, stdout } = await ended;
    assert.isBelow(performance.now() - stoppedAt, 50_000);
    assert.equal(exitCode, 3);
    assert.include(stdout, "VC603");
  });

  it("should explain a verification that the node did not answer", async () => {
    world.services.status.set(MAJOR_OUTAGE);
    const env = { RPC_URL: await deadUrl() };
    for (const [of, config] of [
      [project, configOf(proxy.url)],
      [withChainId, { ...world.config, chains: { 31337: { status: { url: proxy.url } } } }],
    ] as const) {
      proxy.reset();
      const { report } = await verifyJson(of, ["0x000000000000000000000000000000000000dEaD"], {
        config,
        env,
      });
      assert.equal(report.exitCode, 3);
      assert.equal(report.services.status, proxy.url);
      const [contract] = report.contracts;
      assert.equal(contract?.error?.code, "VC302");
      assert.deepInclude(contract?.error?.facts ?? [], {
        label: "Status page",
        value: "major: Partial System Outage",
      });
      assert.lengthOf(proxy.requests, 1);
    }
  });

  it("should not ask the status service when nothing is to explain", async () => {
    const args = ["0x000000000000000000000000000000000000dEaD"];
    await project.build();
    const { report } = await verifyJson(project, args, { config: configOf(proxy.url) });
    assert.equal(report.contracts[0]?.outcome, "not-deployed");
    assert.isEmpty(proxy.requests);
  });

  function configOf(url: string): { readonly status: unknown; readonly [key: string]: unknown } {
    return { ...world.config, status: { url } };
  }

  function status(of: Project, args: readonly string[] = [], options: CliOptions = {}): Promise<CliRun> {
    return verify(of, ["status", ...args], { config: configOf(proxy.url), ...options });
  }

  async function statusJson(
    of: Project,
    args: readonly string[] = [],
    options: CliOptions = {},
  ): Promise<CliRun & { readonly report: StatusReport }> {
    const run = await status(of, [...args, "--json"], options);
    const report = parseStatusReport(run.stdout);
    assert.equal(run.exitCode, report.exitCode, "of the process, and as the report says");
    return { ...run, report };
  }

  function screen(run: CliRun, url = proxy.url): string {
    return screenOf(run, project, world)
      .replaceAll(url, "http://127.0.0.1:5552")
      .replaceAll(world.services.status.url, "https://status.example.org")
      .replace(/in \d+ ms/g, "in 10 ms");
  }
});
