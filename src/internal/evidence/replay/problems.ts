import { TOOL } from "../../domain/tool.ts";
import { VerifyContractError } from "../../errors/problem.ts";
import { cleanText } from "../../text/clean-text.ts";
import type { ResultDifference } from "../result.ts";
import type { Header } from "../schema.ts";

/** A contract of the evidence, as its file names it. */
type Named = string | undefined;

/** VC807 */
export function lacksAnswer(question: string, contract: Named, header: Header): VerifyContractError {
  return new VerifyContractError("VC807", {
    values: { question: cleanText(question, 200) },
    facts: [["Contract", contract]],
    likely: whoMadeIt(header),
  });
}

/** VC808 */
export function differs(
  { what, stated, found }: ResultDifference,
  contract: Named,
  header: Header,
): VerifyContractError {
  return new VerifyContractError("VC808", {
    facts: [
      ["Contract", contract],
      ["Part", what],
      ["Stated", cleanText(stated, 200)],
      ["Replayed", cleanText(found, 200)],
    ],
    likely: whoMadeIt(header),
  });
}

function whoMadeIt({ tool }: Header): string {
  return tool.version === TOOL.version
    ? "somebody changed the file, and computed its hashes anew"
    : `version ${cleanText(tool.version, 40)} wrote the file, and this is version ${TOOL.version}; or somebody changed it`;
}
