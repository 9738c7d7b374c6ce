// npm run bench:startup [-- --runs 15]
//
// What this plugin adds to every Hardhat command: `hardhat --help` with and without it, whole processes in alternation.
// It is the median of the differences of pairs, so that a busy machine tells on both alike; and which of its modules were loaded.
import { realpathSync } from "node:fs";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

import { succeed } from "./support/commands.ts";
import { median, rounded } from "./support/figures.ts";
import type { Measured } from "./support/hardhat.ts";

const { values } = parseArgs({ options: { runs: { type: "string", default: "25" } } });
const runs = Number(values.runs);

const CONFIGS = {
  without: `import { defineConfig } from "hardhat/config";
export default defineConfig({ solidity: "0.8.28" });
`,
  with: `import { defineConfig } from "hardhat/config";
import verifyContract from "hardhat-verify-contract";
export default defineConfig({ plugins: [verifyContract], solidity: "0.8.28" });
`,
};

const project = await mkdtemp(path.join(tmpdir(), "bench-startup-"));
try {
  await symlink(path.resolve("node_modules"), path.join(project, "node_modules"), "junction");
  await writeFile(path.join(project, "package.json"), JSON.stringify({ type: "module", private: true }));
  for (const [name, config] of Object.entries(CONFIGS))
    await writeFile(path.join(project, `${name}.config.ts`), config);

  const measured: Record<keyof typeof CONFIGS, Measured[]> = { without: [], with: [] };
  // The first of each reads files that the others find in memory.
  for (let run = -1; run < runs; run++) {
    for (const name of run % 2 === 0 ? (["without", "with"] as const) : (["with", "without"] as const)) {
      const cost = await help(name);
      if (run >= 0) measured[name].push(cost);
    }
  }
  const modules = await ownModulesLoaded();
  const costs = {
    "CPU ms": costOf(({ cpuMs }) => cpuMs),
    "wall ms": costOf(({ seconds }) => seconds * 1000),
    "peak MB": costOf(({ peakMb }) => peakMb),
  };
  console.table(costs);
  console.log(`loaded: ${modules.join(", ")}`);
  console.log(JSON.stringify({ bench: "startup", runs, ...costs, modules }));

  function costOf(figure: (of: Measured) => number) {
    const [without, withPlugin] = [measured.without.map(figure), measured.with.map(figure)];
    const added = withPlugin.map((value, pair) => value - (without[pair] ?? value));
    return {
      without: rounded(median(without), 1),
      with: rounded(median(withPlugin), 1),
      added: rounded(median(added), 1),
    };
  }
} finally {
  await rm(project, { recursive: true, force: true });
}

function help(name: keyof typeof CONFIGS, nodeArgs: readonly string[] = []) {
  return succeed(project, ["--config", path.join(project, `${name}.config.ts`), "--help"], nodeArgs);
}

async function ownModulesLoaded(): Promise<readonly string[]> {
  const record = path.join(project, "loads");
  await writeFile(record, "");
  const hook = pathToFileURL(path.resolve("test/helpers/package/record-loads.mjs")).href;
  process.env.RECORD_LOADS = record;
  await help("with", ["--import", hook]);
  const dist = new URL("./", packageOf(project)).href;
  const urls = (await readFile(record, "utf8")).trim().split("\n");
  return urls.filter((url) => url.startsWith(dist)).map((url) => url.slice(dist.length));
}

/** The module that a project's configuration imports. */
function packageOf(root: string): URL {
  const manifest = realpathSync(path.join(root, "node_modules", "hardhat-verify-contract", "package.json"));
  return pathToFileURL(path.join(path.dirname(manifest), "dist", "index.js"));
}
