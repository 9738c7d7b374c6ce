import type { ContractRecord } from "../../domain/record.ts";
import type { Closing } from "../claim.ts";
import type { LinkedLibrary } from "../evidence.ts";
import { isOwnLibrary, mayHaveOtherAddress } from "./own-library.ts";
import { isLibraryOfRecord } from "./recorded-library.ts";

/** Whether a build, or a library's own record, shows that it is the one that the contract was compiled with. */
export function isShownLibrary(library: LinkedLibrary, contract: Pick<ContractRecord, "metadata">): boolean {
  return isOwnLibrary(library) === true || isLibraryOfRecord(library, contract);
}

/** Why nothing shows it, and what would; of a library whose code is not another one's. */
export function whyNotShown(library: LinkedLibrary): { readonly reason: string; readonly closing: Closing } {
  const { name, address, runtimeBytecode } = library;
  if (runtimeBytecode === undefined)
    return { reason: `the node does not return the code of ${name}`, closing: "wait" };
  if (mayHaveOtherAddress(library))
    return {
      reason: `${name} at ${address}: its call protection has another kind of address, and only a query service knows whether both are of one contract`,
      closing: "none",
    };
  return { reason: `no build here has the library ${name} at ${address}`, closing: "library-build" };
}
