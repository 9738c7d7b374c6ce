import { advice } from "../../../errors/next-step.ts";
import type { FindingRule } from "../subject.ts";

/** VC234 */
export const noCompiler: FindingRule = ({ proof }) =>
  proof.state === "predicted" && proof.noCompiler !== undefined
    ? [
        {
          prevents: null,
          code: "VC234",
          details: {
            values: { version: proof.noCompiler },
            next: advice(`install it with npm install --save-dev solc@${shortOf(proof.noCompiler)}`),
          },
        },
      ]
    : [];

function shortOf(longVersion: string): string {
  return longVersion.split("+")[0] ?? longVersion;
}
