// npm run bench:single [-- --runs 5 --contracts 250]
//
// Verifies one contract that --contract names, side by side: @nomicfoundation/hardhat-verify, this plugin of Hardhat, and
// the plain command line, against the same local verification service: in the merged build of many contracts that
// bench:build makes too, and in a project that has no other contract, where all that counts is what a command costs by
// itself. Whole processes in alternation, of which the medians count. `serviceSeconds` is how long the service was at
// work for a run, measured at the service, and `ownSeconds` the rest of the run.
//
// What the plain command line spends on one of 250 contracts, beside the service: the least of 25 runs for each part. What
// judges the record is loaded, and what only the report needs is worked out, while the service compiles.
//
//     Node itself                                    25 ms
//     70 modules, the options, the project          105 ms
//     configuration, and which chain it is           24 ms
//     250 artifacts                                  39 ms
//     code, creation and proxies: 10 requests        39 ms
//     choosing the build, and its input              12 ms
//     submitting                                     21 ms
//     noticing that the job has ended                12 ms
//     the record                                     15 ms
//     the checks, and the report                     30 ms
import { parseArgs } from "node:util";

import { describeBuild, withBuild } from "./find-build/with-build.ts";
import { WatchedService } from "./single/watch-service.ts";
import type { Tool } from "./support/commands.ts";
import { costOf, describe, medianCost } from "./support/cost.ts";
import { median, rounded } from "./support/figures.ts";
import { FUNCTIONS_OF_A_LARGE_ONE } from "./support/generate-contracts.ts";
import type { Measured } from "./support/hardhat.ts";

const NAMES: Readonly<Record<Tool, string>> = {
  peer: "hardhat-verify",
  ours: "hardhat-verify-contract, in Hardhat",
  cli: "hardhat-verify-contract, plain",
};
const TOOLS = Object.keys(NAMES) as Tool[];

const { values } = parseArgs({
  options: { runs: { type: "string", default: "5" }, contracts: { type: "string", default: "250" } },
});
const runs = Number(values.runs);

const among = await compare(Number(values.contracts));
const alone = await compare(1);
console.log(JSON.stringify({ bench: "single", runs, ...among, alone }));

interface Run extends Measured {
  readonly serviceSeconds: number;
}

async function compare(contracts: number) {
  return withBuild(contracts, FUNCTIONS_OF_A_LARGE_ONE, async ({ verify, build, serviceUrl }) => {
    console.log(describeBuild(build));
    using service = new WatchedService(serviceUrl);
    const measured: Record<Tool, Run[]> = { peer: [], ours: [], cli: [] };
    // The first of each loads the service's compiler, and fills Node's compile cache.
    for (let run = -1; run < runs; run++) {
      for (const tool of run % 2 === 0 ? TOOLS : TOOLS.toReversed()) {
        const cost = await verify(tool, true);
        const serviceSeconds = service.takeSeconds();
        if (run >= 0) measured[tool].push({ ...cost, serviceSeconds });
      }
    }
    const of = (tool: Tool) => medianCost(measured[tool].map(costOf));
    const secondsOf = (figure: (run: Run) => number): Record<Tool, number> => {
      const medianOf = (tool: Tool) => rounded(median(measured[tool].map(figure)), 3);
      return { peer: medianOf("peer"), ours: medianOf("ours"), cli: medianOf("cli") };
    };
    const [peer, ours, cli] = [of("peer"), of("ours"), of("cli")];
    const serviceSeconds = secondsOf((run) => run.serviceSeconds);
    const ownSeconds = secondsOf((run) => run.seconds - run.serviceSeconds);
    const cpuSeconds = secondsOf(({ cpuMs }) => cpuMs / 1000);
    for (const [tool, cost] of Object.entries({ peer, ours, cli }) as [Tool, typeof peer][]) {
      const parts = `service ${serviceSeconds[tool]} s, the rest ${ownSeconds[tool]} s; ${cpuSeconds[tool]} s of processor`;
      console.log(`${NAMES[tool].padEnd(36)} ${describe(cost)}   ${parts}`);
    }
    return {
      contracts,
      peer,
      ours,
      cli,
      timeRatio: rounded(peer.seconds / ours.seconds),
      cliRatio: rounded(peer.seconds / cli.seconds),
      memoryRatio: rounded(peer.peakMb / ours.peakMb),
      serviceSeconds,
      ownSeconds,
      cpuSeconds,
    };
  });
}
