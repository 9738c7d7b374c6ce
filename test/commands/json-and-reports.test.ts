import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { assert } from "chai";
import { verify, verifyAllDeployments } from "../../src/internal/commands/contracts.ts";
import type { Screens } from "../../src/internal/commands/show-run.ts";
import type { ArgumentsOf } from "../../src/internal/domain/options.ts";
import { createHardhatHost } from "../../src/internal/hosts/hardhat3/host.ts";
import { type Folder, folderForEach } from "../helpers/build-files.ts";
import { argumentDefaults } from "../helpers/commands/argument-defaults.ts";
import { connectionThat, fakeHre } from "../helpers/commands/fake-hre.ts";
import { withoutVariables } from "../helpers/environment.ts";
import { parseReport } from "../helpers/report-schema.ts";
import { thrownBy } from "../helpers/thrown.ts";

const ADDRESS = "0x000000000000000000000000000000000000dEaD";
const { signal } = new AbortController();
const screensOf = (stdout: PassThrough) => ({ stdout, stderr: new PassThrough() }) as unknown as Screens;
const hostOf = ({ path }: Folder, connection?: Parameters<typeof fakeHre>[2]) =>
  createHardhatHost(fakeHre(path, { verification: { url: "http://127.0.0.1:9" } }, connection));
const argumentsOf = (place: string, target = ADDRESS): ArgumentsOf<"verify"> => {
  const named = { target, arguments: [], report: `json=${place}` };
  return { ...argumentDefaults("verify"), ...named, json: true };
};

async function refuse(): Promise<never> {
  throw Object.assign(new Error("no such method"), { code: -32601 });
}

describe("hardhat - --json and --report together", () => {
  const folder = folderForEach();
  withoutVariables("GITHUB_ACTIONS");

  it("should still write the report if its rendering fails", async () => {
    process.env.GITHUB_ACTIONS = "true";
    const connection = connectionThat(refuse);
    const stdout = new PassThrough();
    const screens = screensOf(stdout);
    screens.stderr.write = () => {
      throw new RangeError("too wide");
    };
    const args = { ...argumentsOf(""), report: undefined };
    await thrownBy(() => verify(args, hostOf(folder, connection), screens, signal), "VC999");
    const report = parseReport(String(stdout.read()));
    assert.deepEqual([report.error?.code, report.exitCode, report.contracts.length], ["VC999", 1, 1]);
  });

  it("should write one JSON document to stdout even if a report's path becomes invalid", async () => {
    const place = join(folder.path, "report.json");
    const connection = connectionThat(async () => {
      await mkdir(place, { recursive: true });
      return refuse();
    });
    const stdout = new PassThrough();
    const work = () => verify(argumentsOf(place), hostOf(folder, connection), screensOf(stdout), signal);
    await thrownBy(work, "VC801");
    assert.equal(JSON.parse(String(stdout.read())).error.code, "VC801");
  });

  it("should write reports of wrong use, so that an earlier run's reports aren't mistaken for them", async () => {
    const place = await folder.write("report.json", '{ "schema": "verify-contract/1" }');
    const screens = screensOf(new PassThrough());
    await thrownBy(() => verify(argumentsOf(place, "0x12"), hostOf(folder), screens, signal), "VC102");
    const written = parseReport(await readFile(place, "utf8"));
    assert.deepEqual([written.error?.code, written.exitCode], ["VC102", 2]);
  });

  it("should not overwrite the manifest or a build that it names", async () => {
    const contracts = [{ address: ADDRESS, buildInfo: "builds/build.json" }];
    const manifest = { schema: "verify-contract-deployments/1", contracts };
    const deployments = [await folder.write("deployments.json", manifest)];
    const screens = screensOf(new PassThrough());
    const answer = async () => "0x7a69";
    const host = hostOf(folder, connectionThat(answer));
    for (const file of [...deployments, await folder.write("builds/build.json", { id: "build" })]) {
      const before = await readFile(file, "utf8");
      const asked = { ...argumentDefaults("deployments"), json: true, report: `json=${file}`, deployments };
      await thrownBy(() => verifyAllDeployments(asked, host, screens, signal), "VC801");
      assert.equal(await readFile(file, "utf8"), before);
    }
  });
});
