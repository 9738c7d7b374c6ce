import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ContractFactory, type InterfaceAbi, JsonRpcProvider } from "ethers";
import { Anvil } from "./anvil.ts";
import { deployedBy, VAULT_VALUES } from "./contracts.ts";
import { type Deployed, factsOf } from "./facts.ts";
import { HARDHAT_2, runHardhat } from "./run.ts";
import { makeChild } from "./transactions.ts";
import { keep, openWorkshop } from "./workshop.ts";

const MATH_LIB = "contracts/MathLib.sol:MathLib";

interface Artifact {
  readonly abi: InterfaceAbi;
  readonly bytecode: string;
  readonly linkReferences: Readonly<
    Record<string, Readonly<Record<string, readonly { start: number; length: number }[]>>>
  >;
}

/** Hardhat 2 has no deployment files, so this deploys its artifacts. */
export async function hardhat2(name: string): Promise<void> {
  const { project, tools } = await openWorkshop("hardhat2", [HARDHAT_2], "node_modules/@fixtures/access");
  await runHardhat(tools, project, ["compile"]);
  await using chain = await Anvil.start();
  const facts = await factsOf(chain.url, await deploy(chain.url, project));
  keep(name, project, ["artifacts"], { facts });
}

async function deploy(url: string, project: string): Promise<readonly Deployed[]> {
  const provider = new JsonRpcProvider(url, undefined, { cacheTimeout: -1 });
  const signer = await provider.getSigner(0);
  const create = async (contract: string, args: readonly unknown[] = [], libraries: Libraries = {}) => {
    const artifact = readArtifact(project, contract);
    const factory = new ContractFactory(artifact.abi, linked(artifact, libraries), signer);
    return (await (await factory.deploy(...args)).waitForDeployment()).getAddress();
  };
  try {
    const Vault = await create("contracts/Vault.sol:Vault", VAULT_VALUES);
    const MathLib = await create(MATH_LIB);
    const Ledger = await create("contracts/Ledger.sol:Ledger", [], { [MATH_LIB]: MathLib });
    const token = { name: "contracts/Token.sol:Token", address: await create("contracts/Token.sol:Token") };
    const LegacyToken = await create("contracts/legacy/Token.sol:Token");
    const Factory = await create("contracts/Factory.sol:Factory");
    const addresses: Libraries = { Vault, MathLib, Ledger, LegacyToken, Factory };
    return deployedBy((name) => addresses[name] ?? "", await makeChild(signer, Factory), [token]);
  } finally {
    provider.destroy();
  }
}

type Libraries = Readonly<Record<string, string>>;

function readArtifact(project: string, contract: string): Artifact {
  const [path = "", name] = contract.split(":");
  return JSON.parse(readFileSync(join(project, "artifacts", path, `${name}.json`), "utf8"));
}

function linked({ bytecode, linkReferences }: Artifact, libraries: Libraries): string {
  let code = bytecode;
  for (const [path, names] of Object.entries(linkReferences)) {
    for (const [name, positions] of Object.entries(names)) {
      const address = libraries[`${path}:${name}`]?.slice(2) ?? "";
      for (const { start, length } of positions) {
        code = code.slice(0, 2 + start * 2) + address + code.slice(2 + (start + length) * 2);
      }
    }
  }
  return code;
}
