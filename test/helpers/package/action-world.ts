// node test/helpers/package/action-world.ts <folder>: runs a chain with deployed contracts, the local services, and a
// Foundry project in <folder> configured for them, until the process is stopped. Creates <folder>/ready when all of it
// is up.
import { cp, mkdir, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { startLocalServices } from "hardhat-verify-contract/local";
import { caseFolder } from "../deployments/fixtures.ts";
import { startDevelopmentChain } from "../local/development-chain.ts";
import { replayDeployments } from "../replay-deployments.ts";

const CHECKOUT = fileURLToPath(new URL("../../../", import.meta.url));
const CASE = "foundry-libraries";

export async function startActionWorld(folder: string) {
  const chain = await startDevelopmentChain();
  await replayDeployments(chain, CASE);
  const services = await startLocalServices({ chain });
  await cp(caseFolder(CASE), folder, { recursive: true });
  const config = { verification: { url: services.verification.url }, query: { url: services.query.url } };
  await writeFile(path.join(folder, "verify-contract.config.json"), JSON.stringify(config));
  await mkdir(path.join(folder, "node_modules"), { recursive: true });
  await symlink(CHECKOUT, path.join(folder, "node_modules/hardhat-verify-contract"), "junction");
  return {
    rpcUrl: chain.rpcUrl,
    async [Symbol.asyncDispose]() {
      await services.close();
      await chain.close();
    },
  };
}

if (import.meta.main) {
  const folder = path.resolve(process.argv[2] ?? "");
  const { rpcUrl } = await startActionWorld(folder);
  // `.env` configures the nodes, so the workflow only needs an alias.
  await writeFile(path.join(folder, ".env"), `ETH_RPC_URL=${rpcUrl}\n`);
  await writeFile(path.join(folder, "ready"), "");
}
