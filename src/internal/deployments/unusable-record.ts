import { VerifyContractError } from "../errors/problem.ts";

/** VC704 for what a tool wrote, with what is wrong with it. */
export function unusableRecord(file: string, reason: string, cause?: unknown): VerifyContractError {
  return new VerifyContractError("VC704", {
    facts: [
      ["File", file],
      ["Reason", reason],
    ],
    ...(cause === undefined ? {} : { cause }),
  });
}

/** What is wrong with a record, in a few words. */
export function reasonOf(error: VerifyContractError): string {
  const { facts, message } = error.problem;
  return facts.find(({ label }) => label === "Reason")?.value ?? message;
}
