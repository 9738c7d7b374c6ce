// npm run bench:outage [-- --contracts 42 --runs 3 --frozen --dead verification|node|query|dies]
//
// Verifies contracts against an unavailable verification service: many with one `verify-contract deployments`, then a
// single one. The difference between them is the cost of a dead service to a run. `--dead` selects a different host:
// the node, or the query service, which resolves contract ids. `dies` is a verification service that goes down at the
// first request for a job. With `--frozen`, the host accepts connections but never answers, and commands use `--timeout
// 5`. The bench measures whole processes. For one contract it reports the median, because the delays between attempts
// are partly random.
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { parseArgs } from "node:util";
import { dyingService } from "./outage/dying-service.ts";
import { type Hosts, withOutage } from "./outage/with-outage.ts";
import { median, rounded } from "./support/figures.ts";
import type { Measured } from "./support/hardhat.ts";

/** The exit code for "can't tell": run it again. */
const UNAVAILABLE = 3;

const { values } = parseArgs({
  options: {
    contracts: { type: "string", default: "42" },
    runs: { type: "string", default: "3" },
    frozen: { type: "boolean", default: false },
    dead: { type: "string", default: "verification" },
  },
});
const contracts = Number(values.contracts);
const options = values.frozen ? ["--timeout", "5"] : [];

await using host = await outOfOrder(values.frozen);
const figures = await withOutage(contracts, async ({ nodeUrl, run }) => {
  const measured = async (count: number, what: string): Promise<number> => {
    await using dying = await dyingService();
    return show(what, await run(count, hostsOf(values.dead, nodeUrl, dying.url), options));
  };
  const ones: number[] = [];
  for (let index = 0; index < Number(values.runs); index++) ones.push(await measured(1, "1 contract"));
  const seconds = await measured(contracts, `${contracts} contracts`);
  return { seconds: rounded(seconds), oneSeconds: rounded(median(ones)) };
});
console.log(JSON.stringify({ bench: "outage", contracts, ...figures }));

/** The URLs of all hosts, one of which is unavailable. */
function hostsOf(dead: string, nodeUrl: string, dyingUrl: string): Hosts {
  switch (dead) {
    case "verification":
      return { nodeUrl, verificationUrl: host.url };
    case "node":
      return { nodeUrl: host.url, verificationUrl: dyingUrl };
    case "query":
      return { nodeUrl, verificationUrl: dyingUrl, queryUrl: host.url };
    case "dies":
      return { nodeUrl, verificationUrl: dyingUrl };
    default:
      throw new Error(`--dead takes verification, node, query and dies, not ${dead}`);
  }
}

function show(what: string, { exitCode, seconds, output }: Measured): number {
  if (exitCode !== UNAVAILABLE) throw new Error(`${what}: exit code ${exitCode}\n${output}`);
  console.log(`${what.padEnd(14)} ${seconds.toFixed(2).padStart(7)} s`);
  return seconds;
}

/** A service that refuses connections, or accepts them and stays silent. */
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
