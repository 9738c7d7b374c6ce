import type { ProxyResolution } from "../../domain/record.ts";
import type { StoredContract } from "./contract-store.ts";
import { hashSignatures } from "./signatures.ts";
import type { Compilation, Verified } from "./verified.ts";

/** Without the matches. Responses omit undefined fields. */
export function fullRecord(
  { creation, runtime, deployment, compilation }: StoredContract,
  proxyResolution: ProxyResolution | undefined,
): Readonly<Record<string, unknown>> {
  const { language, compilerVersion, path, name, settings, sources, sourceIds, ...compiled } = compilation;
  const { creation: compiledCreation, runtime: compiledRuntime, ...output } = compiled;
  const { immutableReferences } = compiledRuntime;
  return {
    creationBytecode: bytecode(creation, compiledCreation),
    runtimeBytecode: bytecode(runtime, compiledRuntime),
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

function bytecode({ match: _, ...side }: Verified["creation"], compiled: Compilation["creation"]) {
  return { ...side, ...compiled };
}

function codeOutput({ recompiledBytecode, sourceMap, linkReferences }: Compilation["creation"]) {
  return { object: recompiledBytecode.slice(2), sourceMap, linkReferences };
}
