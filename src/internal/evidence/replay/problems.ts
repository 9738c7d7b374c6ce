import { TOOL } from "../../domain/tool.ts";
import { again } from "../../errors/next-step.ts";
import { VerifyContractError } from "../../errors/problem.ts";
import { countWords } from "../../text/amounts.ts";
import { cleanText } from "../../text/clean-text.ts";
import type { EvidenceSummary } from "../read/read-evidence.ts";
import type { ResultDifference } from "../result.ts";
import type { ComparedNode, Drift } from "./compared-node.ts";

/** A contract of the evidence, as its file names it. */
type Named = string | undefined;

/** VC807 */
export function lacksAnswer(
  question: string,
  contract: Named,
  evidence: EvidenceSummary,
): VerifyContractError {
  return new VerifyContractError("VC807", {
    values: { question: cleanText(question, 200) },
    facts: [["Contract", contract]],
    likely: whyOther(evidence),
  });
}

/** VC808 */
export function differs(
  { what, stated, found }: ResultDifference,
  contract: Named,
  evidence: EvidenceSummary,
): VerifyContractError {
  return new VerifyContractError("VC808", {
    facts: [
      ["Contract", contract],
      ["Part", what],
      ["Stated", cleanText(stated, 200)],
      ["Replayed", cleanText(found, 200)],
    ],
    likely: whyOther(evidence),
  });
}

/** VC809 */
export function drifted({ what, recorded, found }: Drift, contract: Named): VerifyContractError {
  return new VerifyContractError("VC809", {
    facts: [
      ["Contract", contract],
      ["Asked", cleanText(what, 200)],
      ["Evidence", shortened(recorded)],
      ["Node", shortened(found)],
    ],
  });
}

/** VC302 */
export function unconfirmed(
  { method, error }: NonNullable<ComparedNode["failure"]>,
  contract: Named,
): VerifyContractError {
  return new VerifyContractError("VC302", {
    facts: [
      ["Contract", contract],
      ["Asked", method],
      ["Reason", cleanText(error instanceof Error ? error.message : String(error), 200)],
    ],
    next: again,
    cause: error,
  });
}

/** Codes are long. */
function shortened(text: string): string {
  return text.length <= LONGEST
    ? cleanText(text)
    : `${cleanText(text.slice(0, LONGEST))}…, ${text.length} characters`;
}

const LONGEST = 160;

function whyOther({ header: { tool }, end: { redacted } }: EvidenceSummary): string {
  if (redacted > 0)
    return `secrets of the configuration were taken out of ${countWords(redacted, "text")} of the file, and the result rests on what they were`;
  return tool.version === TOOL.version
    ? "somebody changed the file, and computed its hashes anew"
    : `version ${cleanText(tool.version, 40)} wrote the file, and this is version ${TOOL.version}; or somebody changed it`;
}
