import { findTrailingAuxdata } from "../../src/internal/bytecode/cbor-auxdata.ts";
import { decodeCode } from "../../src/internal/domain/code-template.ts";
import type { Match } from "../../src/internal/domain/record.ts";
import { hashSignatures } from "../../src/internal/local/verification/record.ts";
import { COMPILER_VERSION, type Compiled, contractOf } from "./compile.ts";

export const justNow = (): string => new Date().toISOString();

export interface Deployed {
  readonly chainId: number;
  readonly address: string;
  readonly runtime: string;
  /** The creation transaction's input; null if the service doesn't know it. */
  readonly creation: string | null;
  readonly transactionHash: string | null;
  readonly deployer: string;
}

export function recordBody(
  compiled: Compiled,
  path: string,
  name: string,
  deployed: Deployed,
  sides: { readonly creation: Match | null; readonly runtime: Match | null },
): Readonly<Record<string, unknown>> {
  const { abi, evm, metadata } = contractOf(compiled, path, name);
  const { sources } = JSON.parse(metadata) as { sources: Readonly<Record<string, unknown>> };
  const matches = [sides.creation, sides.runtime];
  return {
    match: matches.includes("exact_match") ? "exact_match" : (matches.find((side) => side !== null) ?? null),
    creationMatch: sides.creation,
    runtimeMatch: sides.runtime,
    chainId: String(deployed.chainId),
    address: deployed.address,
    verifiedAt: justNow(),
    matchId: "198",
    creationBytecode: {
      onchainBytecode: deployed.creation,
      recompiledBytecode: `0x${evm.bytecode.object}`,
      ...otherMetadata(evm.bytecode.object, deployed.creation),
    },
    runtimeBytecode: {
      onchainBytecode: deployed.runtime,
      recompiledBytecode: `0x${evm.deployedBytecode.object}`,
      ...otherMetadata(evm.deployedBytecode.object, deployed.runtime),
    },
    deployment: {
      transactionHash: deployed.transactionHash,
      blockNumber: "5",
      transactionIndex: "0",
      deployer: deployed.deployer,
    },
    sources: Object.fromEntries(
      Object.keys(sources).map((source) => [source, { content: compiled.input.sources[source]?.content }]),
    ),
    compilation: {
      language: "Solidity",
      compiler: "solc",
      compilerVersion: COMPILER_VERSION,
      compilerSettings: {},
      name,
      fullyQualifiedName: `${path}:${name}`,
    },
    abi,
    signatures: hashSignatures(abi),
    metadata: JSON.parse(metadata),
  };
}

/** The transformation for code whose trailing metadata differs on chain. */
function otherMetadata(object: string, onchain: string | null): Readonly<Record<string, unknown>> {
  const own = findTrailingAuxdata(decodeCode(object) ?? new Uint8Array());
  if (onchain === null || own === undefined || onchain.toLowerCase() === `0x${object}`)
    return { transformations: [], transformationValues: {} };
  const { start: offset, length } = own;
  const there = `0x${onchain.slice(2 + offset * 2, 2 + (offset + length) * 2)}`;
  return {
    transformations: [{ type: "replace", reason: "cborAuxdata", offset, id: "1" }],
    transformationValues: { cborAuxdata: { 1: there } },
  };
}
