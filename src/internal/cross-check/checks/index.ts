import type { CheckRule } from "../check.ts";
import { abi } from "./abi.ts";
import { buildSources } from "./build-sources.ts";
import { compilation } from "./compilation.ts";
import { compilerVersion } from "./compiler-version.ts";
import { constructorArguments } from "./constructor-arguments.ts";
import { contractName } from "./contract-name.ts";
import { createdInBlock } from "./created-in-block.ts";
import { creationCodeChain } from "./creation-code-chain.ts";
import { creationCodeQuery } from "./creation-code-query.ts";
import { deploymentTransaction } from "./deployment-transaction.ts";
import { givenInput } from "./given-input.ts";
import { givenInputHere } from "./given-input-here.ts";
import { libraries } from "./libraries.ts";
import { matchClaim } from "./match-claim.ts";
import { matchGoodEnough } from "./match-good-enough.ts";
import { metadataHash } from "./metadata-hash.ts";
import { notDeleted } from "./not-deleted.ts";
import { notExpired } from "./not-expired.ts";
import { proxy } from "./proxy.ts";
import { queryAddress } from "./query-address.ts";
import { recompiledCode } from "./recompiled-code.ts";
import { recompiledHere } from "./recompiled-here.ts";
import { recompiledInterface } from "./recompiled-interface.ts";
import { recompiledMetadata } from "./recompiled-metadata.ts";
import { recompiledStorageLayout } from "./recompiled-storage-layout.ts";
import { recordAddress } from "./record-address.ts";
import { recordChain } from "./record-chain.ts";
import { recordReferences } from "./record-references.ts";
import { recordSources } from "./record-sources.ts";
import { recordedContract } from "./recorded-contract.ts";
import { recordedLibraries } from "./recorded-libraries.ts";
import { recordedTransaction } from "./recorded-transaction.ts";
import { replayCreation } from "./replay-creation.ts";
import { replayRuntime } from "./replay-runtime.ts";
import { runtimeCodeBuild } from "./runtime-code-build.ts";
import { runtimeCodeChain } from "./runtime-code-chain.ts";
import { runtimeCodeQuery } from "./runtime-code-query.ts";
import { settings } from "./settings.ts";
import { signatures } from "./signatures.ts";
import { staleRecord } from "./stale-record.ts";
import { storageLayout } from "./storage-layout.ts";

/** Every rule of the cross-check, in the order of the table. A new one is a file here and a line in this list. */
export const CHECKS: readonly CheckRule[] = [
  matchGoodEnough,
  matchClaim,
  recordAddress,
  recordChain,
  runtimeCodeBuild,
  runtimeCodeChain,
  runtimeCodeQuery,
  staleRecord,
  recompiledCode,
  recompiledHere,
  libraries,
  recordReferences,
  replayRuntime,
  creationCodeChain,
  creationCodeQuery,
  replayCreation,
  deploymentTransaction,
  constructorArguments,
  recordedTransaction,
  recordedContract,
  recordedLibraries,
  compilerVersion,
  givenInput,
  givenInputHere,
  settings,
  contractName,
  compilation,
  recordSources,
  buildSources,
  metadataHash,
  recompiledMetadata,
  abi,
  signatures,
  storageLayout,
  recompiledInterface,
  recompiledStorageLayout,
  proxy,
  queryAddress,
  notDeleted,
  notExpired,
  createdInBlock,
];
