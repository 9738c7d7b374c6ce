import { ErrorFragment, EventFragment, FunctionFragment, id } from "ethers";
import type { SignatureRecord } from "../../domain/record.ts";

type Kind = "function" | "event" | "error";

/** The signatures of an ABI with their hashes, in the ABI's order, each once. */
export function signaturesOf(abi: readonly unknown[]): Readonly<Record<Kind, readonly SignatureRecord[]>> {
  return { function: ofKind(abi, "function"), event: ofKind(abi, "event"), error: ofKind(abi, "error") };
}

function ofKind(abi: readonly unknown[], kind: Kind): readonly SignatureRecord[] {
  const signatures = abi.flatMap((item) => signatureOf(item, kind) ?? []);
  return [...new Set(signatures)].map((signature) => {
    const hash = id(signature);
    return { signature, signatureHash4: hash.slice(0, 10), signatureHash32: hash };
  });
}

function signatureOf(item: unknown, kind: Kind): string | undefined {
  if (typeof item !== "object" || item === null || !("type" in item) || item.type !== kind) return undefined;
  try {
    switch (kind) {
      case "function":
        return FunctionFragment.from(item).format("sighash");
      case "event":
        return EventFragment.from(item).format("sighash");
      case "error":
        return ErrorFragment.from(item).format("sighash");
    }
  } catch {
    // A library's function may take a storage pointer, which has no canonical signature.
    return undefined;
  }
}
