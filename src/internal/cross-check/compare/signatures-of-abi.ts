import { Fragment } from "ethers/abi";
import type { Abi } from "../../domain/build.ts";

export const SIGNATURE_KINDS = ["function", "event", "error"] as const;

type Kind = (typeof SIGNATURE_KINDS)[number];

interface Signatures {
  readonly known: ReadonlySet<string>;
  /** Names without a signature in ABI types: a library function may take a storage pointer. */
  readonly unreadable: ReadonlySet<string>;
}

/** The signatures of one kind in an ABI, `transfer(address,uint256)`. */
export function signaturesOfAbi(abi: Abi, kind: Kind): Signatures {
  const known = new Set<string>();
  const unreadable = new Set<string>();
  for (const fragment of abi) {
    if (fragment.type !== kind) continue;
    try {
      known.add(Fragment.from(fragment).format("sighash"));
    } catch {
      unreadable.add(String(fragment.name));
    }
  }
  return { known, unreadable };
}
