// npm run bench:fleet [-- --distinct 250 --chains 1,4,8 --singles 20]
//
// Compares a fleet with its lock file, using one `check --locked --all-networks`. Each of several chains has distinct
// contracts, and a tenth of them are proxies. All chains are the same node and verification service under different
// chain ids. Deploying, verifying and writing the lock file are not measured. For comparison, the same run checks
// contracts one by one and extrapolates from a sample. The bench measures whole processes. A request is either a
// JSON-RPC call, counted individually within a batch, or an HTTP request to the service.
import { rm } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { recordOn, withFleet } from "./fleet/fleet-project.ts";
import { chainIds } from "./fleet/many-chains.ts";
import { costOf, describe } from "./support/cost.ts";
import { rounded } from "./support/figures.ts";
import { type Measured, measure, PLAIN_CLI } from "./support/hardhat.ts";

const { values } = parseArgs({
  options: {
    distinct: { type: "string", default: "250" },
    chains: { type: "string", default: "1,4,8" },
    singles: { type: "string", default: "20" },
  },
});
const distinct = Number(values.distinct);
const sizes = values.chains.split(",").map(Number);
const singles = Math.min(distinct, Number(values.singles));

const result = await withFleet(distinct, async (fleet) => {
  const { project, chains, contracts } = fleet;
  const run = async (...args: readonly string[]): Promise<Measured> => {
    const measured = await measure(project.path, args, [], PLAIN_CLI);
    if (measured.exitCode === 0) return measured;
    throw new Error(`${args.join(" ")}: exit code ${measured.exitCode}\n${measured.output.slice(-4000)}`);
  };
  const grown: (ReturnType<typeof costOf> & { contracts: number; requestsPerContract: number })[] = [];
  for (const size of sizes) {
    await recordOn(fleet, chainIds(size));
    await run("lock", "--all-networks");
    chains.takeRequests();
    const cost = costOf(await run("check", "--locked", "--all-networks"));
    const total = size * contracts.length;
    const requestsPerContract = rounded(chains.takeRequests() / total);
    console.log(
      `${String(total).padStart(5)} contracts ${describe(cost)}  ${requestsPerContract} requests each`,
    );
    grown.push({ contracts: total, ...cost, requestsPerContract });
  }
  await rm(path.join(project.path, "deployments"), { recursive: true });
  const [chainId = 0] = chainIds(1);
  let seconds = 0;
  for (const { address } of contracts.slice(0, singles))
    seconds += (await run("check", address, "--rpc-url", chains.rpcUrl(chainId))).seconds;
  const last = grown.at(-1);
  if (last === undefined) throw new Error("--chains names no number of chains");
  const oneByOne = rounded((seconds / singles) * last.contracts);
  console.log(
    `${String(last.contracts).padStart(5)} by check one by one: NOT MEASURED, ${oneByOne} s extrapolated from ${singles}`,
  );
  const msPerFurtherContract = grown.slice(1).map((after, index) => {
    const before = grown[index] ?? after;
    return rounded(((after.seconds - before.seconds) * 1000) / (after.contracts - before.contracts));
  });
  return {
    ...last,
    msPerFurtherContract,
    growth: grown,
    oneByOne: { seconds: oneByOne, extrapolatedFrom: singles },
  };
});

console.log(JSON.stringify({ bench: "fleet", ...result }));
