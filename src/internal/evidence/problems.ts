import { TOOL } from "../domain/tool.ts";
import { advice, again } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import { countWords } from "../text/amounts.ts";
import { cleanText } from "../text/clean-text.ts";
import type { ComparedNode, Drift } from "./compared-node.ts";
import type { ResultDifference } from "./result.ts";
import type { EndEntry, Header } from "./schema.ts";

const ANOTHER = advice("name a file that --evidence wrote");

/** VC802 */
export function notEvidence(file: string, reason: string, cause?: unknown): VerifyContractError {
  return new VerifyContractError("VC802", {
    values: { file },
    facts: [["Reason", cleanText(reason, 300)]],
    next: ANOTHER,
    ...(cause === undefined ? {} : { cause }),
  });
}

/** VC803 */
export function laterVersion(file: string, schema: string, tool: string): VerifyContractError {
  return new VerifyContractError("VC803", {
    values: { file },
    facts: [
      ["Format", cleanText(schema, 60)],
      ["Written by", cleanText(tool, 60)],
    ],
    next: advice("install that version, or a later one"),
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
    ...(cause === undefined ? {} : { cause }),
  });
}

/** VC806 */
export function tooLarge(file: string, reason: string): VerifyContractError {
  return new VerifyContractError("VC806", { values: { file }, facts: [["Reason", reason]] });
}

/** What zlib's error says of a file. @param lines That are complete. */
export function tornOrChanged(file: string, error: unknown, lines: number): VerifyContractError {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "Z_BUF_ERROR") return torn(file, lines);
  if (typeof code !== "string" || !code.startsWith("Z_"))
    return notEvidence(file, error instanceof Error ? error.message : String(error), error);
  return lines === 0 && code === "Z_DATA_ERROR" && isNoGzip(error)
    ? notEvidence(file, "it is not compressed with gzip", error)
    : changed(file, `the compressed data after line ${lines}`, error);
}

function isNoGzip(error: unknown): boolean {
  return error instanceof Error && error.message.includes("incorrect header check");
}

/** The first and the last line of a file. */
export interface EvidenceSummary {
  readonly header: Header;
  readonly end: EndEntry;
}

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
