import type { Evidence, LinkedLibrary } from "../../cross-check/evidence.ts";
import { runChecks } from "../../cross-check/run-checks.ts";
import { ServiceError } from "../../services/service-error.ts";
import { ChainError } from "../../target/chain-port.ts";
import { readQuery } from "../../target/read-query.ts";
import type { Run } from "../run.ts";

/** What is known when the record has been read. */
type Known = Pick<Evidence, "facts" | "record" | "build" | "proxy">;

/** Cross-check: asks the query service, now that it had time to learn of the contract, and runs every rule. */
export async function crossCheck(run: Run, known: Known): Promise<void> {
  const { query, appearAttempts, signal, clock, onProgress } = run.ports;
  const answer = await readQuery(query, known.facts.address, appearAttempts, signal);
  if (answer.state === "known") run.draft.target.contractId = answer.contract.contract_id;
  const evidence: Evidence = {
    ...known,
    query: answer,
    creationBlock: answer.state === "known" ? await readCreationBlock(run, known) : undefined,
    libraries: await readLibraries(run, known),
    requirement: run.request.requirement,
    now: clock.now(),
  };
  onProgress({ type: "checking" });
  run.draft.checks = [...runChecks(evidence)];
}

/** The query service's word for when the contract was created. That it gives none stops nothing. */
async function readCreationBlock({ ports }: Run, { facts }: Known): Promise<Evidence["creationBlock"]> {
  const { query, signal } = ports;
  if (facts.creation === undefined) return undefined;
  try {
    return await query?.block(facts.creation.blockNumber, { signal });
  } catch (error) {
    if (error instanceof ServiceError && !signal.aborted) return undefined;
    throw error;
  }
}

async function readLibraries({ ports }: Run, { build }: Known): Promise<readonly LinkedLibrary[]> {
  const { chain, signal } = ports;
  return Promise.all(
    (build?.libraries ?? []).map(async (library) => {
      try {
        return { ...library, runtimeBytecode: await chain.code(library.address, signal) };
      } catch (error) {
        if (error instanceof ChainError && !signal.aborted) return { ...library, runtimeBytecode: undefined };
        throw error;
      }
    }),
  );
}
