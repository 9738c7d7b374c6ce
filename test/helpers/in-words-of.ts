import type { Host } from "../../src/internal/commands/host.ts";
import { VerifyContractError } from "../../src/internal/errors/problem.ts";

/** Rewrites the next step of an error in the host's words, as far as possible without a command line. */
export async function inWordsOf<T>({ words }: Pick<Host, "words">, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof VerifyContractError ? error.for({ words }) : error;
  }
}
