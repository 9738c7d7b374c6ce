import { startLocalServices } from "hardhat-verify-contract/local";
import { get, post, submission } from "./client.ts";

// Runs as a separate process, which must exit by itself once the services are closed.
const [, , rpcUrl = "", address = "", creationTransactionHash = ""] = process.argv;
const services = await startLocalServices({ chain: { rpcUrl } });
const { status } = await post(
  `${services.verification.url}/v2/verify/${services.chainId}/${address}`,
  // The hash avoids a search, so the worker starts immediately.
  submission("Box", { creationTransactionHash }),
);
if (status !== 202) throw new Error(`Submitting was answered with ${status}.`);
await services.close();
for (const { url } of [services.verification, services.query, services.status]) {
  const answer = await get(url).catch(() => "refused");
  if (answer !== "refused") throw new Error(`${url} still answers.`);
}
