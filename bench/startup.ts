// npm run bench:startup [-- --runs 15]
//
// What this plugin adds to every Hardhat command: `hardhat --help` with and without it, whole processes in alternation,
// of which the medians count; and which of its modules were loaded.
import { realpathSync } from "node:fs";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

import { succeed } from "./support/commands.ts";
import { type Cost, costOf, describe, medianCost } from "./support/cost.ts";
import { rounded } from "./support/figures.ts";

const { values } = parseArgs({ options: { runs: { type: "string", default: "15" } } });
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

  const costs: Record<keyof typeof CONFIGS, Cost[]> = { without: [], with: [] };
  // The first of each reads files that the others find in memory.
  for (let run = -1; run < runs; run++) {
    for (const name of run % 2 === 0 ? (["without", "with"] as const) : (["with", "without"] as const)) {
      const cost = costOf(await help(name));
      if (run >= 0) costs[name].push(cost);
    }
  }
  const without = medianCost(costs.without);
  const withPlugin = medianCost(costs.with);
  const modules = await ownModulesLoaded();
  console.log(`without the plugin   ${describe(without)}`);
  console.log(`with the plugin      ${describe(withPlugin)}`);
  console.log(`loaded: ${modules.join(", ")}`);
  console.log(
    JSON.stringify({
      bench: "startup",
      runs,
      without,
      with: withPlugin,
      addedMs: rounded((withPlugin.seconds - without.seconds) * 1000, 0),
      addedMb: withPlugin.peakMb - without.peakMb,
      modules,
    }),
  );
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
  // Where the project finds the package: in a copy of a checkout, the link in node_modules leads to the first one.
  const dist = new URL("./", packageOf(project)).href;
  const urls = (await readFile(record, "utf8")).trim().split("\n");
  return urls.filter((url) => url.startsWith(dist)).map((url) => url.slice(dist.length));
}

/** The module that a project's configuration imports. */
function packageOf(root: string): URL {
  const manifest = realpathSync(path.join(root, "node_modules", "hardhat-verify-contract", "package.json"));
  return pathToFileURL(path.join(path.dirname(manifest), "dist", "index.js"));
}
