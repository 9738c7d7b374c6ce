import { encodeCode } from "../../../domain/code-template.ts";
import type { Explained } from "../explanation.ts";
import type { Facts } from "../facts.ts";
import type { Traits } from "../traits.ts";

/** Explains the metadata of an otherwise equal code. */
export function explainMetadataOnly(facts: Facts): readonly Explained[] {
  const form = explainMetadataForm(facts);
  if (form.length > 0) return form;
  const { comparison } = facts;
  if (comparison.sameMetadata) return [];
  return [
    explanation(
      "only the metadata differs, the program is the same: a comment, a name, the path of a file or a setting without effect on this code",
    ),
  ];
}

/** Settings that give the CBOR auxdata (the metadata section) another form. */
export function explainMetadataForm({ onchain, built }: Facts): readonly Explained[] {
  const there = formOf(onchain);
  const here = formOf(built);
  if (there === here) return [];
  return [explanation(`the code on chain ends with ${there}, this build's with ${here}`)];
}

function formOf({ code, auxdata }: Traits): string {
  if (auxdata === undefined) return "no CBOR auxdata (appendCBOR: false)";
  if (auxdata.ipfs !== undefined) return 'the IPFS hash of its metadata (bytecodeHash: "ipfs")';
  if (!auxdata.hasHash) return 'CBOR auxdata without a hash (bytecodeHash: "none")';
  const text = Buffer.from(encodeCode(code, auxdata.offset).slice(2), "hex").toString("latin1");
  return text.includes("bzzr1")
    ? 'the Swarm hash of its metadata (bytecodeHash: "bzzr1")'
    : "the Swarm hash of its metadata (bzzr0)";
}

function explanation(text: string): Explained {
  return { kind: "metadata", side: "runtime", certainty: "certain", text };
}
