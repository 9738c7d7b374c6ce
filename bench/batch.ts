// npm run bench:batch [-- --contracts 60 --peer-runs 60 --growth 15,60,240 --memory 200,1000]
//
// Verifies contracts of one build, each deployed once: with a single `verify-contract deployments`, and with one
// command of @nomicfoundation/hardhat-verify per contract. Both use the same local verification service with its
// compilers loaded, and each tool has its own deployments. This plugin gets only addresses, in a manifest. The peer
// verifies one address at a time, and also gets the creation transaction and `--contract`: without it, each command
// would search all contracts. The bench measures whole processes: wall time, and the memory of the largest process.
// This plugin runs before and after the peer, so a temporarily slow machine shows up. Then this plugin runs alone, with
// a growing number of contracts, and the bench measures the memory that each contract of a long run leaves behind.
//
// Processor time of an additional contract on two shared cores. Verifying a verified contract again takes 14 ms, between
// 15 and 240 contracts: the minimum of five runs. A profile of it, in shares: the checks 27 %, of them hashes 5 %;
// decoding the record and other answers 12 %; HTTP 16 %; choosing the build 9 %; garbage collection 6 %. The rest has
// many small parts, none above 3 %. A new contract takes more, for its submission and its job: above its target of
// 15 ms (38 ms between 15 and 60, when the same contract again took 20 ms). The local services with their compilers
// take 12 ms. The node is not measured.
import { parseArgs } from "node:util";
import { memoryPerContract } from "./batch/memory-per-contract.ts";
import { type BatchCost, withBatch } from "./batch/with-batch.ts";
import { describe } from "./support/cost.ts";
import { median, rounded } from "./support/figures.ts";

const { values } = parseArgs({
  options: {
    contracts: { type: "string", default: "60" },
    /** @default the number of contracts. With fewer runs, the total time is extrapolated. */
    "peer-runs": { type: "string" },
    growth: { type: "string", default: "15,60,240" },
    /** Memory is measured after each of these two contracts of a run. */
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

/** The cost in milliseconds of an additional contract between two sizes. Equal figures mean linear growth. */
function slopes(before: Grown, after: Grown) {
  const of = (seconds: (cost: BatchCost) => number): number =>
    rounded(((seconds(after) - seconds(before)) * 1000) / (after.contracts - before.contracts));
  return {
    ms: of(({ seconds }) => seconds),
    ownCpuMs: of(({ cpuSeconds }) => cpuSeconds),
    serviceCpuMs: of(({ serviceCpuSeconds }) => serviceCpuSeconds),
  };
}

/** The peer's cost for all contracts. Each of its commands is a separate process, so the costs add up. */
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
