import type { ProxyResolution } from "../../domain/record.ts";
import type { StoredContract } from "./contract-store.ts";
import { hashSignatures } from "./signatures.ts";
import type { Compilation, Verified } from "./verified.ts";

/** Without the matches. Answers omit undefined fields. */
export function fullRecord(
  { creation, runtime, deployment, compilation }: StoredContract,
  proxyResolution: ProxyResolution | undefined,
): Readonly<Record<string, unknown>> {
  const { language, compilerVersion, path, name, settings, sources, sourceIds, ...compiled } = compilation;
  const { creation: compiledCreation, runtime: compiledRuntime, ...output } = compiled;
  const { immutableReferences } = compiledRuntime;
  return {
    creationBytecode: bytecode(creation, compiledCreation),
    runtimeBytecode: { ...bytecode(runtime, compiledRuntime), immutableReferences },
    deployment,
    sources,
    compilation: {
      language,
      compiler: language === "Solidity" || language === "Yul" ? "solc" : language.toLowerCase(),
      compilerVersion,
      compilerSettings: settings,
      name,
      fullyQualifiedName: `${path}:${name}`,
    },
    ...output,
    metadata: output.metadata === undefined ? undefined : JSON.parse(output.metadata),
    sourceIds,
    stdJsonInput: { language, sources, settings },
    stdJsonOutput: {
      sources: sourceIds,
      contracts: {
        [path]: {
          [name]: {
            ...output,
            evm: {
              bytecode: codeOutput(compiledCreation),
              deployedBytecode: { ...codeOutput(compiledRuntime), immutableReferences },
            },
          },
        },
      },
    },
    signatures: hashSignatures(output.abi ?? []),
    proxyResolution,
  };
}

function bytecode(
  { onchain, transformations, transformationValues }: Verified["creation"],
  { code, sourceMap, linkReferences, cborAuxdata }: Compilation["creation"],
): Readonly<Record<string, unknown>> {
  return {
    onchainBytecode: onchain,
    recompiledBytecode: code,
    sourceMap,
    linkReferences,
    cborAuxdata,
    transformations,
    transformationValues,
  };
}

function codeOutput({ code, sourceMap, linkReferences }: Compilation["creation"]) {
  return { object: code.slice(2), sourceMap, linkReferences };
}
