import { advice, rebuild } from "../../../errors/next-step.ts";
import { ofLoaded } from "../subject.ts";

/** VC221 */
export const sourcesChanged = ofLoaded(({ compilation }, { proof }) => {
  if (proof.state !== "changed") return [];
  return [
    {
      prevents: "match",
      code: "VC221",
      details: {
        facts: [
          ["Reason", proof.reason],
          ["Shown by", shownBy(proof.shownBy, compilation.compilerVersion)],
        ],
        likely: "sources were edited after they were compiled, or the build's files are of several builds",
        next: advice("compile all of it again", rebuild),
      },
    },
  ];
});

/** What shows it, as a reader says it. */
export function shownBy(by: "compiler" | "metadata", compilerVersion: string): string {
  return by === "compiler" ? `the compiler ${compilerVersion} here` : "the metadata that the build keeps";
}
