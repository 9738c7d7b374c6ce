import { codeLength } from "../../../domain/code-template.ts";
import { advice, type NextStep } from "../../../errors/next-step.ts";
import { change, OPTIMIZER, VIA_IR } from "../cures.ts";
import type { FindingRule, Found, Subject } from "../subject.ts";

/** EIP-170 */
const MOST_CODE_BYTES = 24_576;
/** EIP-3860 */
const MOST_INIT_CODE_BYTES = 49_152;
const FEW_RUNS = 1;

/** VC230 and VC231. Not every chain has these limits, and some have others. */
export const codeSize: FindingRule = (subject) => {
  const { runtime, creation } = subject.candidate;
  return [
    ...tooLarge("VC230", codeLength(runtime.object), MOST_CODE_BYTES, subject),
    ...tooLarge("VC231", codeLength(creation.object), MOST_INIT_CODE_BYTES, subject),
  ];
};

function tooLarge(code: Found["code"], bytes: number, most: number, subject: Subject): readonly Found[] {
  if (bytes <= most) return [];
  return [
    {
      prevents: null,
      code,
      details: {
        facts: [
          ["Size", `${number(bytes)} bytes, ${number(bytes - most)} too many`],
          ["Limit", `${number(most)} bytes`],
        ],
        next: smaller(subject),
      },
    },
  ];
}

function smaller(subject: Subject): NextStep {
  const { loaded } = subject;
  const split = advice("move parts of it into libraries or other contracts");
  if (loaded instanceof Error || loaded.compilation.input.language !== "Solidity") return split;
  const { optimizer, viaIR, viaSSACFG } = loaded.compilation.input.settings;
  const { enabled, runs }: { enabled?: unknown; runs?: unknown } =
    typeof optimizer === "object" && optimizer !== null ? optimizer : {};
  if (enabled !== true || typeof runs !== "number" || runs > FEW_RUNS) return change(OPTIMIZER, subject);
  return viaIR === true || viaSSACFG === true ? split : change(VIA_IR, subject);
}

function number(value: number): string {
  return value.toLocaleString("en-US");
}
