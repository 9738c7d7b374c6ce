import type { ClaimRule } from "../claim.ts";
import { creationCode, librariesClaim, runtimeCode } from "./code.ts";
import { contractInterface } from "./interface.ts";
import { deployment, identity, implementation } from "./place.ts";
import { recordClaim } from "./record.ts";
import { sources } from "./sources.ts";

/** All claims in the verdict, in display order. Put a new claim into its topic's file and add it here. */
export const CLAIMS: readonly ClaimRule[] = [
  runtimeCode,
  creationCode,
  sources,
  contractInterface,
  librariesClaim,
  implementation,
  identity,
  deployment,
  recordClaim,
];
