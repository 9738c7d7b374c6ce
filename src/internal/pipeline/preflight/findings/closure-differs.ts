import { advice } from "../../../errors/next-step.ts";
import { countWords } from "../../../text/amounts.ts";
import { ofLoaded } from "../subject.ts";
import { shownBy } from "./sources-changed.ts";

/** VC222 */
export const closureDiffers = ofLoaded(({ compilation, plan }, { proof }) => {
  if (proof.state !== "closure-differs") return [];
  const all = Object.keys(compilation.input.sources).length;
  return [
    {
      prevents: null,
      code: "VC222",
      details: {
        facts: [
          ["Reason", proof.reason],
          ["Shown by", shownBy(proof.shownBy, compilation.compilerVersion)],
          ["Submitted", `all ${countWords(all, "file")} of the build, not ${plan.files.length}`],
        ],
        likely: "a bug of this compiler version",
        next: advice("compile with a newer version of the compiler, or the contract in a build of its own"),
      },
    },
  ];
});
