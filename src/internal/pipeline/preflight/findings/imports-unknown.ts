import { advice, rebuild } from "../../../errors/next-step.ts";
import { ofLoaded } from "../subject.ts";

/** VC223. In other languages than Solidity imports are never followed, which is no fault of the build. */
export const importsUnknown = ofLoaded(({ compilation, importsUnknown: reason, plan }) =>
  reason === undefined || compilation.input.language !== "Solidity"
    ? []
    : [
        {
          prevents: null,
          code: "VC223",
          details: {
            facts: [
              ["Reason", reason],
              ["Files", String(plan.files.length)],
            ],
            next: advice("compile all of it again", rebuild),
          },
        },
      ],
);
