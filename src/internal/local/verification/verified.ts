import type { Verification, VerificationExport } from "@ethereum-sourcify/lib-sourcify";
import type { LinkReferences, Match } from "../../domain/record.ts";
import type { CompiledCode, Side, Verified } from "./judgement.ts";

/** lib-sourcify's result as plain data, in the words of the service. */
export function toVerified(verification: Verification): Verified {
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
    compilation: {
      language: compilation.language,
      compilerVersion: compilation.compilerVersion,
      path: compilation.compilationTarget.path,
      name: compilation.compilationTarget.name,
      settings,
      sources: Object.fromEntries(
        Object.entries(compilation.sources).map(([path, content]) => [path, { content }]),
      ),
      sourceIds: compilation.compilerOutput.sources,
      abi: output.abi,
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

function toSide(result: VerificationExport, side: "creation" | "runtime"): Side {
  const status = side === "creation" ? result.status.creationMatch : result.status.runtimeMatch;
  const onchain = side === "creation" ? result.onchainCreationBytecode : result.onchainRuntimeBytecode;
  const match = toMatch(status);
  const { list, values } = result.transformations[side];
  return {
    match,
    onchain: onchain ?? null,
    transformations: match === null ? null : list,
    transformationValues: match === null ? null : values,
  };
}

function toMatch(status: VerificationExport["status"]["runtimeMatch"]): Match | null {
  switch (status) {
    case "perfect":
      return "exact_match";
    case "partial":
      return "match";
    case "extra-file-input-bug":
    case "error":
    case null:
      return null;
  }
}

function toCode(
  code: string | undefined,
  output: { readonly sourceMap?: unknown; readonly linkReferences?: LinkReferences },
  cborAuxdata: CompiledCode["cborAuxdata"],
): CompiledCode {
  const linkReferences = output.linkReferences ?? {};
  return {
    code: zeroPlaceholders(code ?? "0x", linkReferences),
    sourceMap: typeof output.sourceMap === "string" ? output.sourceMap : undefined,
    linkReferences,
    cborAuxdata,
  };
}

/** The placeholder of a library is not hex. Its form changed over the compilers, its place is in the references. */
function zeroPlaceholders(code: string, linkReferences: LinkReferences): string {
  let zeroed = code;
  for (const { start, length } of Object.values(linkReferences).flatMap((file) =>
    Object.values(file).flat(),
  )) {
    const from = 2 + start * 2;
    zeroed = zeroed.slice(0, from) + "0".repeat(length * 2) + zeroed.slice(from + length * 2);
  }
  return zeroed;
}

/** The compiler's own text: any other serialization would have another hash. */
function rawMetadata({ compilation }: Verification): string | undefined {
  const output: unknown = compilation.contractCompilerOutput;
  const metadata =
    typeof output === "object" && output !== null && "metadata" in output ? output.metadata : undefined;
  return typeof metadata === "string" ? metadata : undefined;
}
