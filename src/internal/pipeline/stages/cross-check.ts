import { compareCode, isSameCode } from "../../bytecode/compare.ts";
import { findCodeOrigins } from "../../bytecode/layout/code-origins.ts";
import { ifAnswered } from "../../chain/chain-port.ts";
import type { DeploymentFacts, QueryKnowledge } from "../../chain/deployment-facts.ts";
import { readCodeAgain } from "../../chain/read-code.ts";
import { readQuery } from "../../chain/read-query.ts";
import type { CheckRule } from "../../cross-check/check.ts";
import { findForeignNames } from "../../cross-check/checks/deployment.ts";
import { CHECKS } from "../../cross-check/checks/index.ts";
import type { ClaimResult } from "../../cross-check/claim.ts";
import { containsBuildInput, containsGivenInput } from "../../cross-check/compare/comparable.ts";
import { isExactlyOnChain } from "../../cross-check/compare/compiled-here.ts";
import { isDifferentLibrary } from "../../cross-check/compare/linked-library.ts";
import { isMetadataOnChain } from "../../cross-check/compare/metadata-on-chain.ts";
import { getAddressRecords } from "../../cross-check/compare/records-of-this.ts";
import type { Evidence, LinkedLibrary } from "../../cross-check/evidence.ts";
import { requireChecks, runChecks, runClaims } from "../../cross-check/run-checks.ts";
import { getIdentifier } from "../../domain/build.ts";
import { isSourceless } from "../../domain/proxy.ts";
import { isClaimId } from "../../report/claim-ids.ts";
import type { Claim } from "../../report/model.ts";
import type { Recompiled } from "../../solidity/compilers/compiled-here.ts";
import { recompile } from "../../solidity/compilers/recompile.ts";
import { recompileRecord } from "../../solidity/compilers/recompile-record.ts";
import { allowsForeignCreation, requireVerification, Stopped } from "../ports.ts";
import { type Findings, type Found, once, type Run } from "../run.ts";
import type { FoundBuild } from "./find-build.ts";
import { completeFingerprint } from "./fingerprint.ts";
import { compileLibraries } from "./libraries-here.ts";
import { createWaitEvent, readCodeAtNumber } from "./locate.ts";
import { needsRecompiling } from "./read-record.ts";
import { looksFurther } from "./recognise-proxy.ts";

export type Known = Pick<
  Evidence,
  "facts" | "record" | "previouslyAt" | "recordSent" | "job" | "proxy" | "isJudged"
> & {
  readonly build: FoundBuild | undefined;
};

type CompiledKnown = Known &
  Pick<Evidence, "recompiled" | "givenCompiled" | "libraries" | "outdatedBuild"> & {
    /** The record's compilation, if it contradicts the build but doesn't prove that the record is right. */
    readonly byRecord?: Recompiled;
  };

export interface Judged {
  readonly found: Found;
  readonly claims: readonly ClaimResult[];
  readonly lackingCompiler: Extract<Recompiled, { readonly kind: "no-compiler" }> | undefined;
}

export async function askQueryService(
  { request: { at }, ports }: Run,
  { address, query: before }: DeploymentFacts,
): Promise<QueryKnowledge> {
  const { query, appearAttempts: attempts, clock, signal, onProgress } = ports;
  onProgress({ type: "checking" });
  const reused = reuseAnswer(before, at);
  if (reused !== undefined) return reused;
  const onWait = () => onProgress(createWaitEvent(ports, address));
  return readQuery(query, address, signal, { attempts, at, onWait, wait: clock.wait });
}

export async function crossCheck(run: Run, found: Known, answer: QueryKnowledge): Promise<Judged> {
  const { chain, query, appearAttempts, signal, clock } = run.ports;
  const { required, target } = run.request;
  const { address, runtimeBytecode: code, blockNumber, creation } = found.facts;
  const { byRecord, ...known } = await compileHere(run, found);
  const fingerprint = await completeFingerprint(run, known, known.libraries);
  const evidence: Evidence = {
    ...known,
    serviceUrl: requireVerification(run.ports).url,
    query: answer,
    codeAtNumber:
      answer.state === "known" ? await readCodeAtNumber(run, answer.contract.contract_id) : undefined,
    // A missing response doesn't stop the run.
    creationBlock:
      creation && answer.state === "known"
        ? await ifAnswered(signal, async () => query?.block(creation.blockNumber, { signal }))
        : undefined,
    // Some tools store the deployment in the build file.
    recorded: [run.request.recorded, found.build?.compiled?.deployment ?? []].flat(),
    isNamedById: target.kind === "contract-id",
    isImplementationJudged: isImplementationJudged(run.request, known.proxy),
    isForeignCreationAllowed: allowsForeignCreation(run.ports, address),
    requirement: run.request.requirement,
    now: clock.now(),
    codeAgain: await readCodeAgain(chain, address, { code, blockNumber }, appearAttempts, signal),
  };
  const results = selectRules(evidence, required).flatMap((rule) => {
    const found = runChecks(evidence, [rule]);
    // The deadline is checked explicitly, because timers can't fire while a rule keeps the processor busy.
    if (run.ports.leftMs?.() === 0) throw new Stopped("deadline");
    return found;
  });
  const names = evidence.isImplementationJudged === true ? findForeignNames(evidence) : [];
  const judged = runClaims(evidence, results);
  const claims = judged.map(({ closing, ...claim }) =>
    closing === undefined ? claim : { ...claim, mayClose: closing === "wait" },
  );
  const judgement: Found = {
    named: names.length === 0 ? undefined : names.map((name) => ({ name, by: "record" })),
    // A claim is stricter than the check with the same name.
    checks: requireChecks(
      results,
      required.filter((id) => !isClaimId(id)),
    ),
    claims,
    fingerprint,
    sourceDifferences: await compareSources(found),
    code: addOrigins(run.findings, known, claims),
  };
  const lackingCompiler = [
    known.recompiled,
    byRecord,
    known.givenCompiled,
    ...known.libraries.map(({ lacking }) => lacking),
  ].find((each) => each?.kind === "no-compiler");
  return { found: judgement, claims: judged, lackingCompiler };
}

/** Compiles what the checks need, and sets the build aside if the record has the deployed sources. */
async function compileHere(run: Run, known: Known): Promise<CompiledKnown> {
  const isNeeded = needsRecompiling(run, known) || isOfOtherSources(known);
  const recompiled = isNeeded ? await readRecompiled(run, known) : undefined;
  const givenCompiled = await compileGiven(run, known);
  const compiled = { ...known, recompiled, givenCompiled };
  const libraries = await compileLibraries(run, compiled);
  if (!isContradicted(known, libraries)) return { ...compiled, libraries };
  const byRecord = recompiled ?? (await readRecompiled(run, known));
  if (byRecord.kind !== "compiled" || !isExactlyOnChain(known, byRecord))
    return { ...compiled, libraries, byRecord };
  const set = { ...known, build: undefined, recompiled: byRecord, givenCompiled, outdatedBuild: known.build };
  return { ...set, libraries: await compileLibraries(run, set) };
}

/**
 * True if neither the build nor the given input shows that the record's sources compile to the code, so they are
 * compiled here. A service could send any sources with the build's compiled code, and a deployer could put the hash of
 * their metadata into the code.
 */
function isOfOtherSources({ build, record, facts }: Known): boolean {
  if (build === undefined) return false;
  if (build.compiled === undefined) return !containsGivenInput(record, build);
  // Hashing the metadata is faster than comparing the sources.
  const isBuilds =
    compareCode("runtime", facts.runtimeBytecode, build.compiled.runtime)?.sameMetadata === true &&
    isMetadataOnChain({ build, record, facts, recompiled: undefined });
  return !isBuilds && !containsBuildInput({ record }, build);
}

/**
 * If a project was changed and rebuilt after the deployment, its build may have the runtime code, but not the constructor
 * or a library. Such a build says nothing about the contract if the record has the deployed sources. The service can't
 * prove that they are the deployed ones, so the record is compiled here.
 */
function isContradicted({ build, record, facts }: Known, libraries: readonly LinkedLibrary[]): boolean {
  if (build?.compiled === undefined || build.isWritten === true || record.match !== "exact_match")
    return false;
  const { runtime, creation } = build.compiled;
  if (compareCode("runtime", facts.runtimeBytecode, runtime)?.sameMetadata !== false) return false;
  const initCode = facts.creation?.initCode?.bytecode;
  const isOtherCreation = initCode !== undefined && !isSameCode("creation", initCode, creation);
  return isOtherCreation || libraries.some(isDifferentLibrary);
}

/** A diamond's name applies to all of its facets, so no single facet can confirm it. */
function isImplementationJudged(request: Run["request"], proxy: Known["proxy"]): boolean {
  const isCompiled = proxy != null && !isSourceless(proxy.kind) && proxy.facets === undefined;
  return isCompiled && proxy.implementation !== null && looksFurther(request);
}

/** The diff package is loaded lazily. */
async function compareSources({ record, build }: Known): Promise<Findings["sourceDifferences"]> {
  const { sources: recorded } = record;
  if (build === undefined || recorded === undefined || recorded === null) return undefined;
  const { sources } = build.compilation.input;
  if (Object.entries(recorded).every(([path, { content }]) => sources[path]?.content === content))
    return undefined;
  const { findSourceDifferences } = await import("../../cross-check/compare/source-differences.ts");
  const found = findSourceDifferences(recorded, { sources });
  return found.length > 0 ? found : undefined;
}

/** The record's sources are used only if they provably match this code. */
function addOrigins(
  findings: Findings,
  { record, facts, build }: Known,
  claims: readonly Claim[],
): Findings["code"] {
  const { code } = findings;
  if (build?.isWritten === true) return undefined;
  const { sources, compilation, runtimeBytecode } = record;
  const isProven = (id: string) => claims.some((claim) => claim.id === id && claim.state === "proven");
  const sourceMap = runtimeBytecode?.sourceMap;
  const ownPath = compilation?.fullyQualifiedName?.replace(/:[^:]*$/, "");
  if (code === undefined || sources == null || ownPath === undefined || typeof sourceMap !== "string")
    return undefined;
  if (compilation?.language !== "Solidity" || !isProven("runtime-code") || !isProven("sources"))
    return undefined;
  const compiled = { sourceMap, paths: Object.keys(sources), ownPath };
  return once(() => {
    const plain = code();
    if (plain === undefined) return undefined;
    const { runtime } = plain;
    const origins = findCodeOrigins(facts.runtimeBytecode, runtime.parts, compiled);
    return origins === undefined ? plain : { ...plain, runtime: { ...runtime, origins } };
  });
}

/** Undefined for a contract that is too new to have code in the response, so it is queried again. */
function reuseAnswer(
  earlier: QueryKnowledge | undefined,
  at: string | undefined,
): QueryKnowledge | undefined {
  if (at !== undefined || earlier?.state !== "known") return undefined;
  const { runtime_bytecode: code } = earlier.contract;
  return code === null || code === "0x" ? undefined : earlier;
}

/** Skips rules whose data is missing. A required rule always runs, because it must be able to fail. */
function selectRules(evidence: Evidence, required: readonly string[]): readonly CheckRule[] {
  const { recompiled, build } = evidence;
  const has = {
    "compiled-record": recompiled !== undefined,
    "given-input": build !== undefined && build.compiled === undefined,
    "deployment-record": getAddressRecords(evidence).length > 0,
  };
  return CHECKS.filter(
    ({ id, needs }) =>
      needs === undefined || has[needs] || (needs === "deployment-record" && required.includes(id)),
  );
}

const NO_COMPILER: Recompiled = { kind: "not-possible", reason: "no compiler is available here" };

function readRecompiled({ ports }: Run, { record, facts }: Known): Promise<Recompiled> {
  if (ports.compile === undefined) return Promise.resolve(NO_COMPILER);
  return recompileRecord(ports.compile, record, facts.runtimeBytecode, ports.signal);
}

/** A user-supplied standard JSON input contains no compiled code to compare with the chain. */
async function compileGiven({ ports }: Run, { build }: Known): Promise<Recompiled | undefined> {
  if (build === undefined || build.compiled !== undefined) return undefined;
  const { compilation, contract } = build;
  if (ports.compile === undefined) return NO_COMPILER;
  const { compilerVersion, input } = compilation;
  return recompile(
    ports.compile,
    input,
    { contractIdentifier: getIdentifier(contract), compilerVersion },
    ports.signal,
  );
}
