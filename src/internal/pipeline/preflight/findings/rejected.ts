import { advice, rebuild } from "../../../errors/next-step.ts";
import { ofLoaded } from "../subject.ts";

/** VC232 */
export const rejected = ofLoaded(({ compilation }, { proof }) =>
  proof.state === "rejected"
    ? [
        {
          prevents: "match",
          code: "VC232",
          details: {
            facts: [
              ["Compiler", compilation.compilerVersion],
              ["It said", proof.reason],
            ],
            next: advice("compile all of it again", rebuild),
          },
        },
      ]
    : [],
);
