import { VerifyContractError } from "../errors/problem.ts";

/** VC704 for a deployment record, with what is wrong with it. */
class UnusableRecord extends VerifyContractError {
  /** What is wrong with the record, in a few words. */
  readonly reason: string;

  constructor(file: string, reason: string, options: ErrorOptions) {
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

/** The reason in a VC704, or the message of any other error. */
export function reasonOf(error: VerifyContractError): string {
  return error instanceof UnusableRecord ? error.reason : error.problem.message;
}
