// npm run bench:build [-- --contracts 250 --runs 3 --growth 50,250,1000]
//
// Verifies one of many contracts compiled in one build, without --contract, with this plugin and with
// @nomicfoundation/hardhat-verify. Both use the same local verification service. The bench measures whole processes:
// wall time, and the memory of the largest process. The peer runs once, this plugin several times; its figures are
// medians. Then this plugin runs alone, among a growing number of small contracts.
import { parseArgs } from "node:util";
import { type BuildSize, describeBuild, withBuild } from "./find-build/with-build.ts";
import { type Cost, costOf, describe, medianCost } from "./support/cost.ts";
import { rounded } from "./support/figures.ts";
import { FUNCTIONS_OF_A_LARGE_ONE, FUNCTIONS_OF_A_SMALL_ONE } from "./support/generate-contracts.ts";
import type { Measured } from "./support/hardhat.ts";

const { values } = parseArgs({
  options: {
    contracts: { type: "string", default: "250" },
    runs: { type: "string", default: "3" },
    growth: { type: "string", default: "50,250,1000" },
  },
});
const contracts = Number(values.contracts);
const runs = Number(values.runs);
const sizes = values.growth.split(",").filter(Boolean).map(Number);

const main = await withBuild(contracts, FUNCTIONS_OF_A_LARGE_ONE, async ({ verify, build }) => {
  console.log(describeBuild(build));
  // Loads the service's compiler, so neither tool pays for that.
  await verify("ours");
  const ours = await medianOf(() => verify("ours"));
  console.log(`hardhat-verify-contract   ${describe(ours)}`);
  const peer = costOf(await verify("peer"));
  console.log(`hardhat-verify            ${describe(peer)}`);
  return {
    build,
    peer,
    ours,
    timeRatio: rounded(peer.seconds / ours.seconds),
    memoryRatio: rounded(peer.peakMb / ours.peakMb),
  };
});

const growth: Grown[] = [];
for (const size of sizes) {
  growth.push(
    await withBuild(size, FUNCTIONS_OF_A_SMALL_ONE, async ({ verify, build }) => {
      console.log(describeBuild(build));
      await verify("ours");
      const ours = await medianOf(() => verify("ours"));
      console.log(`hardhat-verify-contract   ${describe(ours)}`);
      return { build, ...ours, msPerContract: rounded((ours.seconds * 1000) / size) };
    }),
  );
}

console.log(
  JSON.stringify({
    bench: "find-build",
    runs,
    ...main,
    growth,
    msPerFurtherContract: growth.slice(1).map((after, index) => slope(growth[index] ?? after, after)),
  }),
);

interface Grown extends Cost {
  readonly build: BuildSize;
  readonly msPerContract: number;
}

/** The cost of an additional contract between two sizes. Equal figures mean linear growth. */
function slope(before: Grown, after: Grown): number {
  return rounded(
    ((after.seconds - before.seconds) * 1000) / (after.build.contracts - before.build.contracts),
  );
}

async function medianOf(verify: () => Promise<Measured>): Promise<Cost> {
  const costs: Cost[] = [];
  for (let run = 0; run < runs; run++) costs.push(costOf(await verify()));
  return medianCost(costs);
}
