import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Anvil } from "./anvil.ts";
import { deployedBy } from "./contracts.ts";
import { factsOf } from "./facts.ts";
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

export async function hardhatDeployV2(name: string): Promise<void> {
  const { project, tools } = await openWorkshop(name, PACKAGES, "node_modules/@fixtures/access");
  // `deploy` alone doesn't write generated/, which the script imports.
  await runHardhat(tools, project, ["build", "--build-profile", "production"]);
  await using chain = await Anvil.start();
  await runHardhat(tools, project, ["deploy", "--skip-prompts", "--network", "development"], chain.url);
  const read = (deployment: string): { address: string; argsData: string } =>
    JSON.parse(readFileSync(join(project, "deployments", "development", `${deployment}.json`), "utf8"));
  const at = (deployment: string): string => read(deployment).address;
  const root = "project/contracts";
  const own = [
    { name: `${root}/Token.sol:Token`, address: at("SaltedToken") },
    { name: `${root}/Token.sol:Token`, address: at("Counter_Implementation") },
    {
      name: "solc_0.8/proxy/EIP173Proxy.sol:EIP173Proxy",
      address: at("Counter_Proxy"),
      constructorArguments: read("Counter_Proxy").argsData,
    },
  ];
  const child = await firstChild(chain, at("Factory"));
  const facts = await factsOf(chain, deployedBy(at, child, own, root));
  keep(name, project, ["deployments"], { facts, transactions: await transactionsOf(chain) });
}
