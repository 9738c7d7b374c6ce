import type { ClaimId } from "../../report/claim-ids.ts";
import type { CheckRule } from "../check.ts";
import { creationCodeChain, recompiledCode, runtimeCodeBuild, runtimeCodeChain } from "./code.ts";
import { compilation, compilerVersion, contractName, settings } from "./compilation.ts";
import {
  recompiledHere,
  recompiledInterface,
  recompiledMetadata,
  recompiledStorageLayout,
} from "./compiler.ts";
import {
  constructorArguments,
  deploymentTransaction,
  recordedContract,
  recordedTransaction,
} from "./deployment.ts";
import { givenInput, givenInputHere } from "./given-input.ts";
import { abi, signatures, storageLayout } from "./interface.ts";
import { libraries, recordedLibraries } from "./libraries.ts";
import { matchClaim, matchGoodEnough, recordAddress, recordChain, staleRecord } from "./match.ts";
import { proxy } from "./proxy.ts";
import {
  createdInBlock,
  creationCodeQuery,
  notDeleted,
  notExpired,
  queryAddress,
  runtimeCodeQuery,
} from "./query-service.ts";
import { recordReferences, replayCreation, replayRuntime } from "./replay.ts";
import { buildSources, metadataHash, recordSources } from "./sources.ts";

/** All cross-check rules, in display order. Put a new rule into its topic's file and add it here. */
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

export function getClaimChecks(claim: ClaimId): readonly string[] {
  return CHECKS.filter((check) => check.claim === claim).map(({ id }) => id);
}
