import { AbiCoder, ConstructorFragment } from "ethers/abi";
import { abiProblem } from "../domain/abi.ts";
import type { RecordedDeployment } from "../domain/build.ts";
import { decodeCode } from "../domain/code-template.ts";
import { isTransactionHash } from "../domain/target.ts";
import { isObject } from "../text/is-object.ts";
import type { Json } from "./json-file.ts";

const NO_CONSTRUCTOR = { type: "constructor", inputs: [] };

/**
 * Reads the deployment from a file of hardhat-deploy. Version 1 stores the constructor arguments as values, version 2
 * ABI-encoded.
 *
 * @returns undefined for a file without an address.
 */
export function deploymentRecord(json: Json, abi: readonly Json[]): RecordedDeployment | undefined {
  const { address, implementation, transactionHash, transaction } = json;
  if (typeof address !== "string") return undefined;
  const hash = isObject(transaction) ? transaction.hash : transactionHash;
  // hardhat-deploy rewrites a proxy's file on each upgrade, with the upgrade's transaction.
  const isKnown = implementation === undefined && typeof hash === "string" && isTransactionHash(hash);
  const constructorArguments = encodedArguments(json, abi);
  return {
    address,
    transactionHashes: isKnown ? [hash.toLowerCase()] : [],
    ...(constructorArguments === undefined ? {} : { constructorArguments }),
  };
}

function encodedArguments(
  { argsData, args, implementation }: Json,
  abi: readonly Json[],
): string | undefined {
  if (typeof argsData === "string")
    return argsData.startsWith("0x") && decodeCode(argsData) !== undefined
      ? argsData.toLowerCase()
      : undefined;
  // A proxy's file has the ABI, and so the constructor, of its implementation.
  if (!Array.isArray(args) || implementation !== undefined || abiProblem(abi) !== undefined) return undefined;
  try {
    const fragment = ConstructorFragment.from(
      abi.find(({ type }) => type === "constructor") ?? NO_CONSTRUCTOR,
    );
    return AbiCoder.defaultAbiCoder().encode(fragment.inputs, args.map(plainValue));
  } catch {
    // JSON did not preserve the values: a number may exceed a double's precision.
    return undefined;
  }
}

/** ethers 5 writes a big number as `{"type": "BigNumber", "hex": "0x…"}`. */
function plainValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainValue);
  if (!isObject(value)) return value;
  if (value.type === "BigNumber" && typeof value.hex === "string") return value.hex;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plainValue(inner)]));
}
