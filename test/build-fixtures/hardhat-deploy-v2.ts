import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Anvil } from "./anvil.ts";
import { CHILD_ARGUMENTS, VAULT_ARGUMENTS } from "./contracts.ts";
import { type Deployed, factsOf } from "./facts.ts";
import { HARDHAT_3, runHardhat } from "./run.ts";
import { firstChild, transactionsOf } from "./transactions.ts";
import { keep, openWorkshop } from "./workshop.ts";

/** The newest hardhat-deploy 2 with compatible rocketh packages. */
const PACKAGES = [
  HARDHAT_3,
  "hardhat-deploy@2.0.3",
  "rocketh@0.17.15",
  "@rocketh/deploy@0.17.9",
  "@rocketh/node@0.17.18",
  "@rocketh/proxy@0.17.13",
  "@rocketh/read-execute@0.17.9",
];

const MATH_LIB = "project/contracts/MathLib.sol:MathLib";

export async function hardhatDeployV2(name: string): Promise<void> {
  const { project, tools } = await openWorkshop(name, PACKAGES, "node_modules/@fixtures/access");
  // `deploy` alone doesn't write generated/, which the script imports.
  await runHardhat(tools, project, ["build", "--build-profile", "production"]);
  await using chain = await Anvil.start();
  await runHardhat(tools, project, ["deploy", "--skip-prompts", "--network", "development"], chain.url);
  const read = (deployment: string): { address: string; argsData: string } =>
    JSON.parse(readFileSync(join(project, "deployments", "development", `${deployment}.json`), "utf8"));
  const at = (deployment: string): string => read(deployment).address;
  const contracts: readonly Deployed[] = [
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
    { name: "project/contracts/Token.sol:Token", address: at("SaltedToken") },
    { name: "project/contracts/Token.sol:Token", address: at("Counter_Implementation") },
    {
      name: "solc_0.8/proxy/EIP173Proxy.sol:EIP173Proxy",
      address: at("Counter_Proxy"),
      constructorArguments: read("Counter_Proxy").argsData,
    },
    { name: "project/contracts/Factory.sol:Factory", address: at("Factory") },
    {
      name: "project/contracts/Factory.sol:Child",
      address: await firstChild(chain.url, at("Factory")),
      constructorArguments: CHILD_ARGUMENTS,
    },
  ];
  const facts = await factsOf(chain.url, contracts);
  keep(name, project, ["deployments"], { facts, transactions: await transactionsOf(chain.url) });
}
