// npm run bench:single [-- --runs 5 --contracts 250]
//
// Verifies one contract, named with --contract, with three tools: @nomicfoundation/hardhat-verify, this Hardhat plugin,
// and the plain command line. All use the same local verification service. The contract is part of the large build from
// bench:build, and then the only one in a project, where the fixed cost of a command dominates. The tools alternate,
// and figures are medians of whole processes. `serviceSeconds` is the time that the service worked on a run, measured
// in the service. `ownSeconds` is the rest of the run.
//
// `repeat` runs the same command again after the contract is verified: the peer asks the service and returns, and this
// plugin proves the contract again. `floorSeconds` is an empty Hardhat task, and `aboveFloorSeconds` is the additional
// time of this plugin's repeated command.
//
// The plain command line repeats the command for one of 250 contracts with 9 requests and 0.31 s of processor time, of
// which Node itself takes 0.03 s. A new contract takes 32 requests and 0.38 s. With --contract, only the named artifact
// is read; without it, 250 artifacts take another 0.13 s.
//
// An empty Hardhat task takes 300 ms. Opening an HTTP network takes another 140 ms, because Hardhat loads its simulator
// and its own HTTP client for it. The peer pays for that. This plugin opens the network only if other plugins use it
// for their requests.
import { parseArgs } from "node:util";
import { describeBuild, withBuild } from "./find-build/with-build.ts";
import { WatchedService } from "./single/watch-service.ts";
import type { Tool } from "./support/commands.ts";
import { type Cost, costOf, describe, medianCost } from "./support/cost.ts";
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
  return withBuild(contracts, FUNCTIONS_OF_A_LARGE_ONE, async ({ verify, doNothing, build, serviceUrl }) => {
    console.log(describeBuild(build));
    using service = new WatchedService(serviceUrl);
    const measured: Record<Tool, Run[]> = { peer: [], ours: [], cli: [] };
    const repeated: Record<Tool, Cost[]> = { peer: [], ours: [], cli: [] };
    const empty: Cost[] = [];
    // The first run of each loads the service's compiler and fills Node's compile cache.
    for (let run = -1; run < runs; run++) {
      for (const tool of run % 2 === 0 ? TOOLS : TOOLS.toReversed()) {
        const cost = await verify(tool, { isNamed: true });
        const serviceSeconds = service.takeSeconds();
        const again = costOf(await verify(tool, { isNamed: true, address: cost.address }));
        service.takeSeconds();
        if (run < 0) continue;
        measured[tool].push({ ...cost, serviceSeconds });
        repeated[tool].push(again);
      }
      empty.push(costOf(await doNothing()));
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
    const repeat = {
      peer: medianCost(repeated.peer),
      ours: medianCost(repeated.ours),
      cli: medianCost(repeated.cli),
    };
    const floor = medianCost(empty);
    for (const tool of TOOLS) console.log(`${`again: ${NAMES[tool]}`.padEnd(43)} ${describe(repeat[tool])}`);
    console.log(`${"an empty task of Hardhat".padEnd(43)} ${describe(floor)}`);
    return {
      contracts,
      peer,
      ours,
      cli,
      timeRatio: rounded(peer.seconds / ours.seconds),
      cliRatio: rounded(peer.seconds / cli.seconds),
      memoryRatio: rounded(peer.peakMb / ours.peakMb),
      repeat,
      repeatRatio: rounded(repeat.peer.seconds / repeat.ours.seconds),
      cliRepeatRatio: rounded(repeat.peer.seconds / repeat.cli.seconds),
      floorSeconds: floor.seconds,
      aboveFloorSeconds: rounded(repeat.ours.seconds - floor.seconds),
      serviceSeconds,
      ownSeconds,
      cpuSeconds,
    };
  });
}
