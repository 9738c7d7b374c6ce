import { appendsAuxdata } from "../../../bytecode/appends-auxdata.ts";
import { advice } from "../../../errors/next-step.ts";
import { CBOR_AND_HASH, change, METADATA_HASH } from "../cures.ts";
import { ofLoaded } from "../subject.ts";

const MOST_SHOWN = 5;

/** VC225. A metadata hash would tell them apart: the metadata has the contract's name in it. */
export const twin = ofLoaded(({ compilation: { input } }, subject) => {
  const { twins } = subject;
  if (twins.length === 0) return [];
  const rest = twins.length - MOST_SHOWN;
  const shown = [...twins.slice(0, MOST_SHOWN), ...(rest > 0 ? [`and ${rest} more`] : [])];
  return [
    {
      prevents: null,
      code: "VC225",
      details: {
        facts: [["Same code", shown.join(", ")]],
        next:
          input.language === "Solidity"
            ? change(appendsAuxdata(input.settings) ? METADATA_HASH : CBOR_AND_HASH, subject)
            : advice("name the contract with --contract when it is verified"),
      },
    },
  ];
});
