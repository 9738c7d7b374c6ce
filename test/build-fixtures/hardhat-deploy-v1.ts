import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Anvil } from "./anvil.ts";
import { deployedBy, encoded } from "./contracts.ts";
import { factsOf } from "./facts.ts";
import { HARDHAT_2, runHardhat } from "./run.ts";
import { firstChild, transactionsOf } from "./transactions.ts";
import { keep, openWorkshop } from "./workshop.ts";

/** hardhat-deploy ships these, compiled by another compiler. */
const PROXY = "solc_0.8/proxy/OptimizedTransparentUpgradeableProxy.sol:OptimizedTransparentUpgradeableProxy";
const PROXY_ADMIN = "solc_0.8/openzeppelin/proxy/transparent/ProxyAdmin.sol:ProxyAdmin";

export async function hardhatDeployV1(name: string): Promise<void> {
  const packages = [HARDHAT_2, "hardhat-deploy@1.0.4", "ethers@6.17.0"];
  const { project, tools } = await openWorkshop(name, packages, "node_modules/@fixtures/access");
  await using chain = await Anvil.start();
  await runHardhat(tools, project, ["deploy", "--network", "development"], chain.url);
  const read = (deployment: string): { address: string; args: readonly unknown[] } =>
    JSON.parse(readFileSync(join(project, "deployments", "development", `${deployment}.json`), "utf8"));
  const at = (deployment: string): string => read(deployment).address;
  const token = "contracts/Token.sol:Token";
  const own = [
    { name: token, address: at("SaltedToken") },
    { name: token, address: at("Counter_Implementation") },
    {
      name: PROXY,
      address: at("Counter_Proxy"),
      constructorArguments: encoded(["address", "address", "bytes"], read("Counter_Proxy").args),
    },
    {
      name: PROXY_ADMIN,
      address: at("DefaultProxyAdmin"),
      constructorArguments: encoded(["address"], read("DefaultProxyAdmin").args),
    },
  ];
  const child = await firstChild(chain, at("Factory"));
  const facts = await factsOf(chain, deployedBy(at, child, own));
  keep(name, project, ["deployments"], { facts, transactions: await transactionsOf(chain) });
}
