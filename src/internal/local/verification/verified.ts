import type { Verification, VerificationExport } from "@ethereum-sourcify/lib-sourcify";
import { decodeCode, encodeCode } from "../../domain/code-template.ts";
import type { BytecodeRecord, ContractFields, LinkReferences, Match } from "../../domain/record.ts";

export type Verified = ReturnType<typeof toVerified>;
export type Compilation = Verified["compilation"];

/** Plain data with the service's field names. */
export function toVerified(verification: Verification) {
  const result = verification.export();
  const { compilation, deploymentInfo } = result;
  const { contractCompilerOutput: output } = compilation;
  const { outputSelection: _, ...settings } = compilation.jsonInput.settings as Record<string, unknown>;
  return {
    creation: toSide(result, "creation"),
    runtime: toSide(result, "runtime"),
    deployment: {
      transactionHash: deploymentInfo.txHash ?? null,
      blockNumber: deploymentInfo.blockNumber?.toString() ?? null,
      transactionIndex: deploymentInfo.txIndex?.toString() ?? null,
      deployer: deploymentInfo.deployer ?? null,
    },
    compilationTimeMs: compilation.compilationTime ?? 0,
    /** Shared by all contracts with the same recompiled code. */
    compilation: {
      language: compilation.language,
      compilerVersion: compilation.compilerVersion,
      path: compilation.compilationTarget.path,
      name: compilation.compilationTarget.name,
      settings,
      /** Combines the sources from all submitters. */
      sources: Object.fromEntries(
        Object.entries(compilation.sources).map(([path, content]) => [path, { content }]),
      ),
      sourceIds: compilation.compilerOutput.sources,
      abi: output.abi as ContractFields["abi"] | undefined,
      metadata: rawMetadata(verification),
      userdoc: output.userdoc,
      devdoc: output.devdoc,
      storageLayout: output.storageLayout,
      transientStorageLayout: output.transientStorageLayout,
      creation: toCode(
        compilation.creationBytecode,
        output.evm.bytecode,
        compilation.creationBytecodeCborAuxdata,
      ),
      runtime: {
        ...toCode(
          compilation.runtimeBytecode,
          output.evm.deployedBytecode,
          compilation.runtimeBytecodeCborAuxdata,
        ),
        immutableReferences: compilation.immutableReferences ?? {},
      },
    },
  };
}

function toSide(result: VerificationExport, side: "creation" | "runtime") {
  const status = side === "creation" ? result.status.creationMatch : result.status.runtimeMatch;
  const onchain = side === "creation" ? result.onchainCreationBytecode : result.onchainRuntimeBytecode;
  const match = toMatch(status);
  const { list, values } = result.transformations[side];
  return {
    match,
    onchainBytecode: onchain ?? null,
    transformations: match === null ? null : list,
    transformationValues: match === null ? null : values,
  };
}

/** Any other status means no match. */
function toMatch(status: VerificationExport["status"]["runtimeMatch"]): Match | null {
  if (status === "perfect") return "exact_match";
  return status === "partial" ? "match" : null;
}

function toCode(
  code = "0x",
  output: { readonly sourceMap?: unknown; readonly linkReferences?: LinkReferences },
  cborAuxdata: BytecodeRecord["cborAuxdata"],
) {
  const bytes = decodeCode(code);
  return {
    recompiledBytecode: bytes === undefined ? code : encodeCode(bytes),
    sourceMap: typeof output.sourceMap === "string" ? output.sourceMap : undefined,
    linkReferences: output.linkReferences ?? {},
    cborAuxdata,
  };
}

/** Exactly as the compiler wrote it, because a different serialization would have a different hash. */
function rawMetadata({ compilation }: Verification): string | undefined {
  const { metadata } = compilation.contractCompilerOutput as { readonly metadata?: unknown };
  return typeof metadata === "string" ? metadata : undefined;
}
