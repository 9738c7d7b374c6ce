import type { ClaimRule } from "../claim.ts";
import { creationCode } from "./creation-code.ts";
import { deployment } from "./deployment.ts";
import { identity } from "./identity.ts";
import { implementation } from "./implementation.ts";
import { contractInterface } from "./interface.ts";
import { librariesOfContract } from "./libraries.ts";
import { recordOfContract } from "./record.ts";
import { runtimeCode } from "./runtime-code.ts";
import { sources } from "./sources.ts";

/** Every claim of the verdict, in the order in which it is shown. A new one is a file here and a line in this list. */
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
