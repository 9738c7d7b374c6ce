import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Anvil } from "./anvil.ts";
import { CHILD_ARGUMENTS, encoded, VAULT_ARGUMENTS } from "./contracts.ts";
import { factsOf } from "./facts.ts";
import { HARDHAT_3, runHardhat } from "./run.ts";
import { firstChild, transactionsOf } from "./transactions.ts";
import { keep, openWorkshop } from "./workshop.ts";

const MATH_LIB = "project/contracts/MathLib.sol:MathLib";
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
  const facts = await factsOf(chain.url, [
    {
      name: "project/contracts/Vault.sol:Vault",
      address: at("Vault"),
      constructorArguments: VAULT_ARGUMENTS,
    },
    { name: MATH_LIB, address: at("MathLib") },
    {
      name: "project/contracts/Ledger.sol:Ledger",
      address: at("Ledger"),
      libraries: { [MATH_LIB]: at("MathLib") },
    },
    { name: "project/contracts/legacy/Token.sol:Token", address: at("LegacyToken") },
    { name: "project/contracts/Token.sol:Token", address: at("Token") },
    {
      name: "project/contracts/Proxy.sol:Proxy",
      address: at("Proxy"),
      constructorArguments: encoded(["address"], [at("Token")]),
    },
    { name: "project/contracts/Factory.sol:Factory", address: at("Factory") },
    {
      name: "project/contracts/Factory.sol:Child",
      address: await firstChild(chain.url, at("Factory")),
      constructorArguments: CHILD_ARGUMENTS,
    },
  ]);
  keep(name, project, [DEPLOYMENT], { facts, transactions: await transactionsOf(chain.url) });
}
