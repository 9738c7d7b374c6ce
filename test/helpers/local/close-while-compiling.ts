import { startLocalServices } from "../../../src/local.ts";
import { get, post, submission } from "./client.ts";

// Run as a process of its own: it has to end by itself once the services are closed.
const [, , rpcUrl = "", address = "", creationTransactionHash = ""] = process.argv;
const services = await startLocalServices({ chain: { rpcUrl } });
const { status } = await post(
  `${services.verification.url}/v2/verify/${services.chainId}/${address}`,
  // With the hash there is nothing to search for: the worker starts at once.
  submission("Box", { creationTransactionHash }),
);
if (status !== 202) throw new Error(`Submitting was answered with ${status}.`);
await services.close();
for (const { url } of [services.verification, services.query, services.status]) {
  const answer = await get(url).catch(() => "refused");
  if (answer !== "refused") throw new Error(`${url} still answers.`);
}
