import type { Body } from "../cross-check/one-check.ts";
import { ADDRESS } from "./world.ts";

/** A record, or the matches in a job, as another service than Sourcify writes them. */
export const SPOKEN: Readonly<Record<string, (match: Body) => Body>> = {
  Tempo: ({
    creationBytecode,
    runtimeBytecode,
    metadata,
    compilation,
    deployment,
    sourceIds: _,
    ...rest
  }) => ({
    ...rest,
    address: ADDRESS.toLowerCase(),
    ...(rest.match === null ? {} : { creationMatch: "match", verifiedAt: "2026-11-22 19:14:21" }),
    creationBytecode: creationBytecode && tempoSide(creationBytecode),
    runtimeBytecode: runtimeBytecode && {
      ...tempoSide(runtimeBytecode),
      immutableReferences: runtimeBytecode.immutableReferences ?? {},
    },
    metadata: metadata && JSON.stringify(metadata),
    compilation: compilation && { ...compilation, compilerVersion: `v${compilation.compilerVersion}` },
    deployment: deployment && {
      ...deployment,
      blockNumber: Number(deployment.blockNumber),
      transactionIndex: Number(deployment.transactionIndex),
    },
    proxyResolution: null,
  }),
  Avalanche: ({
    match,
    runtimeMatch,
    chainId,
    verifiedAt,
    abi,
    sources,
    metadata,
    compilation,
    stdJsonInput,
  }) => {
    const { compilerSettings: _, ...named } = compilation ?? {};
    return {
      matchId: `${chainId}:${ADDRESS.toLowerCase()}`,
      match: runtimeMatch ?? match,
      creationMatch: null,
      runtimeMatch,
      chainId,
      address: ADDRESS.toLowerCase(),
      verifiedAt,
      abi,
      sources,
      metadata,
      stdJsonInput,
      compilation: compilation && { ...named, fullyQualifiedName: named.name },
    };
  },
  Conflux: ({ chainId, matchId, ...rest }) => ({
    ...rest,
    chainId: Number(chainId),
    matchId: matchId === undefined ? undefined : Number(matchId),
  }),
};

function tempoSide({ recompiledBytecode, linkReferences }: Body): Body {
  return {
    bytecode: recompiledBytecode,
    sourceMap: null,
    linkReferences: linkReferences ?? {},
    cborAuxdata: null,
  };
}
