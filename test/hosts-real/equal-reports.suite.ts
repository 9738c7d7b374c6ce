// npm run test:hosts
//
// npm installs the packed package into copies of fixture projects outside of the checkout. Their own tools build and deploy
// them on anvil; then each host runs the real commands. Installations are kept until a lock file or the package changes.
//
// The last line of stdout is JSON: hosts and commands that were run, and failed tests.
import { mkdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { assert } from "chai";
import type { LocalServices } from "hardhat-verify-contract/local";
import type { Command } from "../../src/internal/domain/options.ts";
import type { Report } from "../../src/report.ts";
import { type HostName, runForReport, runHost, type Variables } from "./host.ts";
import { SCRATCH } from "./scratch.ts";
import { type Place, type Stage, theStage } from "./stage.ts";

const PLACES = [
  { name: "foundry", least: 6 },
  { name: "hardhat2", least: 10 },
] as const;

for (const { name, least } of PLACES)
  describe(`hosts - the reports of all hosts for one folder and chain: fixture-projects/${name}`, () => {
    let stage: Stage;
    let place: Place;
    const services = new Map<HostName, LocalServices & { readonly env: Variables }>();

    before(async () => {
      stage = await theStage();
      place = stage[name];
      for (const { host } of place.hosts) {
        const started = await stage.services();
        services.set(host.name, Object.assign(started, { env: { ...started.env, ...ownTemporary(name) } }));
      }
    });
    after(async () => {
      for (const each of services.values()) await each.close();
    });

    /** Runs the command with each host and compares the reports. */
    async function equalReports(command: Command, words: readonly string[]): Promise<Report> {
      const runs = place.hosts.map(async ({ host, folder }) => {
        const { report, stderr } = await runForReport(host, folder, command, words, envOf(host.name));
        assert.equal(report.exitCode, 0, `${host.name}: ${stderr}`);
        return { name: host.name, report, folder };
      });
      const reports = await Promise.all(runs);
      const [first, ...others] = reports;
      if (first === undefined) throw new Error("No host ran.");
      for (const other of others)
        assert.deepEqual(
          comparable(other.report, other.folder),
          comparable(first.report, first.folder),
          `${first.name} and ${other.name}`,
        );
      return first.report;
    }

    const envOf = (host: HostName): Variables => services.get(host)?.env ?? {};

    it("should be equal for a dry run", async () => {
      await equalReports("verify", [place.linked, "--dry-run"]);
    });

    it("should be equal for all deployments, and if everything is already verified", async () => {
      for (const expected of ["verified", "already-verified"]) {
        const { contracts } = await equalReports("deployments", []);
        assert.isAtLeast(contracts.length, least);
        for (const { outcome } of contracts) assert.equal(outcome, expected);
      }
    });

    it("should come with equal lock files and show no drift from them", async () => {
      const files = place.hosts.map(async ({ host, folder }) => {
        const written = await runForReport(host, folder, "lock", [], envOf(host.name));
        assert.equal(written.report.exitCode, 0, `${host.name}: ${written.stderr}`);
        const { report, stderr } = await runForReport(host, folder, "check", ["--locked"], envOf(host.name));
        assert.equal(report.exitCode, 0, `${host.name}: ${stderr}`);
        for (const { outcome } of report.contracts) assert.equal(outcome, "as-locked");
        const text = await readFile(join(folder, "verify-contract.lock.json"), "utf8");
        return JSON.parse(text.replace(/"(lockedAt|commit|id)": ("[^"]*"|null)/g, '"$1": ""'));
      });
      assertAllEqual(await Promise.all(files));
    });

    it("should show the same drift, and the same contract to accept", async () => {
      const said = place.hosts.map(async ({ host, folder }) => {
        const file = join(folder, "verify-contract.lock.json");
        const text = await readFile(file, "utf8");
        await writeFile(file, text.replace(/"code": "0x[0-9a-f]{64}"/, `"code": "0x${"0".repeat(64)}"`));
        const { report } = await runForReport(host, folder, "check", ["--locked"], envOf(host.name));
        assert.equal(report.exitCode, 1, host.name);
        const drifted = report.contracts.filter(({ outcome }) => outcome === "drifted");
        assert.lengthOf(drifted, 1);
        assert.match(report.accept ?? "", /lock .*--update/, host.name);
        await writeFile(file, text);
        return drifted.map(({ lock, error }) => [lock?.name, lock?.drift, error?.code, error?.facts]);
      });
      assertAllEqual(await Promise.all(said));
    });

    it("should be equal for one address, and a check that compiles", async () => {
      const { contracts } = await equalReports("verify", [place.linked, "--force"]);
      assert.lengthOf(contracts, 1);
      await equalReports("check", [place.linked, "--recompile"]);
    });

    it("should be equal for shards and their merged report", async () => {
      for (const part of ["1/2", "2/2"]) {
        const words = ["--shard", part, "--report", `json=reports/${part[0]}.json`];
        const runs = place.hosts.map(async ({ host, folder }) => {
          const { exitCode, stderr } = await runHost(host, folder, "deployments", words, envOf(host.name));
          assert.equal(exitCode, 0, `${host.name}: ${stderr}`);
        });
        await Promise.all(runs);
      }
      const { contracts } = await equalReports("merge", ["reports"]);
      assert.isAtLeast(contracts.length, least);
    });

    it("should be equal for the network's status", async () => {
      const said = place.hosts.map(async ({ host, folder }) => {
        const run = await runHost(host, folder, "status", ["--json"], envOf(host.name));
        assert.equal(run.exitCode, 0, `${host.name}: ${run.stderr}`);
        return comparable(JSON.parse(run.stdout), folder);
      });
      assertAllEqual(await Promise.all(said));
    });
  });

function assertAllEqual(said: readonly unknown[]): void {
  assert.lengthOf(said, 3);
  for (const each of said) assert.deepEqual(each, said[0]);
}

/**
 * OpenZeppelin's plugin stores deployments on development nodes in the system's temporary folder. The Foundry project must
 * not read those of other projects.
 */
function ownTemporary(place: string): Variables {
  const folder = join(SCRATCH, `temporary-${place}`);
  mkdirSync(folder, { recursive: true });
  return place === "foundry" ? { TMPDIR: folder, TEMP: folder, TMP: folder } : {};
}

describe("hosts - an OpenZeppelin proxy on each host", () => {
  it("should be verified with its implementation, with equal reports", async () => {
    const stage = await theStage();
    const runs = stage.hardhat2.hosts.map(async ({ host, folder }) => {
      await using services = await stage.services();
      const words = [stage.box, "--follow-proxy"];
      const { report, stderr } = await runForReport(host, folder, "verify", words, services.env);
      assert.equal(report.exitCode, 0, `${host.name}: ${stderr}`);
      const names = report.contracts.map((each) => each.contract?.name);
      assert.sameMembers(names, ["TransparentUpgradeableProxy", "Box", "ProxyAdmin"]);
      return comparable(report, folder);
    });
    assertAllEqual(await Promise.all(runs));
  });
});

const UUID = /\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;
const TIME = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g;
/** The tool, durations, and the services' running numbers. */
const OF_THE_RUN = new Set(["tool", "timings", "contractId", "matchId"]);

/**
 * Removes what differs between hosts and runs: the tool, paths, the network's name, ids, times and ports.
 * @param folder Absolute path of the project.
 */
function comparable(report: object, folder: string): unknown {
  const text = JSON.stringify(report, (key, value) => {
    if (OF_THE_RUN.has(key)) return undefined;
    return key === "network" && value !== null ? { ...value, name: "" } : value;
  });
  return JSON.parse(
    text
      .replaceAll(JSON.stringify(folder).slice(1, -1), "/project")
      .replace(/http:\/\/127\.0\.0\.1:\d+/g, "http://127.0.0.1")
      .replace(UUID, "id")
      .replace(TIME, "time"),
  );
}
