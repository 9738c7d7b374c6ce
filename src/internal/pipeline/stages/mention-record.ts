import { checkOne } from "../../errors/next-step.ts";
import { type Fact, VerifyContractError } from "../../errors/problem.ts";
import { storedMatchWords } from "../../render/words/match-words.ts";
import type { StoredMatch } from "../../report/model.ts";
import { writeNext } from "../next-steps.ts";
import type { Run } from "../run.ts";
import { readQuietly } from "./read-stored.ts";

/** What is stored of a contract that no build here made. */
export function recordFact(stored: StoredMatch | null): Fact | undefined {
  if (stored === null) return undefined;
  const since = stored.verifiedAt === null ? "" : `, since ${stored.verifiedAt}`;
  return { label: "On record", value: `${storedMatchWords(stored)}${since}` };
}

/**
 * Adds to an error over missing build files that somebody has verified the contract before, for then it can be checked
 * without any. Only asks; that the service does not answer changes nothing.
 */
export async function mentionRecord(run: Run, error: unknown): Promise<void> {
  const { request, ports } = run;
  const { target, action } = request;
  const isMissingBuild = error instanceof VerifyContractError && error.code === "VC201";
  if (!isMissingBuild || action === "check" || target.kind !== "address") return;
  const fact = recordFact(await readQuietly(run, target.address));
  if (fact === undefined || ports.signal.aborted) return;
  throw error.withFacts([
    [fact.label, fact.value],
    ["To check it", writeNext(run, checkOne(target.input))],
  ]);
}
