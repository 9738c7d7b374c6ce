import type { ProxyResolution } from "../../domain/record.ts";
import type { StoredContract } from "./contract-store.ts";
import type { Compilation, CompiledCode, Side } from "./judgement.ts";
import { signaturesOf } from "./signatures.ts";

/** Every field of a record beside the matches. Undefined fields are not in the answer. */
export function fullRecord(
  { creation, runtime, deployment, compilation }: StoredContract,
  proxyResolution: ProxyResolution | undefined,
): Readonly<Record<string, unknown>> {
  const { language, sources, settings, sourceIds } = compilation;
  return {
    creationBytecode: bytecode(creation, compilation.creation),
    runtimeBytecode: {
      ...bytecode(runtime, compilation.runtime),
      immutableReferences: compilation.runtime.immutableReferences,
    },
    deployment,
    sources,
    compilation: {
      language,
      compiler: compilerName(language),
      compilerVersion: compilation.compilerVersion,
      compilerSettings: settings,
      name: compilation.name,
      fullyQualifiedName: `${compilation.path}:${compilation.name}`,
    },
    abi: compilation.abi,
    metadata: compilation.metadata === undefined ? undefined : JSON.parse(compilation.metadata),
    storageLayout: compilation.storageLayout,
    transientStorageLayout: compilation.transientStorageLayout,
    userdoc: compilation.userdoc,
    devdoc: compilation.devdoc,
    sourceIds,
    stdJsonInput: { language, sources, settings },
    stdJsonOutput: stdJsonOutput(compilation),
    signatures: signaturesOf(compilation.abi ?? []),
    proxyResolution,
  };
}

function bytecode(side: Side, compiled: CompiledCode): Readonly<Record<string, unknown>> {
  return {
    onchainBytecode: side.onchain,
    recompiledBytecode: compiled.code,
    sourceMap: compiled.sourceMap,
    linkReferences: compiled.linkReferences,
    cborAuxdata: compiled.cborAuxdata,
    transformations: side.transformations,
    transformationValues: side.transformationValues,
  };
}

function stdJsonOutput(compilation: Compilation): Readonly<Record<string, unknown>> {
  const { path, name, creation, runtime } = compilation;
  return {
    sources: compilation.sourceIds,
    contracts: {
      [path]: {
        [name]: {
          abi: compilation.abi,
          metadata: compilation.metadata,
          userdoc: compilation.userdoc,
          devdoc: compilation.devdoc,
          storageLayout: compilation.storageLayout,
          transientStorageLayout: compilation.transientStorageLayout,
          evm: {
            bytecode: compiled(creation),
            deployedBytecode: {
              ...compiled(runtime),
              immutableReferences: runtime.immutableReferences,
            },
          },
        },
      },
    },
  };
}

function compiled({ code, sourceMap, linkReferences }: CompiledCode): Readonly<Record<string, unknown>> {
  return { object: code.slice(2), sourceMap, linkReferences };
}

function compilerName(language: string): string {
  return language === "Solidity" || language === "Yul" ? "solc" : language.toLowerCase();
}
