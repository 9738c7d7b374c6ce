import { encodeCode } from "../../../domain/code-template.ts";
import type { Explanation } from "../explanation.ts";
import type { Facts } from "../facts.ts";
import type { Traits } from "../traits.ts";

/** The program is the same: then the metadata is all there is to explain. */
export function explainMetadataOnly(facts: Facts): readonly Explanation[] {
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

/** What the compiler was told to append to the code. */
export function explainMetadataForm({ onchain, built }: Facts): readonly Explanation[] {
  const there = formOf(onchain);
  const here = formOf(built);
  if (there === here) return [];
  return [explanation(`the code on chain ends with ${there}, this build's with ${here}`)];
}

function formOf({ code, section }: Traits): string {
  if (section === undefined) return "no metadata section, as with appendCBOR: false";
  if (section.ipfs !== undefined) return 'the IPFS hash of its metadata (bytecodeHash: "ipfs")';
  if (!section.hasHash) return 'a metadata section without a hash (bytecodeHash: "none")';
  const text = Buffer.from(encodeCode(code, section.offset).slice(2), "hex").toString("latin1");
  return text.includes("bzzr1")
    ? 'the Swarm hash of its metadata (bytecodeHash: "bzzr1")'
    : "the Swarm hash of its metadata (bzzr0)";
}

function explanation(text: string): Explanation {
  return { kind: "metadata", side: "runtime", certainty: "certain", text };
}
