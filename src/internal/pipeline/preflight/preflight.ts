import type { CandidateSet } from "../../builds/candidate-set.ts";
import { formatPath } from "../../builds/read-candidates.ts";
import { normalizeDigits } from "../../builds/same-contract.ts";
import { compareCode } from "../../bytecode/compare.ts";
import { predictMatch, weakenPrediction } from "../../bytecode/predict/predict-match.ts";
import { type Build, type BuildCandidate, getIdentifier } from "../../domain/build.ts";
import { codeLength } from "../../domain/code-template.ts";
import type { StandardJsonInput } from "../../domain/compiler-input.ts";
import type { ExpectedMatch } from "../../domain/match.ts";
import { TOOL } from "../../domain/tool.ts";
import { problem, VerifyContractError } from "../../errors/problem.ts";
import type { DisclosedFile, Problem } from "../../report/model.ts";
import { getRunExitCode } from "../../report/outcome.ts";
import type { PreflightContract, PreflightFinding, PreflightReport } from "../../report/preflight/model.ts";
import type { CompiledHere } from "../../solidity/compilers/compiled-here.ts";
import { type Compile, recompile } from "../../solidity/compilers/recompile.ts";
import { parseMetadata } from "../../solidity/metadata.ts";
import { planSubmission } from "../../submission/plan-submission.ts";
import { formatCount } from "../../text/amounts.ts";
import { asObject } from "../../text/is-object.ts";
import { describeName } from "../stages/find-build.ts";
import { hasCompiledSources } from "../stages/prove-sources.ts";
import { loadBuild } from "../stages/read-builds.ts";
import { listFindings, listUnreadableFindings, zeroLinks } from "./findings.ts";
import { detectTool, NOTHING_LEFT_OUT, selectCandidates } from "./select-candidates.ts";
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
    if (compile !== undefined)
      onProgress({ type: "compiling", done: contracts.length, total: chosen.length });
    contracts.push(describeContract(await examine(set, subject, findTwins, ports), request));
  }
  return { contracts: contracts.sort(compareBy(({ contract }) => contract.fullyQualifiedName)), leftOut };
}

interface Examined extends Pick<PreflightContract, "expectedMatch" | "shownBy"> {
  readonly subject: Subject & Partial<LoadedSubject>;
  readonly findings: readonly Found[];
}

async function examine(
  set: CandidateSet,
  subject: Subject,
  findTwins: (candidate: BuildCandidate) => readonly string[],
  ports: PreflightPorts,
): Promise<Examined> {
  const { candidate } = subject;
  const read = await loadBuild(set, { candidate, repeats: [] }).catch(onlyProblem);
  if (read instanceof VerifyContractError) {
    const expectedMatch = { ...NOTHING, reasons: ["the compiler input can't be read"] };
    return { subject, findings: listUnreadableFindings(read, subject), expectedMatch, shownBy: "prediction" };
  }
  const { compilation } = read;
  const planned = planSubmission({ contract: candidate, compilation }, "auto");
  if ("unknown" in planned) throw new Error(planned.unknown);
  const loaded = { ...subject, compilation, plan: planned.first };
  const proof = await prove(set, loaded, ports);
  const proven = { ...loaded, proof, twins: findTwins(candidate) };
  const expectedMatch = expectMatch(loaded, proof);
  return { subject: proven, findings: listFindings(proven), expectedMatch, shownBy: proof.shownBy };
}

function onlyProblem(error: unknown): VerifyContractError {
  if (error instanceof VerifyContractError) return error;
  throw error;
}

/** A compilation proves more than the build's metadata does. */
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
 * Finds the other contracts in the build with the same code. Code with a metadata hash is unique, because the metadata
 * includes the contract's name.
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
  const { candidate, compilation, plan, tool, words, projectRoot } = subject;
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
    contract: {
      ...describeName(candidate, compilation),
      compilerVersion: compilation?.compilerVersion ?? null,
      language: compilation?.input.language ?? null,
      settings: compilation === undefined ? null : formatSettings(compilation.input),
      buildFile: formatPath(compilation?.file ?? candidate.buildFile, projectRoot),
      tool,
    },
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

const PREDICTED = { state: "predicted", shownBy: "prediction" } as const;

/** The build's metadata contains the hash of each compiled source. */
async function proveByMetadata(set: CandidateSet, loaded: LoadedSubject): Promise<SourcesProof> {
  const { candidate, compilation, plan } = loaded;
  const text =
    candidate.metadata ?? (await set.outputs.metadataByName(compilation)).get(getIdentifier(candidate));
  const areCompiled = text === undefined ? undefined : hasCompiledSources(text, loaded);
  if (areCompiled === undefined) return PREDICTED;
  if (!areCompiled)
    return { state: "changed", shownBy: "metadata", reason: "its metadata has different source hashes" };
  const missing = Object.keys(parseMetadata(text)?.sources ?? {}).filter(
    (source) => !Object.hasOwn(plan.body.stdJsonInput.sources, source),
  );
  if (missing.length === 0) return { state: "proven", shownBy: "metadata" };
  const reason = `its metadata lists ${formatCount(missing.length, "source")} that the contract doesn't import: ${missing[0]}`;
  return { state: "closure-differs", shownBy: "metadata", reason };
}

/** Compiles the planned submission, and the full build if the result differs. */
async function proveByCompiler(
  loaded: LoadedSubject,
  compile: Compile,
  signal: AbortSignal,
): Promise<SourcesProof> {
  const { plan, compilation } = loaded;
  const first = await compileAs(loaded, plan.body.stdJsonInput, compile, signal);
  if ((first.state !== "changed" && first.state !== "rejected") || plan.sources === "full") return first;
  const whole = await compileAs(loaded, compilation.input, compile, signal);
  return whole.state === "proven"
    ? { state: "closure-differs", shownBy: "compiler", reason: first.reason }
    : whole;
}

async function compileAs(
  { candidate, compilation }: LoadedSubject,
  input: StandardJsonInput,
  compile: Compile,
  signal: AbortSignal,
): Promise<SourcesProof> {
  const { compilerVersion } = compilation;
  const result = await recompile(
    compile,
    input,
    { contractIdentifier: getIdentifier(candidate), compilerVersion },
    signal,
  );
  switch (result.kind) {
    case "compiled": {
      const reason = findDifference(result, candidate);
      return reason === undefined
        ? { state: "proven", shownBy: "compiler" }
        : { state: "changed", shownBy: "compiler", reason };
    }
    case "failed":
      return { state: "rejected", shownBy: "compiler", reason: result.reason };
    case "not-possible":
      return PREDICTED;
    case "no-compiler":
      return { ...PREDICTED, noCompiler: result.longVersion };
  }
}

/** Undefined if the code is identical, including the metadata hash. */
function findDifference(
  compiled: CompiledHere,
  { runtime, creation }: LoadedSubject["candidate"],
): string | undefined {
  if (
    normalizeDigits(compiled.runtime) === normalizeDigits(runtime) &&
    normalizeDigits(compiled.creation) === normalizeDigits(creation)
  )
    return undefined;
  const sides = [
    compareCode("runtime", zeroLinks(runtime), compiled.runtime),
    compareCode("creation", zeroLinks(creation), compiled.creation),
  ];
  return sides.every((side) => side?.sameCode === true)
    ? "the code is the same, but the metadata differs"
    : "the code differs";
}

interface PreflightParts
  extends Pick<PreflightReport, "minMatch" | "compile">,
    Partial<Pick<PreflightReport, "contracts" | "leftOut">> {
  readonly startedAt: Date;
  readonly finishedAt: Date;
  readonly error?: Problem;
}

export function makePreflightReport(parts: PreflightParts): PreflightReport {
  const { startedAt, finishedAt, minMatch, compile, error } = parts;
  const { contracts = [], leftOut = NOTHING_LEFT_OUT } = parts;
  const count = (verdict: PreflightContract["verdict"]): number =>
    contracts.filter((contract) => contract.verdict === verdict).length;
  const summary = {
    total: contracts.length,
    ready: count("ready"),
    warning: count("warning"),
    error: count("error"),
  };
  return {
    schema: "verify-contract-preflight/1",
    tool: { ...TOOL },
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt.toISOString(),
    minMatch,
    compile,
    contracts,
    leftOut,
    disclosed: listDisclosed(contracts),
    summary,
    exitCode: error === undefined ? (summary.error > 0 ? 1 : 0) : getRunExitCode([], error),
    ...(error === undefined ? {} : { error }),
  };
}

/** Files with the same path and size are counted only once, even if their contents differ between builds. */
function listDisclosed(contracts: readonly PreflightContract[]): PreflightReport["disclosed"] {
  const files = new Map<string, DisclosedFile>();
  for (const { submission } of contracts)
    for (const file of submission?.files ?? []) files.set(`${file.path}\n${file.bytes}`, file);
  const sorted = [...files.values()].sort(compareBy(({ path }) => path));
  return { bytes: sorted.reduce((sum, { bytes }) => sum + bytes, 0), files: sorted };
}
