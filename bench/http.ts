// npm run bench:http [-- --rtt 60 --mbit 10 --mbit-down 50 --runs 3]
//
// Measures the benefit of keep-alive and compression on a line with more latency and less bandwidth than loopback:
// first whole commands next to @nomicfoundation/hardhat-verify, then this plugin's transport alone. All figures are
// medians of alternating runs.
import { parseArgs } from "node:util";
import { compareCommands } from "./http/commands.ts";
import { compareConnections } from "./http/connections.ts";
import { compareEncodings } from "./http/encodings.ts";

const { values } = parseArgs({
  options: {
    rtt: { type: "string", default: "60" },
    mbit: { type: "string", default: "10" },
    "mbit-down": { type: "string", default: "50" },
    runs: { type: "string", default: "3" },
  },
});
const line = {
  rttMs: positive("rtt"),
  upMbit: positive("mbit"),
  downMbit: positive("mbit-down"),
};
const runs = Math.ceil(positive("runs"));

console.log(
  `The slow line: ${line.rttMs} ms round trip, ${line.upMbit} Mbit/s up, ${line.downMbit} Mbit/s down; medians of ${runs} runs`,
);
const commands = await compareCommands(line, runs);
const encodings = await compareEncodings(line, runs);
const connections = await compareConnections(line, runs);
console.log(JSON.stringify({ bench: "http", ...line, runs, commands, encodings, connections }));

function positive(name: keyof typeof values): number {
  const value = Number(values[name]);
  if (!(value > 0)) throw new Error(`--${name} must be a number above 0`);
  return value;
}
