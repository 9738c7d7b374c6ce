import { Interface } from "ethers/abi";
import type { Artifact } from "../artifact.ts";
import { deploy, loggedAddress, send } from "../deploy.ts";
import type { DevelopmentChain } from "../local/development-chain.ts";

export interface Subject {
  readonly about: string;
  /** As the user sees it: `contracts/Vault.sol`. */
  readonly path: string;
  readonly name: string;
  readonly address: string;
  readonly args: readonly unknown[];
  /** ABI-encoded hex digits without 0x. */
  readonly encodedArgs: string;
  readonly libraries: Readonly<Record<string, string>>;
}

/** Deploys contracts that explorers have trouble with. */
export async function deployEight(
  chain: DevelopmentChain,
  artifactOf: (path: string, name: string) => Promise<Artifact>,
): Promise<readonly Subject[]> {
  const make = async (
    about: string,
    path: string,
    name: string,
    args: readonly unknown[] = [],
    libraries: Readonly<Record<string, string>> = {},
  ): Promise<Subject> => {
    const artifact = await artifactOf(path, name);
    const { address } = await deploy(chain, artifact, { args, libraries });
    const encodedArgs = new Interface(artifact.abi).encodeDeploy(args).slice(2);
    return { about, path, name, address, args, encodedArgs, libraries };
  };
  const vaultArgs = [7, "savings", [`0x${"11".repeat(20)}`, `0x${"22".repeat(20)}`]];
  const vault = await make("constructor arguments", "contracts/Vault.sol", "Vault", vaultArgs);
  const sums = await make("a library", "contracts/Sums.sol", "Sums");
  const ledger = await make("a linked library", "contracts/Ledger.sol", "Ledger", [], { Sums: sums.address });
  const pipeline = await make("via-IR", "contracts/Pipeline.sol", "Pipeline");
  const fixed = await make("immutables", "contracts/Fixed.sol", "Fixed", [9]);
  const old = await make("another compiler", "contracts/Old.sol", "Old");
  const nursery = await make("a factory", "contracts/Nursery.sol", "Nursery");
  const seedling: Subject = {
    ...{ about: "a factory's child", path: nursery.path, name: "Seedling", args: [1], libraries: {} },
    encodedArgs: "1".padStart(64, "0"),
    address: loggedAddress(await send(chain, 0, nursery.address, call("plant"))),
  };
  const gate = await make("a proxy", "contracts/Gate.sol", "Gate", [fixed.address, call("check", 5)]);
  const greeting = await make("a file with unicode", "contracts/Grüße.sol", "Greeting");
  return [vault, ledger, pipeline, fixed, old, seedling, gate, greeting];
}

const CALLS = new Interface(["function plant()", "function check(uint256)"]);

function call(name: string, ...args: readonly unknown[]): string {
  return CALLS.encodeFunctionData(name, args);
}
