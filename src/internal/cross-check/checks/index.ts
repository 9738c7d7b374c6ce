import type { CheckRule } from "../check.ts";
import { abi } from "./abi.ts";
import { buildSources } from "./build-sources.ts";
import { compilerVersion } from "./compiler-version.ts";
import { contractName } from "./contract-name.ts";
import { creationCodeChain } from "./creation-code-chain.ts";
import { creationCodeQuery } from "./creation-code-query.ts";
import { deploymentTransaction } from "./deployment-transaction.ts";
import { matchClaim } from "./match-claim.ts";
import { matchGoodEnough } from "./match-good-enough.ts";
import { metadataHash } from "./metadata-hash.ts";
import { notDeleted } from "./not-deleted.ts";
import { queryAddress } from "./query-address.ts";
import { recompiledCode } from "./recompiled-code.ts";
import { recordAddress } from "./record-address.ts";
import { recordChain } from "./record-chain.ts";
import { recordSources } from "./record-sources.ts";
import { runtimeCodeBuild } from "./runtime-code-build.ts";
import { runtimeCodeChain } from "./runtime-code-chain.ts";
import { runtimeCodeQuery } from "./runtime-code-query.ts";

/** Every rule of the cross-check, in the order of the table. A new one is a file here and a line in this list. */
export const CHECKS: readonly CheckRule[] = [
  matchGoodEnough,
  matchClaim,
  recordAddress,
  recordChain,
  runtimeCodeBuild,
  runtimeCodeChain,
  runtimeCodeQuery,
  recompiledCode,
  creationCodeChain,
  creationCodeQuery,
  deploymentTransaction,
  compilerVersion,
  contractName,
  recordSources,
  buildSources,
  metadataHash,
  abi,
  queryAddress,
  notDeleted,
];
