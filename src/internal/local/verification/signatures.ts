import { listSignatures, SIGNATURE_KINDS } from "../../cross-check/compare/abi-entries.ts";
import { hashText } from "../../domain/keccak.ts";
import type { SignatureRecord } from "../../domain/record.ts";

type Signatures = Readonly<Record<(typeof SIGNATURE_KINDS)[number], readonly SignatureRecord[]>>;

/** Distinct signatures, in the ABI's order. */
export function hashSignatures(abi: readonly Readonly<Record<string, unknown>>[]): Signatures {
  const signaturesByKind = SIGNATURE_KINDS.map((kind) => [
    kind,
    [...listSignatures(abi, kind).known].map((signature) => {
      const hash = hashText(signature);
      return { signature, signatureHash4: hash.slice(0, 10), signatureHash32: hash };
    }),
  ]);
  return Object.fromEntries(signaturesByKind) as Signatures;
}
