import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";

import { assert } from "chai";
import { verify, verifyAllDeployments } from "../../src/internal/commands/contracts.ts";
import type { ArgumentsOf } from "../../src/internal/domain/options.ts";
import { createHardhatHost } from "../../src/internal/hosts/hardhat3/host.ts";
import { temporaryFolder } from "../helpers/build-files.ts";
import { connectionThat, fakeHre } from "../helpers/commands/fake-hre.ts";
import { parseReport } from "../helpers/report-schema.ts";
import { thrownBy } from "../helpers/thrown.ts";

describe("hardhat - --json and --report together", () => {
  it("should write one JSON document to stdout also when the place of a report is gone in the end", async () => {
    const folder = await mkdtemp(join(tmpdir(), "verify-contract-"));
    try {
      const place = join(folder, "report.json");
      const connection = connectionThat(async () => {
        await mkdir(place, { recursive: true });
        throw Object.assign(new Error("no such method"), { code: -32601 });
      });
      const hre = fakeHre(folder, { verification: { url: "http://127.0.0.1:9" } }, connection);
      const [stdout, stderr] = [new PassThrough(), new PassThrough()];
      const screens = { stdout, stderr } as unknown as Parameters<typeof verify>[2];
      const work = () =>
        verify(args(`json=${place}`), createHardhatHost(hre), screens, new AbortController().signal);
      assert.equal((await thrownBy(work)).code, "VC801");
      const document = JSON.parse(String(stdout.read())) as { readonly error: { readonly code: string } };
      assert.equal(document.error.code, "VC801");
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it("should write the reports of wrong use too, so that those of an earlier run do not pass for them", async () => {
    const folder = await mkdtemp(join(tmpdir(), "verify-contract-"));
    try {
      const place = join(folder, "report.json");
      await writeFile(place, '{ "schema": "verify-contract/1" }');
      const hre = fakeHre(folder, { verification: { url: "http://127.0.0.1:9" } });
      const [stdout, stderr] = [new PassThrough(), new PassThrough()];
      const screens = { stdout, stderr } as unknown as Parameters<typeof verify>[2];
      const wrong = { ...args(`json=${place}`), target: "0x12" };
      const work = () => verify(wrong, createHardhatHost(hre), screens, new AbortController().signal);
      assert.equal((await thrownBy(work)).code, "VC102");
      const written = parseReport(await readFile(place, "utf8"));
      assert.equal(written.error?.code, "VC102");
      assert.equal(written.exitCode, 2);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it("should overwrite neither a manifest nor a build that it names", async () => {
    await using folder = await temporaryFolder();
    const contracts = [
      { address: "0x000000000000000000000000000000000000dEaD", buildInfo: "builds/build.json" },
    ];
    await folder.write("deployments.json", { schema: "verify-contract-deployments/1", contracts });
    await folder.write("builds/build.json", { id: "build" });
    const hre = fakeHre(
      folder.path,
      { verification: { url: "http://127.0.0.1:9" } },
      connectionThat(async () => "0x7a69"),
    );
    for (const name of ["deployments.json", "builds/build.json"]) {
      const before = await readFile(join(folder.path, name), "utf8");
      const [stdout, stderr] = [new PassThrough(), new PassThrough()];
      const screens = { stdout, stderr } as unknown as Parameters<typeof verify>[2];
      const {
        target: _,
        contract: __,
        creationTxHash,
        stdJsonInput,
        compilerVersion,
        at,
        ...common
      } = args(`json=${join(folder.path, name)}`);
      const deployments = [join(folder.path, "deployments.json")];
      const all = { ...common, deployments, bail: false, allNetworks: false, shard: undefined };
      const work = () =>
        verifyAllDeployments(all, createHardhatHost(hre), screens, new AbortController().signal);
      assert.equal((await thrownBy(work)).code, "VC801", name);
      assert.equal(await readFile(join(folder.path, name), "utf8"), before);
    }
  });
});

function args(report: string): ArgumentsOf<"verify"> {
  return {
    target: "0x000000000000000000000000000000000000dEaD",
    arguments: [],
    contract: undefined,
    creationTxHash: undefined,
    buildInfo: undefined,
    stdJsonInput: undefined,
    compilerVersion: undefined,
    sources: "auto",
    minMatch: undefined,
    requireCreation: false,
    followProxy: false,
    noFollowProxy: false,
    onlyNamed: false,
    pickIdentical: false,
    force: false,
    fresh: false,
    verbose: false,
    quiet: false,
    dryRun: false,
    local: false,
    require: undefined,
    at: undefined,
    json: true,
    report,
    timeout: undefined,
  };
}
