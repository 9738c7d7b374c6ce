import type { QueryKnowledge } from "../../chain/deployment-facts.ts";
import { readQuery } from "../../chain/read-query.ts";
import type { CheckRule } from "../../cross-check/check.ts";
import { givenInput } from "../../cross-check/checks/given-input.ts";
import { givenInputHere } from "../../cross-check/checks/given-input-here.ts";
import { CHECKS } from "../../cross-check/checks/index.ts";
import { recompiledHere } from "../../cross-check/checks/recompiled-here.ts";
import { recordedContract } from "../../cross-check/checks/recorded-contract.ts";
import { recordedLibraries } from "../../cross-check/checks/recorded-libraries.ts";
import { recordedTransaction } from "../../cross-check/checks/recorded-transaction.ts";
import { recordsOfThis } from "../../cross-check/compare/records-of-this.ts";
import type { Evidence } from "../../cross-check/evidence.ts";
import { requireChecks } from "../../cross-check/require-checks.ts";
import { runChecks } from "../../cross-check/run-checks.ts";
import type { RecordedDeployment } from "../../domain/build.ts";
import { ServiceError } from "../../services/service-error.ts";
import { type Recompiled, recompile } from "../../solidity/compilers/recompile.ts";
import type { Run } from "../run.ts";

/** What is known when the record has been read. */
type Known = Pick<Evidence, "facts" | "record" | "build" | "proxy" | "isJudged">;

/** What the project lacks for a check. */
export interface Lacking {
  /** Long version of the compiler that `--recompile` needs. */
  readonly compiler: string | undefined;
}

/** Cross-check: asks the query service, now that it had time to learn of the contract, and runs every rule. */
export async function crossCheck(run: Run, known: Known): Promise<Lacking> {
  const { query, appearAttempts, signal, clock, onProgress } = run.ports;
  const { at, required, recompile: isRecompiled } = run.request;
  const { address } = known.facts;
  const answer =
    earlierAnswer(known.facts.query, at) ??
    (await readQuery(query, address, appearAttempts, signal, at, () =>
      onProgress({ type: "waiting-for-query", target: address, url: query?.url ?? "" }),
    ));
  if (answer.state === "known") run.draft.target.contractId = answer.contract.contract_id;
  const evidence: Evidence = {
    ...known,
    query: answer,
    creationBlock: answer.state === "known" ? await readCreationBlock(run, known) : undefined,
    libraries: known.build?.libraries ?? [],
    recompiled: isRecompiled ? await readRecompiled(run, known) : undefined,
    givenCompiled: await compileGiven(run, known),
    recorded: [...run.request.recorded, ...ownRecord(known)],
    requirement: run.request.requirement,
    now: clock.now(),
  };
  onProgress({ type: "checking" });
  run.draft.checks = requireChecks(runChecks(evidence, rulesFor(evidence, required)), required);
  const { recompiled } = evidence;
  return { compiler: recompiled?.kind === "no-compiler" ? recompiled.longVersion : undefined };
}

/** The answer before the submission, where it was a complete one. A new contract is asked for again. */
function earlierAnswer(
  earlier: QueryKnowledge | undefined,
  at: string | undefined,
): QueryKnowledge | undefined {
  if (at !== undefined || earlier?.state !== "known") return undefined;
  const { runtime_bytecode: code } = earlier.contract;
  return code === null || code === "0x" ? undefined : earlier;
}

/** What the chosen build says of a deployment, where it is of a tool that keeps both in one file. */
function ownRecord({ build }: Known): readonly RecordedDeployment[] {
  const deployment = build?.compiled?.deployment;
  return deployment === undefined ? [] : [deployment];
}

/** Leaves out rules without data, unless they are required: a required rule must be able to fail. */
function rulesFor(evidence: Evidence, required: readonly string[]): readonly CheckRule[] {
  const { recompiled, build } = evidence;
  const hasRecord = recordsOfThis(evidence).length > 0;
  const isGiven = build !== undefined && build.compiled === undefined;
  return CHECKS.filter(
    (rule) =>
      (rule !== recompiledHere || recompiled !== undefined) &&
      ((rule !== givenInput && rule !== givenInputHere) || isGiven) &&
      (!OF_RECORDS.includes(rule) || hasRecord || required.includes(rule.id)),
  );
}

const OF_RECORDS: readonly CheckRule[] = [recordedTransaction, recordedContract, recordedLibraries];

function readRecompiled({ ports }: Run, { record }: Known): Promise<Recompiled> {
  if (ports.compile === undefined)
    return Promise.resolve({ kind: "not-possible", reason: "there is no compiler here" });
  return recompile(ports.compile, record.stdJsonInput, record.compilation, ports.signal);
}

/** An input that was given has no output to compare with the chain; a compiler that is at hand makes one. */
async function compileGiven({ ports }: Run, { build }: Known): Promise<Recompiled | undefined> {
  if (build === undefined || build.compiled !== undefined) return undefined;
  const { compilation, contract } = build;
  if (ports.compile === undefined) return { kind: "not-possible", reason: "there is no compiler here" };
  const { compilerVersion, input } = compilation;
  const fullyQualifiedName = `${contract.inputSourceName}:${contract.name}`;
  return recompile(ports.compile, input, { fullyQualifiedName, compilerVersion }, ports.signal);
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
