import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Anvil } from "./anvil.ts";
import { deployedBy, encoded } from "./contracts.ts";
import { factsOf } from "./facts.ts";
import { HARDHAT_3, runHardhat } from "./run.ts";
import { firstChild, transactionsOf } from "./transactions.ts";
import { keep, openWorkshop } from "./workshop.ts";

const DEPLOYMENT = "ignition/deployments/chain-31337";

export async function ignition(name: string): Promise<void> {
  const packages = [
    HARDHAT_3,
    "@nomicfoundation/hardhat-ignition-ethers@3.1.6",
    "@nomicfoundation/hardhat-ignition@3.1.8",
    "@nomicfoundation/ignition-core@3.1.9",
    "@nomicfoundation/hardhat-ethers@4.2.0",
    "@nomicfoundation/hardhat-verify@3.1.1",
    "ethers@6.17.0",
  ];
  const { project, tools } = await openWorkshop(name, packages, "node_modules/@fixtures/access");
  await using chain = await Anvil.start();
  const deploy = ["ignition", "deploy", "ignition/modules/all.js", "--network", "development"];
  await runHardhat(tools, project, deploy, chain.url);
  const addresses = JSON.parse(readFileSync(join(project, DEPLOYMENT, "deployed_addresses.json"), "utf8"));
  const at = (future: string): string => addresses[`All#${future}`];
  const root = "project/contracts";
  const own = [
    { name: `${root}/Token.sol:Token`, address: at("Token") },
    {
      name: `${root}/Proxy.sol:Proxy`,
      address: at("Proxy"),
      constructorArguments: encoded(["address"], [at("Token")]),
    },
  ];
  const child = await firstChild(chain, at("Factory"));
  const facts = await factsOf(chain, deployedBy(at, child, own, root));
  keep(name, project, [DEPLOYMENT], { facts, transactions: await transactionsOf(chain) });
}
