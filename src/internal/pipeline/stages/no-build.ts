import { getAddress } from "ethers/address";
import { chooseBuild, type FittingBuild } from "../../builds/choose-build.ts";
import { ifUnusable } from "../../builds/json-file.ts";
import { findNearestCandidates } from "../../builds/nearest-candidates.ts";
import { formatPath } from "../../builds/read-candidates.ts";
import type { WithoutMetadata } from "../../builds/without-metadata.ts";
import { findKnownCode } from "../../bytecode/known-codes.ts";
import { ChainError, ifAnswered } from "../../chain/chain-port.ts";
import type { CreationFacts, DeploymentFacts } from "../../chain/deployment-facts.ts";
import { readCodeAgain } from "../../chain/read-code.ts";
import { MANIFEST } from "../../deployments/model.ts";
import type { BuildCandidate } from "../../domain/build.ts";
import {
  advice,
  checkOne,
  followProxy,
  type NextStep,
  passInput,
  verifyOne,
  withOptions,
} from "../../errors/next-step.ts";
import { type ProblemDetails, VerifyContractError } from "../../errors/problem.ts";
import type { Candidate, KnownCode as ReportedCode } from "../../report/model.ts";
import { refutedName, wrongName } from "../../report/names.ts";
import { formatCount, joinFirst } from "../../text/amounts.ts";
import { Ended, type Findings, type Found, type Run } from "../run.ts";
import { chooseFrom } from "./choose-contract.ts";
import { addComparison, compareNearest } from "./code-of-contract.ts";
import { explainMismatch, getCause } from "./explain-mismatch.ts";
import type { Builds, CompiledBuilds } from "./read-builds.ts";
import { FOREIGN_RELATION, formatOnRecord, readQuietly, readRecordOfOthers } from "./read-record.ts";
import { endAsMinimalProxy, listDemanded } from "./recognise-proxy.ts";

export function endAmbiguous(run: Run, builds: readonly FittingBuild[], differs: string | undefined): Ended {
  const names = [...new Set(builds.map(({ candidate }) => candidate.fullyQualifiedName))];
  const files = builds.map(({ candidate }) => formatPath(candidate.file, run.request.projectRoot));
  return new Ended("no-build", {
    code: "VC203",
    facts: [
      ["Candidates", names.join(", ")],
      ["In", names.length === 1 ? files.join(", ") : undefined],
    ],
    likely:
      differs === undefined
        ? "they are copies, or libraries of internal functions, so any of them fits; --pick-identical picks the first by name, preferring the project's own contracts to those in packages"
        : run.request.pickIdentical
          ? `--pick-identical can't pick one because ${differs}`
          : undefined,
    next: names.length === 1 ? nameBuild(run) : nameContract(run, names[0] ?? ""),
  });
}

/** A key in the manifest also applies to the next run over all contracts; an option for one contract doesn't. */
function nameBuild({ request }: Run): NextStep {
  const file = findManifest(request);
  return advice(
    file === undefined
      ? "specify one of these with --build-info"
      : `add "buildInfo" with one of these to the entry of ${request.target.input} in ${file}`,
  );
}

function nameContract({ request }: Run, name: string): NextStep {
  const file = findManifest(request);
  return file === undefined
    ? withOptions(["--contract", name])
    : advice(`add "contract": "${name}" to the entry of ${request.target.input} in ${file}`);
}

function findManifest({ origins }: Run["request"]): string | undefined {
  return origins.find(({ tool }) => tool === MANIFEST)?.file;
}

/**
 * Having nothing to verify isn't a failure. A clone that has a name, or that the user asks about, is judged by its
 * implementation. Naming a contract for any other known code is a mistake.
 */
export function endSourceless(run: Run, { address, runtimeBytecode }: DeploymentFacts): Ended | undefined {
  const known = findKnownCode(runtimeBytecode);
  if (known === undefined) return undefined;
  const { contract, origins, dryRun } = run.request;
  const named = run.findings.named?.find(({ by }) => by !== "guess");
  const implementation = known.implementation ?? run.findings.proxy?.implementation ?? undefined;
  // A dry run doesn't check the implementation, so it can't confirm a name.
  const isAsked = origins.length === 0 || (named !== undefined && !dryRun);
  if (implementation !== undefined && isAsked)
    return endAsMinimalProxy(run.findings, address, getAddress(implementation));
  if (contract !== undefined) return undefined;
  if (named === undefined || implementation !== undefined) return endAsKnownCode(run, address, known);
  const found = `${known.name}, which has no sources`;
  return new Ended("check-failed", {
    code: "VC209",
    ...wrongName(address, named.name, found),
    found: refutedName(found),
  });
}

/** A failure only if the user set requirements that only a contract with sources can satisfy. */
export function endAsKnownCode(
  { request }: Run,
  address: string,
  known: Pick<ReportedCode, "name" | "entity"> & { readonly implementation?: string | undefined },
  found: Found = {},
): Ended {
  const { name, entity } = known;
  const implementation = known.implementation === undefined ? null : getAddress(known.implementation);
  const demanded = listDemanded(request);
  if (demanded.length > 0)
    return new Ended("no-build", {
      code: "VC208",
      values: { address, name },
      facts: [
        ["Required", demanded.join(", ")],
        ["Implementation", implementation ?? undefined],
      ],
      likely: "the options are intended for the project's other contracts",
      next: advice("verify this contract without these options, or leave it out"),
      found,
    });
  const knownCode = { name, ...(entity === undefined ? {} : { entity }), implementation };
  return new Ended("known-code", { found: { ...found, knownCode } });
}

export async function endNoBuild(run: Run, facts: DeploymentFacts, builds: CompiledBuilds): Promise<Ended> {
  const known = endSourceless(run, facts);
  if (known !== undefined) return known;
  await confirmCode(run, facts);
  const { set, candidates } = builds;
  const nearest: Candidate[] = [];
  let code: Findings["code"];
  const near = findNearestCandidates(facts.runtimeBytecode, candidates);
  set.onUsed?.(near.map(({ candidate }) => candidate));
  for (const { candidate, differences } of near) {
    // An unreadable build file explains nothing.
    const build = await set.load(candidate).catch(ifUnusable(undefined));
    const explanations = explainMismatch(run, facts, candidate, build);
    if (nearest.length === 0) {
      const comparison = await compareNearest(facts.runtimeBytecode, candidate, set, build);
      const onchain = run.findings.code?.();
      code = onchain && comparison && (() => addComparison(onchain, comparison));
    }
    nearest.push({
      fullyQualifiedName: candidate.fullyQualifiedName,
      buildId: candidate.buildId,
      summary: explanations[0]?.text ?? "its code is different",
      differences,
      explanations,
    });
  }
  const isNamed = run.request.contract !== undefined;
  const why = describeMissingBuild(run, facts, builds, nearest, {
    isRecordElsewhere: await isRecordElsewhere(run, facts),
    withoutMetadata: await set.outputs.withoutMetadata(),
    other: isNamed ? chooseFrom(facts, { set })[0]?.candidate.fullyQualifiedName : undefined,
    implementation: isNamed ? await findNamedImplementation(run, facts, candidates) : undefined,
  });
  return new Ended("no-build", { code: "VC204", ...why, found: { candidates: nearest, code } });
}

/** @throws ChainError if the code that matches no build was a wrong response from the node. */
async function confirmCode({ ports }: Run, { address, runtimeBytecode, blockNumber }: DeploymentFacts) {
  const { chain, appearAttempts, signal } = ports;
  const first = { code: runtimeBytecode, blockNumber };
  const again = await readCodeAgain(chain, address, first, appearAttempts, signal);
  if (again.state === "changed") throw new ChainError("eth_getCode", "the code changed during this run");
}

const MOST_WITHOUT_METADATA = 5;

interface Instead {
  readonly other: string | undefined;
  /** The address of the proxy's implementation, if the user named that contract. */
  readonly implementation: string | undefined;
  /** True if the record for this address has different code. */
  readonly isRecordElsewhere: boolean;
  readonly withoutMetadata: readonly WithoutMetadata[];
}

async function isRecordElsewhere(run: Run, { address, runtimeBytecode }: DeploymentFacts): Promise<boolean> {
  if (run.findings.previousMatch === null) return false;
  const record = await readQuietly(run, address, ["runtimeBytecode"]);
  const recorded = record?.runtimeBytecode?.onchainBytecode?.toLowerCase();
  return recorded !== undefined && recorded !== runtimeBytecode.toLowerCase();
}

function describeMissingBuild(
  run: Run,
  { address, chainId, runtimeBytecode }: DeploymentFacts,
  { set, candidates }: CompiledBuilds,
  [nearest]: readonly Candidate[],
  instead: Instead,
): ProblemDetails {
  const { other, implementation, withoutMetadata } = instead;
  const unread = withoutMetadata.map(({ name }) => name);
  const same = withoutMetadata.find((each) => each.runtimeBytecode === runtimeBytecode);
  const [first, ...others] = nearest?.explanations ?? [];
  const { proxy, previousMatch } = run.findings;
  return {
    values: { sources: run.request.contract ?? `the sources in ${set.where}` },
    facts: [
      ["Contract", run.request.contract],
      ["Address", `${address} on chain ${chainId}`],
      ["Compared", formatCount(candidates.length, "contract")],
      ["No metadata", joinFirst(unread, MOST_WITHOUT_METADATA)],
      ["Nearest", nearest?.fullyQualifiedName],
      ["Differs", nearest?.summary],
      ...others.map(({ text }) => ["And", text] as const),
      ["Known as", findKnownCode(runtimeBytecode)?.name],
      ["On record", formatOnRecord(previousMatch)],
      [
        "Proxy",
        proxy === null
          ? undefined
          : `${proxy.kind}${proxy.implementation === null ? "" : `, for ${proxy.implementation}`}`,
      ],
    ],
    likely:
      same === undefined
        ? guessCause(run, instead, nearest)
        : `it is ${same.name}, for which Foundry writes no metadata`,
    next:
      same !== undefined
        ? passInput()
        : other !== undefined
          ? withOptions(["--contract", other])
          : implementation !== undefined
            ? verifyOne(implementation)
            : proxy !== null && proxy.implementation !== null && mayFollow(run)
              ? followProxy
              : previousMatch !== null
                ? checkOne(run.request.target.input)
                : advice(first?.next ?? "use --build-info to name the build that was deployed"),
  };
}

/** A run over deployments already includes the implementations that this project built. */
function mayFollow({ request: { origins, followProxy } }: Run): boolean {
  return origins.length === 0 && !followProxy;
}

function guessCause(
  run: Run,
  { other, implementation, isRecordElsewhere, withoutMetadata }: Instead,
  nearest: Candidate | undefined,
): string {
  if (implementation !== undefined)
    return `${run.request.contract} is the proxy's implementation at ${implementation}; the proxy itself is ${other ?? "from another project"}`;
  if (other !== undefined) return `it is ${other}`;
  if (isRecordElsewhere)
    return "the code on record isn't on this chain: the node is on another chain with this chain ID, or the chain was reset";
  if (run.findings.proxy !== null)
    return `the proxy is from another project, or was built with other settings${mayFollow(run) ? "; its implementation may belong to this project" : ""}`;
  const kind = nearest?.explanations[0]?.kind ?? "unexplained";
  if (kind === "unexplained" && withoutMetadata.length > 0)
    return "it may be a contract without metadata, which needs --std-json-input";
  return nearest === undefined ? "the contract belongs to another project" : getCause(kind);
}

/** The named contract compiles to the same program, but another contract has the on-chain metadata hash. */
export function createWrongNameError(
  { request: { origins } }: Run,
  { address }: DeploymentFacts,
  { fullyQualifiedName: name }: BuildCandidate,
  { fullyQualifiedName: found }: BuildCandidate,
): VerifyContractError {
  const [record] = origins;
  return new VerifyContractError("VC210", {
    values: { address, found, name },
    facts: [["Shown by", "the metadata hash on chain, which covers sources and settings"]],
    likely: "they compile to the same program; only their sources or names differ",
    next:
      record === undefined
        ? withOptions(["--contract", found])
        : advice(`change the contract name of ${address} to ${found} in ${record.file}`),
  });
}

async function findNamedImplementation(
  { findings, ports: { chain, signal } }: Run,
  { blockNumber }: DeploymentFacts,
  candidates: CompiledBuilds["candidates"],
): Promise<string | undefined> {
  const implementation = findings.proxy?.implementation ?? undefined;
  if (implementation === undefined) return undefined;
  const code = await ifAnswered(signal, () => chain.code(implementation, signal, blockNumber));
  if (code === undefined) return undefined;
  return chooseBuild(code, undefined, candidates).length === 0 ? undefined : implementation;
}

/**
 * A factory outside the project, such as Safe's or a pool's, may have created the contract in one of the project's
 * transactions.
 */
export async function endIfForeign(
  run: Run,
  facts: DeploymentFacts,
  builds: Builds | undefined,
): Promise<Ended | undefined> {
  const { recorded, contract, buildSource } = run.request;
  const isByContract = recorded.length > 0 && recorded.every(({ byContract }) => byContract === true);
  const isOpen = contract === undefined && buildSource.kind === "build-files" && !buildSource.isNamed;
  if (!isByContract || !isOpen || listDemanded(run.request).length > 0) return undefined;
  // If the creator is unknown, only a proxy counts as foreign: if the project's own factory had created it, a build
  // would contain its code.
  const isForeign = (await isOfForeignFactory(run, facts, builds)) ?? run.findings.proxy !== null;
  if (!isForeign) return undefined;
  const found = { relation: FOREIGN_RELATION, ...(await readRecordOfOthers(run, facts.address)) };
  return new Ended("of-others", { found });
}

/** Creators are foreign if no build has their code and no deployment record names them. Undefined if unknown. */
async function isOfForeignFactory(
  run: Run,
  { creation, blockNumber }: DeploymentFacts,
  builds: Builds | undefined,
): Promise<boolean | undefined> {
  if (creation === undefined || builds?.kind !== "compiled" || isCodeSupplied(creation)) return undefined;
  const { chain, signal, recordedTransactions } = run.ports;
  const creators = await listCreators(run, creation);
  for (const creator of creators) {
    const code = await ifAnswered(signal, () => chain.code(creator, signal, blockNumber));
    if (code === undefined) return undefined;
    if (chooseFrom({ runtimeBytecode: code, creation: undefined }, builds).length > 0) return false;
  }
  const first = creators.at(-1);
  if (first === undefined || first === creation.deployer) return false;
  const address = getAddress(first);
  if (run.request.lookedAt.has(address)) return false;
  return ((await recordedTransactions?.(address)) ?? []).length === 0;
}

/** Long enough to identify the code, and short enough to precede values that a deployer fills in. */
const CODE_PREFIX_DIGITS = 64;

/** A public deployer such as CreateX creates whatever code its caller passes, which may be the project's own. */
function isCodeSupplied({ initCode, input }: CreationFacts): boolean {
  return initCode === undefined || input.includes(initCode.bytecode.slice(2, 2 + CODE_PREFIX_DIGITS));
}

/**
 * Lists the contract's creator, the creator's creator if the same transaction created it, and so on. The last one
 * existed before the transaction, or is the account that sent it.
 */
async function listCreators(
  { ports: { chain, signal } }: Run,
  { factory, transactionHash }: CreationFacts,
): Promise<readonly string[]> {
  if (factory === null) return [];
  const creations = (await ifAnswered(signal, () => chain.creationsIn(transactionHash, signal))) ?? [];
  const creatorOf = new Map(creations.map(({ address, creator }) => [address, creator]));
  const creators = new Set<string>();
  let creator: string | undefined = factory.toLowerCase();
  while (creator !== undefined && !creators.has(creator)) {
    creators.add(creator);
    creator = creatorOf.get(creator);
  }
  return [...creators];
}
