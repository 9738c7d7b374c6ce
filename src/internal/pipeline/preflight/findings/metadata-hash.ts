import { appendsAuxdata } from "../../../bytecode/appends-auxdata.ts";
import { compareCode } from "../../../bytecode/compare.ts";
import { CBOR_AND_HASH, change, METADATA_HASH } from "../cures.ts";
import { asDeployed } from "../prove-closure.ts";
import { ofLoaded } from "../subject.ts";

/** VC220. Every CBOR auxdata of the code counts, also that of a contract that it creates. */
export const metadataHash = ofLoaded(({ candidate, compilation }, subject) => {
  const { language, settings } = compilation.input;
  const compared = compareCode("creation", asDeployed(candidate.creation), candidate.creation);
  const hasAuxdata = appendsAuxdata(settings);
  if (hasAuxdata && compared?.hasMetadataHash === true) return [];
  const isSolidity = language === "Solidity";
  return [
    {
      prevents: "exact_match",
      code: "VC220",
      details: {
        facts: [
          ["Setting", isSolidity ? settingOf(settings, hasAuxdata) : undefined],
          ["Language", isSolidity ? undefined : language],
        ],
        next: isSolidity ? change(hasAuxdata ? METADATA_HASH : CBOR_AND_HASH, subject) : undefined,
      },
    },
  ];
});

function settingOf({ metadata }: Readonly<Record<string, unknown>>, hasAuxdata: boolean): string {
  if (!hasAuxdata) return "metadata.appendCBOR is false";
  const hash: unknown =
    typeof metadata === "object" && metadata !== null ? Reflect.get(metadata, "bytecodeHash") : undefined;
  return hash === "none"
    ? 'metadata.bytecodeHash is "none"'
    : "a contract that it creates has no metadata hash";
}
