import { ErrorFragment, EventFragment, FunctionFragment } from "ethers/abi";

export const SIGNATURE_KINDS = ["function", "event", "error"] as const;

type Kind = (typeof SIGNATURE_KINDS)[number];
type Fragment = Readonly<Record<string, unknown>>;

interface Signatures {
  readonly known: ReadonlySet<string>;
  /** Names without a signature in ABI types: a library function may take a storage pointer. */
  readonly unreadable: ReadonlySet<string>;
}

/** The signatures of one kind in an ABI, `transfer(address,uint256)`. */
export function signaturesOfAbi(abi: readonly Fragment[], kind: Kind): Signatures {
  const known = new Set<string>();
  const unreadable = new Set<string>();
  for (const fragment of abi) {
    if (fragment.type !== kind) continue;
    try {
      known.add(signatureOf(fragment, kind));
    } catch {
      unreadable.add(String(fragment.name));
    }
  }
  return { known, unreadable };
}

function signatureOf(fragment: Fragment, kind: Kind): string {
  switch (kind) {
    case "function":
      return FunctionFragment.from(fragment).format("sighash");
    case "event":
      return EventFragment.from(fragment).format("sighash");
    case "error":
      return ErrorFragment.from(fragment).format("sighash");
  }
}
