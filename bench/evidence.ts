// npm run bench:evidence [-- --distinct 250 --chains 8]
//
// Checks a fleet of contracts with and without keeping evidence, then replays it. Reports the file's contents and the
// cost of both. As in `bench:fleet`, each of several chains has distinct contracts, and a tenth of them are proxies.
// The bench measures whole processes.
import { stat } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { recordOn, withFleet } from "./fleet/fleet-project.ts";
import { chainIds } from "./fleet/many-chains.ts";
import { costOf, describe } from "./support/cost.ts";
import { rounded } from "./support/figures.ts";
import { measure, PLAIN_CLI } from "./support/hardhat.ts";

const { values } = parseArgs({
  options: {
    distinct: { type: "string", default: "250" },
    chains: { type: "string", default: "8" },
  },
});
const distinct = Number(values.distinct);
const size = Number(values.chains);

const result = await withFleet(distinct, async (fleet) => {
  const { project, contracts } = fleet;
  await recordOn(fleet, chainIds(size));
  const total = size * contracts.length;
  const run = async (what: string, ...args: readonly string[]) => {
    const measured = await measure(project.path, args, [], PLAIN_CLI);
    if (measured.exitCode !== 0)
      throw new Error(`${args.join(" ")}: exit code ${measured.exitCode}\n${measured.output.slice(-4000)}`);
    const cost = costOf(measured);
    console.log(`${what.padEnd(24)} ${describe(cost)}`);
    return cost;
  };
  const checked = await run("check", "check", "--all-networks", "--quiet");
  const file = "fleet.evidence.gz";
  const recorded = await run("check --evidence", "check", "--all-networks", "--quiet", "--evidence", file);
  const { size: bytes } = await stat(path.join(project.path, file));
  const replayed = await run("replay", "replay", file, "--quiet");
  const megabytes = rounded(bytes / 1e6);
  console.log(`${total} contracts in ${megabytes} MB, ${rounded(bytes / total / 1000)} kB each`);
  return { contracts: total, megabytes, checked, recorded, replayed };
});

console.log(JSON.stringify({ bench: "evidence", ...result }));
