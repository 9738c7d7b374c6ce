import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { assert } from "chai";
import { builtContents } from "../helpers/package/built-contents.ts";

const CONFIG = `import { defineConfig } from "hardhat/config";
import verifyContract from "hardhat-verify-contract";

export default defineConfig({ plugins: [verifyContract], solidity: "0.8.28" });
`;

const MOST_BYTES = 16_384;
/** About 110 before the build bundled the modules that each run loads. */
const MOST_MODULES = 30;
const NO_NODE = "http://127.0.0.1:9";
const MODEL = "src/internal/report/model.ts";

describe("package - start-up", () => {
  let project: string;
  let withPlugin: readonly string[];
  let withoutPlugin: readonly string[];

  before(() => {
    project = mkdtempSync(join(tmpdir(), "verify-contract-start-up-"));
    symlinkSync(resolve("node_modules"), join(project, "node_modules"), "junction");
    writeFileSync(join(project, "package.json"), '{ "type": "module" }');
    withPlugin = loadedByHardhat(CONFIG, "--help");
    const bare = CONFIG.replace("plugins: [verifyContract],", "").replace(/import verify.*\n/, "");
    withoutPlugin = loadedByHardhat(bare, "--help");
  });

  after(() => rmSync(project, { recursive: true }));

  it("should load only the declaration, the option table and the help text, each a small module", () => {
    const ours = oursOf(withPlugin);
    assert.lengthOf(ours, 4, ours.join());
    assert.equal(ours[0], "index.js");
    // The part that Hardhat 2 can't load.
    assert.include(builtContents()[ours[1] ?? ""] ?? [], "src/internal/hosts/hardhat3/plugin.ts");
    // Hardhat 2 and the commands need these too, so they are modules of their own.
    const others = ours.slice(2).flatMap((file) => builtContents()[file] ?? []);
    assert.sameMembers(others, ["src/internal/domain/options.ts", "src/internal/commands/help.ts"]);
    for (const file of ours) assert.isBelow(statSync(join("dist", file)).size, MOST_BYTES);
  });

  it("should make Hardhat load no additional package", () => {
    const added = packagesOf(withPlugin).difference(packagesOf(withoutPlugin));
    assert.deepEqual([...added], []);
  });

  it("should not make Hardhat load its simulator for a run on an HTTP network", () => {
    const networks = `networks: { remote: { type: "http", url: "${NO_NODE}" } } });`;
    const config = CONFIG.replace(/ \}\);\s*$/, `, ${networks}\n`);
    const address = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
    const loaded = packagesOf(loadedByHardhat(config, "verify-contract", address, "--network", "remote"));
    assert.isTrue(loaded.has("hardhat"));
    assert.isFalse(loaded.has("@nomicfoundation/edr"));
  });

  it("should load only the parser and the option tables for the plain command line's help", () => {
    const loaded = loads("dist/cli.js", "--help");
    assert.deepEqual([...packagesOf(loaded)], ["commander"]);
    const ours = oursOf(loaded);
    assert.isAtMost(ours.length, 5, ours.join());
    for (const file of ours) assert.isBelow(statSync(join("dist", file)).size, 2 * MOST_BYTES);
  });

  it("should load one small module for a typed configuration", () => {
    const text = readFileSync(join("dist", "config.js"), "utf8");
    assert.notMatch(text, /^import /m);
    assert.isBelow(text.length, MOST_BYTES);
  });

  it("should load few modules for a run, the report model only if a report is read, and YAML only for a manifest", () => {
    const urls = loads("dist/cli.js", "0x5FbDB2315678afecb367f032d93F642f64180aa3", "--rpc-url", NO_NODE);
    const loaded = oursOf(urls);
    assert.isAtMost(loaded.length, MOST_MODULES, loaded.join());
    assert.sameMembers([...packagesOf(urls)], ["@nomicfoundation/solidity-analyzer", "commander"]);
    assert.notInclude(sourcesOf(urls), MODEL);
    assert.notInclude(sourcesOf(loads("dist/cli.js", "status", "--rpc-url", NO_NODE)), MODEL);
    assert.include(sourcesOf(loads("dist/cli.js", "merge", "missing.json")), MODEL);
  });

  function loadedByHardhat(config: string, ...args: readonly string[]): readonly string[] {
    writeFileSync(join(project, "hardhat.config.ts"), config);
    return loads("node_modules/hardhat/dist/src/cli.js", ...args);
  }

  /** The URLs of all modules that a script loads in the project's folder. */
  function loads(script: string, ...args: readonly string[]): readonly string[] {
    const record = join(project, "loads");
    writeFileSync(record, "");
    const hook = pathToFileURL(resolve("test/helpers/package/record-loads.mjs")).href;
    const env = { ...process.env, RECORD_LOADS: record };
    spawnSync(process.execPath, ["--import", hook, resolve(script), ...args], { cwd: project, env });
    return readFileSync(record, "utf8").trim().split("\n");
  }
});

function sourcesOf(urls: readonly string[]): readonly string[] {
  return oursOf(urls).flatMap((name) => builtContents()[name] ?? []);
}

/** The package's own modules among the URLs, by their names in dist. */
function oursOf(urls: readonly string[]): readonly string[] {
  const dist = pathToFileURL(`${resolve("dist")}/`).href;
  return urls.flatMap((url) => (url.startsWith(dist) ? url.slice(dist.length) : []));
}

/** The packages in node_modules that have the modules, without Node's own and ours. */
function packagesOf(urls: readonly string[]): Set<string> {
  return new Set(urls.flatMap((url) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1] ?? []));
}
