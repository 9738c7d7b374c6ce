// npm run bench:single [-- --runs 5 --contracts 250]
//
// Verifies one contract that --contract names, side by side with @nomicfoundation/hardhat-verify, against the same local
// verification service: in the merged build of many contracts that bench:build makes too, and in a project that has no
// other contract, where all that counts is what a command costs by itself. Whole processes in alternation, of which the
// medians count.
import { parseArgs } from "node:util";

import { describeBuild, withBuild } from "./find-build/with-build.ts";
import type { Tool } from "./support/commands.ts";
import { type Cost, costOf, describe, medianCost } from "./support/cost.ts";
import { rounded } from "./support/figures.ts";
import { FUNCTIONS_OF_A_LARGE_ONE } from "./support/generate-contracts.ts";

const { values } = parseArgs({
  options: { runs: { type: "string", default: "5" }, contracts: { type: "string", default: "250" } },
});
const runs = Number(values.runs);

const among = await compare(Number(values.contracts));
const alone = await compare(1);
console.log(JSON.stringify({ bench: "single", runs, ...among, alone }));

async function compare(contracts: number) {
  return withBuild(contracts, FUNCTIONS_OF_A_LARGE_ONE, async ({ verify, build }) => {
    console.log(describeBuild(build));
    // So that the service's compiler is loaded for both.
    await verify("ours", true);
    const costs: Record<Tool, Cost[]> = { peer: [], ours: [] };
    for (let run = 0; run < runs; run++) {
      for (const tool of run % 2 === 0 ? (["peer", "ours"] as const) : (["ours", "peer"] as const))
        costs[tool].push(costOf(await verify(tool, true)));
    }
    const peer = medianCost(costs.peer);
    const ours = medianCost(costs.ours);
    console.log(`hardhat-verify            ${describe(peer)}`);
    console.log(`hardhat-verify-contract   ${describe(ours)}`);
    return {
      contracts,
      peer,
      ours,
      timeRatio: rounded(peer.seconds / ours.seconds),
      memoryRatio: rounded(peer.peakMb / ours.peakMb),
    };
  });
}
