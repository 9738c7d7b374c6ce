// npm run bench:batch [-- --contracts 60 --peer-runs 60 --growth 15,60,240 --memory 200,1000]
//
// Verifies contracts of one build, each deployed once, by one `verify-contract deployments`, side by side with a command
// of @nomicfoundation/hardhat-verify for each, against the same local verification service, whose compilers are loaded.
// Each tool has deployments of its own. This plugin is given addresses alone, in a manifest; the peer, which verifies one
// address at a time, is also given `--contract`, without which each of its commands searches all contracts, and the
// creating transaction. Whole processes are measured: wall time, and the memory of the largest process. This plugin runs
// before the peer and after it, so that a machine that is slower for a while is noticed. Then this plugin alone, with a
// growing number of contracts, and what each contract of a long run leaves behind in memory.
//
// Processor time of a further contract, from 15 to 60 on two shared cores: 38 ms of this plugin, more than the 15 ms that it
// should take, and 12 ms of the local services with their compilers. The node's is not measured. The same contract again
// takes 20 ms, so 18 ms are the submission and its job. In a profile of both, the checks are a sixth of what is computed,
// garbage collection a tenth; the rest has many small parts (HTTP, schemas, hashes), and none above 3 %.
import { parseArgs } from "node:util";

import { memoryPerContract } from "./batch/memory-per-contract.ts";
import { type BatchCost, withBatch } from "./batch/with-batch.ts";
import { describe } from "./support/cost.ts";
import { median, rounded } from "./support/figures.ts";

const { values } = parseArgs({
  options: {
    contracts: { type: "string", default: "60" },
    /** As many as there are contracts, unless told otherwise: with fewer, the time for all is worked out. */
    "peer-runs": { type: "string" },
    growth: { type: "string", default: "15,60,240" },
    /** Between which two contracts of a run the memory is measured. */
    memory: { type: "string", default: "200,1000" },
  },
});
const contracts = positive("contracts", values.contracts);
const peerRuns = Math.min(contracts, positive("peer-runs", values["peer-runs"] ?? values.contracts));
const sizes = values.growth
  .split(",")
  .filter(Boolean)
  .map((size) => positive("growth", size));

const main = await withBatch(contracts, async (batch) => {
  const before = await batch.ours();
  show(`hardhat-verify-contract, ${contracts} at once`, before);
  const measured = await batch.peer(peerRuns);
  show(`hardhat-verify, ${peerRuns} one by one`, measured);
  const peer = forAll(measured);
  const after = await batch.ours();
  show(`hardhat-verify-contract, ${contracts} at once`, after);
  const seconds = rounded(median([before.seconds, after.seconds]));
  const timeRatio = rounded(peer.seconds / seconds);
  console.log(`${timeRatio} times faster`);
  return { peer, peerIsExtrapolated: peerRuns < contracts, ours: { before, after, seconds }, timeRatio };
});

const growth: Grown[] = [];
for (const size of sizes) {
  const ours = await withBatch(size, (batch) => batch.ours());
  show(`hardhat-verify-contract, ${size} at once`, ours);
  growth.push({ contracts: size, ...ours, msPerContract: rounded((ours.seconds * 1000) / size) });
}

const [from = 0, to = 0] = values.memory.split(",").map((place) => positive("memory", place));
const bytesPerContract = await memoryPerContract(from, to);
console.log(`${bytesPerContract} bytes a contract, between contract ${from} and ${to}`);

console.log(
  JSON.stringify({
    bench: "batch",
    contracts,
    peerRuns,
    ...main,
    growth,
    bytesPerContract,
    perFurtherContract: growth.slice(1).map((after, index) => slopes(growth[index] ?? after, after)),
  }),
);

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} must be a whole number above 0`);
  return value;
}

interface Grown extends BatchCost {
  readonly contracts: number;
  readonly msPerContract: number;
}

/** What a further contract costs, in milliseconds, from one size to the next: equal figures are linear growth. */
function slopes(before: Grown, after: Grown) {
  const of = (seconds: (cost: BatchCost) => number): number =>
    rounded(((seconds(after) - seconds(before)) * 1000) / (after.contracts - before.contracts));
  return {
    ms: of(({ seconds }) => seconds),
    ownCpuMs: of(({ cpuSeconds }) => cpuSeconds),
    serviceCpuMs: of(({ serviceCpuSeconds }) => serviceCpuSeconds),
  };
}

/** The peer's cost for all contracts; each of its commands is a process of its own, so that they add up. */
function forAll(measured: BatchCost): BatchCost {
  if (peerRuns === contracts) return measured;
  const all = {
    ...measured,
    seconds: rounded((measured.seconds * contracts) / peerRuns),
    serviceCpuSeconds: rounded((measured.serviceCpuSeconds * contracts) / peerRuns),
  };
  show(`hardhat-verify, ${contracts}: NOT MEASURED, extrapolated from ${peerRuns}`, all);
  return all;
}

function show(what: string, cost: BatchCost): void {
  console.log(`${what.padEnd(60)} ${describe(cost)}, service ${cost.serviceCpuSeconds.toFixed(2)} s of CPU`);
}
