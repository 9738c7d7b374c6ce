// npm run bench:startup [-- --runs 50]
//
// Measures the time that this plugin adds to every Hardhat command: `hardhat --help` without plugins, with an empty
// plugin, and with this one, as alternating whole processes. The result is the median of paired differences, because
// load on the machine affects both figures of a pair. The bench also lists the package's loaded modules, and measures
// `--help` of the plain command line (`cliMs`, the median of whole processes) next to a process that loads nothing.
// `cliModules` lists the modules that it loads, including dependencies.
import { execFile } from "node:child_process";
import { realpathSync } from "node:fs";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs, promisify } from "node:util";
import manifest from "../package.json" with { type: "json" };
import { succeed } from "./support/commands.ts";
import { median, rounded } from "./support/figures.ts";
import { type Measured, PLAIN_CLI } from "./support/hardhat.ts";

/** The packages installed with this one. */
const DEPENDENCIES = Object.keys(manifest.dependencies);

const { values } = parseArgs({ options: { runs: { type: "string", default: "50" } } });
const runs = Number(values.runs);

const CONFIGS = {
  without: `import { defineConfig } from "hardhat/config";
export default defineConfig({ solidity: "0.8.28" });
`,
  // The minimum that Hardhat requires of a plugin.
  "empty plugin": `import { defineConfig } from "hardhat/config";
export default defineConfig({ plugins: [{ id: "empty" }], solidity: "0.8.28" });
`,
  with: `import { defineConfig } from "hardhat/config";
import verifyContract from "hardhat-verify-contract";
export default defineConfig({ plugins: [verifyContract], solidity: "0.8.28" });
`,
};

type Name = keyof typeof CONFIGS;

const project = await mkdtemp(path.join(tmpdir(), "bench-startup-"));
try {
  await symlink(path.resolve("node_modules"), path.join(project, "node_modules"), "junction");
  await writeFile(path.join(project, "package.json"), JSON.stringify({ type: "module", private: true }));
  for (const [name, config] of Object.entries(CONFIGS)) await writeFile(configOf(name), config);

  const measured: Record<Name, Measured[]> = { without: [], "empty plugin": [], with: [] };
  // The first run of each fills the file system cache for the others.
  for (let run = -1; run < runs; run++) {
    const names = Object.keys(CONFIGS) as Name[];
    for (const name of run % 2 === 0 ? names : names.reverse()) {
      const cost = await help(name);
      if (run >= 0) measured[name].push(cost);
    }
  }
  const modules = await loadedOfPackage((nodeArgs) => help("with", nodeArgs));
  const cliMs = await medianMs([PLAIN_CLI, "--help"]);
  const cliModules = await loadedOfPackage((nodeArgs) =>
    promisify(execFile)(process.execPath, [...nodeArgs, PLAIN_CLI, "--help"]),
  );
  const emptyProcessMs = await medianMs(["--eval", "0"]);
  const costs = {
    "CPU ms": costOf(({ cpuMs }) => cpuMs),
    "wall ms": costOf(({ seconds }) => seconds * 1000),
    "peak MB": costOf(({ peakMb }) => peakMb),
  };
  console.table(costs);
  console.log(`loaded: ${modules.join(", ")}`);
  console.log(`--help of the plain command line: ${cliMs} ms, an empty process: ${emptyProcessMs} ms`);
  console.log(`loaded: ${cliModules.join(", ")}`);
  console.log(
    JSON.stringify({ bench: "startup", runs, ...costs, cliMs, emptyProcessMs, modules, cliModules }),
  );

  function costOf(figure: (of: Measured) => number) {
    const medianOf = (name: Name): number => rounded(median(measured[name].map(figure)), 1);
    const addedTo = (name: Name): number =>
      rounded(median(measured.with.map((it, run) => figure(it) - figure(measured[name][run] ?? it))), 1);
    return {
      without: medianOf("without"),
      "empty plugin": medianOf("empty plugin"),
      with: medianOf("with"),
      added: addedTo("without"),
      "added to an empty plugin": addedTo("empty plugin"),
    };
  }
} finally {
  await rm(project, { recursive: true, force: true });
}

function configOf(name: string): string {
  return path.join(project, `${name.replaceAll(" ", "-")}.config.ts`);
}

function help(name: Name, nodeArgs: readonly string[] = []) {
  return succeed(project, ["--config", configOf(name), "--help"], nodeArgs);
}

/** Median time of whole processes in milliseconds. The first run, which fills the compile cache, doesn't count. */
async function medianMs(args: readonly string[]): Promise<number> {
  const times: number[] = [];
  for (let run = -1; run < runs; run++) {
    const startedAt = performance.now();
    await promisify(execFile)(process.execPath, args);
    if (run >= 0) times.push(performance.now() - startedAt);
  }
  return rounded(median(times), 1);
}

/** The paths of loaded modules of the package and its dependencies, relative to either folder. */
async function loadedOfPackage(
  run: (nodeArgs: readonly string[]) => Promise<unknown>,
): Promise<readonly string[]> {
  const record = path.join(project, "loads");
  await writeFile(record, "");
  const hook = pathToFileURL(path.resolve("test/helpers/package/record-loads.mjs")).href;
  process.env.RECORD_LOADS = record;
  await run(["--import", hook]);
  const dist = new URL("./", packageOf(project)).href;
  const dependencies = DEPENDENCIES.map((name) => pathToFileURL(path.resolve("node_modules", name)).href);
  const urls = (await readFile(record, "utf8")).trim().split("\n");
  return urls.flatMap((url) => {
    if (url.startsWith(dist)) return url.slice(dist.length);
    const isOfDependency = dependencies.some((folder) => url.startsWith(`${folder}/`));
    return isOfDependency ? url.slice(url.lastIndexOf("/node_modules/") + 1) : [];
  });
}

/** The module that a project's configuration imports. */
function packageOf(root: string): URL {
  const manifest = realpathSync(path.join(root, "node_modules", "hardhat-verify-contract", "package.json"));
  return pathToFileURL(path.join(path.dirname(manifest), "dist", "index.js"));
}
