import { advice, verifyRecorded } from "../errors/next-step.ts";
import { type ProblemDetails, VerifyContractError } from "../errors/problem.ts";
import { countWords } from "../text/amounts.ts";

/** VC704 for a deployment record, with what is wrong with it. */
class UnusableRecord extends VerifyContractError {
  /** What is wrong with the record, in a few words. */
  readonly reason: string;

  constructor(file: string, reason: string, options: ErrorOptions & Pick<ProblemDetails, "likely" | "next">) {
    const facts = [
      ["File", file],
      ["Reason", reason],
    ] as const;
    super("VC704", { facts, ...options });
    this.reason = reason;
  }
}

/** VC704 for a file that a deployment tool wrote. */
export function unusableRecord(file: string, reason: string, cause?: unknown): VerifyContractError {
  return new UnusableRecord(file, reason, cause === undefined ? {} : { cause });
}

/** VC704 for a file that no known tool wrote, with what makes a manifest of it. */
export function unknownFormat(file: string, typed: string, addresses: number): VerifyContractError {
  const manifest = typed.replace(/(?:\.json)?$/i, ".manifest.json");
  return new UnusableRecord(file, "no known deployment tool wrote it, and it isn't a manifest", {
    ...(addresses === 0
      ? { next: advice("list the contracts in a manifest; docs/deployments.md has an example") }
      : {
          likely: `it is a list of the project's own: a manifest can have its ${countWords(addresses, "contract")}`,
          next: verifyRecorded(typed, ["--write-manifest", manifest], ["--dry-run"]),
        }),
  });
}

/** The reason in a VC704, or the message of any other error. */
export function reasonOf(error: VerifyContractError): string {
  return error instanceof UnusableRecord ? error.reason : error.problem.message;
}
