import { advice } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import { cleanText } from "../text/clean-text.ts";
import { codeOf, messageOf } from "../text/file-reason.ts";

const ANOTHER = advice("name a file that --evidence wrote");

/** VC802 */
export function notEvidence(file: string, reason: string, cause?: unknown): VerifyContractError {
  return new VerifyContractError("VC802", {
    values: { file },
    facts: [["Reason", cleanText(reason, 300)]],
    next: ANOTHER,
    cause,
  });
}

/** VC804 @param lines That are complete. */
export function torn(file: string, lines: number): VerifyContractError {
  return new VerifyContractError("VC804", {
    values: { file },
    facts: [["Ends after", `line ${lines}`]],
    likely: "it was not copied as a whole",
    next: advice("copy it again"),
  });
}

/** VC805 @param where The first place that shows it. */
export function changed(file: string, where: string, cause?: unknown): VerifyContractError {
  return new VerifyContractError("VC805", {
    values: { file },
    facts: [["Where", where]],
    next: advice("copy it again from where it was written"),
    cause,
  });
}

/** VC806 */
export function tooLarge(file: string, reason: string): VerifyContractError {
  return new VerifyContractError("VC806", { values: { file }, facts: [["Reason", reason]] });
}

/** What zlib's error says of a file. @param lines That are complete. */
export function tornOrChanged(file: string, error: unknown, lines: number): VerifyContractError {
  const code = codeOf(error);
  if (code === "Z_BUF_ERROR") return torn(file, lines);
  if (!code.startsWith("Z_")) return notEvidence(file, messageOf(error), error);
  return lines === 0 && code === "Z_DATA_ERROR" && messageOf(error).includes("incorrect header check")
    ? notEvidence(file, "it is not compressed with gzip", error)
    : changed(file, `the compressed data after line ${lines}`, error);
}
