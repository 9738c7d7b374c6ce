import { AbiCoder } from "ethers";
import type { Deployed } from "./facts.ts";

/** The first account of every development chain. */
const OWNER = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
export const OWNER_KEY = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";

/** Constructor arguments in every case. */
export const VAULT_VALUES = [OWNER, 5_000_000_000_000_000_000n, "savings"];
export const VAULT_ARGUMENTS = encoded(["address", "uint256", "string"], VAULT_VALUES);

/** Argument of the Factory's first Child. */
export const CHILD_ARGUMENTS = encoded(["uint256"], [1n]);

export function encoded(types: readonly string[], values: readonly unknown[]): string {
  return AbiCoder.defaultAbiCoder().encode(types, values);
}

/**
 * What every tool deploys from the sources.
 * @param at Address by the name of the deployment.
 * @param child The Factory's first Child.
 * @param own The tool's further contracts.
 */
export function deployedBy(
  at: (deployment: string) => string,
  child: string,
  own: readonly Deployed[],
  root = "contracts",
): readonly Deployed[] {
  const mathLib = `${root}/MathLib.sol:MathLib`;
  return [
    { name: `${root}/Vault.sol:Vault`, address: at("Vault"), constructorArguments: VAULT_ARGUMENTS },
    { name: mathLib, address: at("MathLib") },
    { name: `${root}/Ledger.sol:Ledger`, address: at("Ledger"), libraries: { [mathLib]: at("MathLib") } },
    { name: `${root}/legacy/Token.sol:Token`, address: at("LegacyToken") },
    ...own,
    { name: `${root}/Factory.sol:Factory`, address: at("Factory") },
    { name: `${root}/Factory.sol:Child`, address: child, constructorArguments: CHILD_ARGUMENTS },
  ];
}
