import { AbiCoder } from "ethers";

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
