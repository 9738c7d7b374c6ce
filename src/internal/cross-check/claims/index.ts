import type { ClaimRule } from "../claim.ts";
import { creationCode, librariesOfContract, runtimeCode } from "./code.ts";
import { contractInterface } from "./interface.ts";
import { deployment, identity, implementation } from "./place.ts";
import { recordOfContract } from "./record.ts";
import { sources } from "./sources.ts";

/** Every claim of the verdict, in the order in which it is shown. A new one is in the file of its topic, and a line in this list. */
export const CLAIMS: readonly ClaimRule[] = [
  runtimeCode,
  creationCode,
  sources,
  contractInterface,
  librariesOfContract,
  implementation,
  identity,
  deployment,
  recordOfContract,
];
