// npm run bench:outage [-- --contracts 42 --runs 3 --frozen]
//
// Verifies contracts against a verification service that is not there, by one `verify-contract deployments`, and one
// contract alone: what many cost more than one is what a dead service costs a run. `--frozen`: a service that takes
// connections and never answers, asked with `--timeout 5`. Whole processes are measured; of one contract the median, for
// the waits between its tries are partly random.
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { parseArgs } from "node:util";

import { withOutage } from "./outage/with-outage.ts";
import { median, rounded } from "./support/figures.ts";
import type { Measured } from "./support/hardhat.ts";

/** Nothing could be told: run it again. */
const UNAVAILABLE = 3;

const { values } = parseArgs({
  options: {
    contracts: { type: "string", default: "42" },
    runs: { type: "string", default: "3" },
    frozen: { type: "boolean", default: false },
  },
});
const contracts = Number(values.contracts);
const options = values.frozen ? ["--timeout", "5"] : [];

await using service = await outOfOrder(values.frozen);
const figures = await withOutage(contracts, async ({ nodeUrl, run }) => {
  const ones: number[] = [];
  for (let index = 0; index < Number(values.runs); index++)
    ones.push(show("1 contract", await run(1, nodeUrl, service.url, options)));
  const seconds = show(`${contracts} contracts`, await run(contracts, nodeUrl, service.url, options));
  return { seconds: rounded(seconds), oneSeconds: rounded(median(ones)) };
});
console.log(JSON.stringify({ bench: "outage", contracts, ...figures }));

function show(what: string, { exitCode, seconds, output }: Measured): number {
  if (exitCode !== UNAVAILABLE) throw new Error(`${what}: exit code ${exitCode}\n${output}`);
  console.log(`${what.padEnd(14)} ${seconds.toFixed(2).padStart(7)} s`);
  return seconds;
}

/** A service that refuses connections, or takes them and is silent. */
async function outOfOrder(isFrozen: boolean): Promise<AsyncDisposable & { readonly url: string }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => sockets.add(socket.on("error", () => {}))).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    if (server.listening) await once(server.close(), "close");
  };
  if (!isFrozen) await close();
  return { url, [Symbol.asyncDispose]: close };
}
