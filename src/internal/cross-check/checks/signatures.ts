import { id } from "ethers/hash";
import type { SignatureRecord } from "../../domain/record.ts";
import { countWords } from "../../text/amounts.ts";
import { type CheckRule, failed, given, notGiven, passed } from "../check.ts";
import { SIGNATURE_KINDS, signaturesOfAbi } from "../compare/abi-entries.ts";
import { listNames } from "../compare/compare-values.ts";

export const signatures: CheckRule = {
  id: "signatures",
  subject: "signatures are the ABI's",
  witnesses: ["record"],
  proves:
    "The record's signatures of functions, events and errors are those of its own ABI, each with the keccak256 of its text and the first 4 bytes of that hash. A library function whose parameter type the ABI can't express, such as a storage pointer, may be missing.",
  run: ({ record }) => {
    const stored = given(record.signatures, "the signatures");
    const abi = given(record.abi, "the ABI");
    const all = SIGNATURE_KINDS.flatMap((kind) => stored[kind] ?? []);
    // Records from before the service stored signatures have none.
    if (all.length === 0 && SIGNATURE_KINDS.some((kind) => signaturesOfAbi(abi, kind).known.size > 0))
      return notGiven("the signatures");
    const wrong = all.filter((signature) => !hasItsHashes(signature));
    if (wrong.length > 0)
      return failed(
        "the keccak256 of each signature",
        `another for ${listNames(wrong.map(({ signature }) => signature))}`,
      );
    for (const kind of SIGNATURE_KINDS) {
      const { known, unreadable } = signaturesOfAbi(abi, kind);
      if (stored[kind] === null) continue;
      const listed = new Set(stored[kind].map(({ signature }) => signature));
      const missing = [...known].filter((signature) => !listed.has(signature));
      if (missing.length > 0) return failed(`${kind} ${listNames(missing)}`, "missing in the signatures");
      const others = [...listed].filter(
        (signature) => !known.has(signature) && !unreadable.has(signature.replace(/\(.*$/s, "")),
      );
      if (others.length > 0) return failed("nothing beyond the ABI", `${listNames(others)}, not in the ABI`);
    }
    const missing = SIGNATURE_KINDS.find((kind) => stored[kind] === null);
    if (missing !== undefined) return notGiven(`the signatures of the ${missing}s`);
    return passed(countWords(all.length, "signature"));
  },
};

function hasItsHashes({ signature, signatureHash32, signatureHash4 }: SignatureRecord): boolean {
  const hash = id(signature);
  return signatureHash32.toLowerCase() === hash && signatureHash4.toLowerCase() === hash.slice(0, 10);
}
