import { listSignatures, SIGNATURE_KINDS } from "../../cross-check/compare/abi-entries.ts";
import { hashText } from "../../domain/keccak.ts";
import type { ProxyResolution, SignatureRecord } from "../../domain/record.ts";
import type { Json } from "../../text/is-object.ts";
import type { StoredContract } from "./contract-store.ts";
import type { Compilation, Verified } from "./verified.ts";

/** Doesn't include the matches. Responses omit undefined fields. */
export function fullRecord(
  { creation, runtime, deployment, compilation }: StoredContract,
  proxyResolution: ProxyResolution | undefined,
): Json {
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

type Signatures = Readonly<Record<(typeof SIGNATURE_KINDS)[number], readonly SignatureRecord[]>>;

/** Distinct signatures, in the ABI's order. */
export function hashSignatures(abi: readonly Json[]): Signatures {
  const signaturesByKind = SIGNATURE_KINDS.map((kind) => [
    kind,
    [...listSignatures(abi, kind).known].map((signature) => {
      const hash = hashText(signature);
      return { signature, signatureHash4: hash.slice(0, 10), signatureHash32: hash };
    }),
  ]);
  return Object.fromEntries(signaturesByKind) as Signatures;
}
