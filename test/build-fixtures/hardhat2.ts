import { readFileSync } from "node:fs";
import { join } from "node:path";
import { artifactSchema } from "../helpers/artifact.ts";
import { deploy } from "../helpers/deploy.ts";
import { Anvil } from "./anvil.ts";
import { deployedBy, VAULT_VALUES } from "./contracts.ts";
import { type Deployed, factsOf } from "./facts.ts";
import { HARDHAT_2, runHardhat } from "./run.ts";
import { makeChild } from "./transactions.ts";
import { keep, openWorkshop } from "./workshop.ts";

const MATH_LIB = "contracts/MathLib.sol:MathLib";

/** Hardhat 2 has no deployment files, so this deploys its artifacts. */
export async function hardhat2(name: string): Promise<void> {
  const { project, tools } = await openWorkshop("hardhat2", [HARDHAT_2], "node_modules/@fixtures/access");
  await runHardhat(tools, project, ["compile"]);
  await using chain = await Anvil.start();
  const facts = await factsOf(chain, await deployAll(chain, project));
  keep(name, project, ["artifacts"], { facts });
}

async function deployAll(chain: Anvil, project: string): Promise<readonly Deployed[]> {
  const create = async (contract: string, args: readonly unknown[] = [], libraries: Addresses = {}) => {
    const [path = "", name] = contract.split(":");
    const text = readFileSync(join(project, "artifacts", path, `${name}.json`), "utf8");
    return (await deploy(chain, artifactSchema.parse(JSON.parse(text)), { args, libraries })).address;
  };
  const Vault = await create("contracts/Vault.sol:Vault", VAULT_VALUES);
  const MathLib = await create(MATH_LIB);
  const Ledger = await create("contracts/Ledger.sol:Ledger", [], { MathLib });
  const token = { name: "contracts/Token.sol:Token", address: await create("contracts/Token.sol:Token") };
  const LegacyToken = await create("contracts/legacy/Token.sol:Token");
  const Factory = await create("contracts/Factory.sol:Factory");
  const addresses: Addresses = { Vault, MathLib, Ledger, LegacyToken, Factory };
  return deployedBy((name) => addresses[name] ?? "", await makeChild(chain, Factory), [token]);
}

type Addresses = Readonly<Record<string, string>>;
