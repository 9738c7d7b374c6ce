import type { CandidateSet } from "../../builds/candidate-set.ts";
import { formatPath } from "../../builds/read-candidates.ts";
import { compareCode } from "../../bytecode/compare.ts";
import { predictMatch, weakenPrediction } from "../../bytecode/predict/predict-match.ts";
import { type Build, type BuildCandidate, getIdentifier } from "../../domain/build.ts";
import { codeLength } from "../../domain/code-template.ts";
import type { ExpectedMatch } from "../../domain/match.ts";
import { problem, VerifyContractError } from "../../errors/problem.ts";
import type { PreflightContract, PreflightFinding, PreflightReport } from "../../report/preflight/model.ts";
import { planSubmission } from "../../submission/plan-submission.ts";
import { asObject } from "../../text/is-object.ts";
import { describeName } from "../stages/find-build.ts";
import { loadBuild } from "../stages/read-builds.ts";
import { listFindings, listUnreadableFindings } from "./findings.ts";
import { PREDICTED, proveByCompiler, proveByMetadata, zeroLinks } from "./prove-closure.ts";
import { detectTool, selectCandidates } from "./select-candidates.ts";
import type {
  Found,
  LoadedSubject,
  PreflightPorts,
  PreflightRequest,
  SourcesProof,
  Subject,
} from "./subject.ts";

/** @throws VerifyContractError VC110, VC201, VC202 and VC233 for invalid usage; the signal's abort reason. */
export async function preflightContracts(
  request: PreflightRequest,
  ports: PreflightPorts,
): Promise<Pick<PreflightReport, "contracts" | "leftOut">> {
  const { set, chosen, leftOut } = await selectCandidates(request, ports);
  const { words, paths, compile, signal, onProgress } = ports;
  onProgress({ type: "reading", contracts: chosen.length, where: set.where });
  const findTwins = createTwinFinder(set.candidates);
  const contracts: PreflightContract[] = [];
  // Sorted by build file, so that only a few builds are in memory at once.
  for (const candidate of [...chosen].sort(compareBy(({ buildFile }) => buildFile))) {
    signal.throwIfAborted();
    const subject = { candidate, tool: detectTool(candidate, paths), words, projectRoot: paths.root };
    const loaded = await load(set, subject);
    if (compile !== undefined)
      onProgress({ type: "compiling", done: contracts.length, total: chosen.length });
    const seen: Examined =
      loaded instanceof Error
        ? {
            subject,
            findings: listUnreadableFindings(loaded, subject),
            expectedMatch: { ...NOTHING, reasons: ["the compiler input can't be read"] },
            shownBy: "prediction",
          }
        : await examine(set, loaded, findTwins, ports);
    contracts.push(describeContract(seen, request));
  }
  return { contracts: contracts.sort(compareBy(({ contract }) => contract.fullyQualifiedName)), leftOut };
}

async function load(set: CandidateSet, subject: Subject): Promise<LoadedSubject | VerifyContractError> {
  const { candidate } = subject;
  try {
    const { compilation } = await loadBuild(set, { candidate, repeats: [] });
    const planned = planSubmission({ contract: candidate, compilation }, "auto");
    if ("unknown" in planned) throw new Error(planned.unknown);
    return { ...subject, compilation, plan: planned.first };
  } catch (error) {
    if (error instanceof VerifyContractError) return error;
    throw error;
  }
}

interface Examined extends Pick<PreflightContract, "expectedMatch" | "shownBy"> {
  readonly subject: Subject & Partial<LoadedSubject>;
  readonly findings: readonly Found[];
}

async function examine(
  set: CandidateSet,
  loaded: LoadedSubject,
  findTwins: (candidate: BuildCandidate) => readonly string[],
  ports: PreflightPorts,
): Promise<Examined> {
  const proof = await prove(set, loaded, ports);
  const subject = { ...loaded, proof, twins: findTwins(loaded.candidate) };
  return {
    subject,
    findings: listFindings(subject),
    expectedMatch: expectMatch(loaded, proof),
    shownBy: proof.shownBy,
  };
}

/** A compilation proves more than the metadata in a build does. */
async function prove(
  set: CandidateSet,
  loaded: LoadedSubject,
  { compile, signal }: PreflightPorts,
): Promise<SourcesProof> {
  const compiled = compile === undefined ? PREDICTED : await proveByCompiler(loaded, compile, signal);
  if (compiled.state !== "predicted") return compiled;
  const proof = await proveByMetadata(set, loaded);
  return proof.state === "predicted" ? compiled : proof;
}

function compareBy<T>(key: (item: T) => string): (a: T, b: T) => number {
  return (a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0);
}

const NOTHING: ExpectedMatch = { creation: "none", runtime: "none", reasons: [] };

/** The comparison treats the build's own code as the code on chain. */
function expectMatch({ candidate, compilation }: LoadedSubject, proof: SourcesProof): ExpectedMatch {
  const runtime = compareCode("runtime", zeroLinks(candidate.runtime), candidate.runtime);
  const creation = compareCode("creation", zeroLinks(candidate.creation), candidate.creation);
  if (runtime === undefined) return NOTHING;
  if (proof.state === "rejected") return { ...NOTHING, reasons: ["the compiler rejects the sources"] };
  const { settings, sources } = compilation.input;
  const predicted = predictMatch(runtime, creation, null, { settings, sources });
  // If the imports are insufficient, all files in the build are submitted.
  return proof.state === "changed" ? weakenPrediction(predicted, true) : predicted;
}

/**
 * Finds the other contracts of the build with the same code. With a metadata hash, no other contract has it, because the
 * metadata includes the contract's name.
 */
function createTwinFinder(all: readonly BuildCandidate[]): (candidate: BuildCandidate) => readonly string[] {
  const byCode = Map.groupBy(all, ({ runtime }) => runtime.object);
  return (candidate) => {
    const twins = (byCode.get(candidate.runtime.object) ?? []).filter(
      (each) =>
        each.creation.object === candidate.creation.object &&
        getIdentifier(each) !== getIdentifier(candidate),
    );
    return [...new Set(twins.map(({ fullyQualifiedName }) => fullyQualifiedName))].sort();
  };
}

function describeContract(
  { subject, findings, ...shown }: Examined,
  { minMatch, line }: Pick<PreflightRequest, "minMatch" | "line">,
): PreflightContract {
  const { candidate, plan, words } = subject;
  const reported = findings
    .map(
      ({ prevents, code, ...details }): PreflightFinding => ({
        level: prevents === "match" || prevents === minMatch ? "error" : "warning",
        prevents,
        ...problem(code, details, { words, line }),
      }),
    )
    // Errors first: the levels sort alphabetically.
    .sort(compareBy(({ level }) => level));
  return {
    contract: describe(subject),
    verdict: reported[0]?.level ?? "ready",
    ...shown,
    findings: reported,
    submission: plan
      ? { sources: plan.sources, reason: plan.reason, bytes: plan.bytes, files: plan.files }
      : null,
    size: { runtime: codeLength(candidate.runtime.object), initCode: codeLength(candidate.creation.object) },
  };
}

/** Build files don't contain the name of their build profile, so the profile is identified by its settings. */
function formatSettings({ language, settings: { optimizer, viaIR } }: Build["input"]): string | null {
  if (language !== "Solidity") return null;
  const { enabled, runs = 200 } = asObject(optimizer);
  return `${enabled === true ? `optimizer ${runs} runs` : "no optimizer"}${viaIR === true ? ", viaIR" : ""}`;
}

function describe({ candidate, compilation, tool, projectRoot }: Subject): PreflightContract["contract"] {
  return {
    ...describeName(candidate, compilation),
    compilerVersion: compilation?.compilerVersion ?? null,
    language: compilation?.input.language ?? null,
    settings: compilation === undefined ? null : formatSettings(compilation.input),
    buildFile: formatPath(compilation?.file ?? candidate.buildFile, projectRoot),
    tool,
  };
}
