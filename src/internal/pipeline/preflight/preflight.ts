import type { CandidateSet } from "../../builds/candidate-set.ts";
import type { BuildCandidate } from "../../domain/build.ts";
import { VerifyContractError } from "../../errors/problem.ts";
import type { PreflightContract, PreflightReport } from "../../report/preflight/model.ts";
import { planSubmission } from "../../submission/plan-submission.ts";
import { loadBuild } from "../stages/load-build.ts";
import { describeContract } from "./describe-contract.ts";
import { EXPECT_NOTHING, expectMatch } from "./expect-match.ts";
import { twinFinder } from "./find-twins.ts";
import { proveByCompiler, proveByMetadata } from "./prove-closure.ts";
import type { PreflightPorts, PreflightRequest } from "./request.ts";
import { selectCandidates, toolOf } from "./select-candidates.ts";
import type { LoadedSubject, SourcesProof } from "./subject.ts";

/** What a preflight finds out, before it is counted. */
export type PreflightResult = Pick<PreflightReport, "contracts" | "leftOut">;

/**
 * Says of each contract that a project may deploy whether it will verify, from its build alone. Sends nothing.
 *
 * @throws VerifyContractError VC110, VC201, VC202 and VC233 for wrong use; the signal's reason.
 */
export async function preflightContracts(
  request: PreflightRequest,
  ports: PreflightPorts,
): Promise<PreflightResult> {
  const { set, chosen, leftOut } = await selectCandidates(request, ports);
  ports.onProgress({ type: "reading", contracts: chosen.length, where: set.where });
  const twinsOf = twinFinder(set.candidates);
  const contracts: PreflightContract[] = [];
  // Few builds stay in memory.
  for (const candidate of [...chosen].sort(by(({ buildFile }) => buildFile))) {
    ports.signal.throwIfAborted();
    const loaded = await load(set, candidate);
    if (ports.compile !== undefined)
      ports.onProgress({ type: "compiling", done: contracts.length, total: chosen.length });
    const proof = loaded instanceof Error ? UNKNOWN : await prove(set, loaded, ports);
    const expected = loaded instanceof Error ? EXPECT_NOTHING : expectMatch(loaded, proof);
    const tool = toolOf(candidate, ports.paths);
    const subject = {
      candidate,
      tool,
      loaded,
      proof,
      expected,
      twins: loaded instanceof Error ? [] : twinsOf(loaded),
      words: ports.words,
      projectRoot: ports.paths.root,
    };
    contracts.push(describeContract(subject, request));
  }
  return { contracts: contracts.sort(by(({ contract }) => contract.fullyQualifiedName)), leftOut };
}

const UNKNOWN: SourcesProof = { state: "predicted", shownBy: "prediction" };

async function load(
  set: CandidateSet,
  candidate: BuildCandidate,
): Promise<LoadedSubject | VerifyContractError> {
  try {
    const { compilation } = await loadBuild(set, { candidate, repeats: [] });
    const { input, compilerVersion } = compilation;
    const { inputSourceName, name: contractName } = candidate;
    const parts = {
      input,
      compilerVersion,
      inputSourceName,
      contractName,
      creationTransactionHash: undefined,
    };
    const planned = planSubmission(parts, "auto");
    if (planned.kind !== "ready") throw new Error(planned.reason);
    const plan = planned.first;
    // All is submitted at first only where the imports can't be followed.
    return {
      candidate,
      compilation,
      plan,
      importsUnknown: plan.sources === "full" ? plan.reason : undefined,
    };
  } catch (error) {
    if (error instanceof VerifyContractError) return error;
    throw error;
  }
}

/** A compiler shows more than the metadata that a build keeps. */
async function prove(
  set: CandidateSet,
  loaded: LoadedSubject,
  { compile, signal }: PreflightPorts,
): Promise<SourcesProof> {
  const compiled = compile === undefined ? UNKNOWN : await proveByCompiler(loaded, compile, signal);
  if (compiled.state !== "predicted") return compiled;
  const proof = await proveByMetadata(set, loaded);
  return proof.state === "predicted" ? compiled : proof;
}

function by<T>(key: (item: T) => string): (a: T, b: T) => number {
  return (a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0);
}
