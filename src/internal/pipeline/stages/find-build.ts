import { getAddress } from "ethers/address";
import type { CandidateSet } from "../../builds/candidate-set.ts";
import type { FittingBuild } from "../../builds/choose-build.ts";
import { ifUnusable } from "../../builds/json-file.ts";
import { formatPath } from "../../builds/read-candidates.ts";
import type { Comparison } from "../../bytecode/compare.ts";
import { type EnumMembers, readConstructorArguments } from "../../bytecode/decoded-value.ts";
import { predictMatch, predictSide, predictWithoutCode } from "../../bytecode/predict/predict-match.ts";
import { type CreationFacts, type DeploymentFacts, isCreationVisible } from "../../chain/deployment-facts.ts";
import type { BuildEvidence } from "../../cross-check/evidence.ts";
import { type Build, type BuildCandidate, type ContractName, getIdentifier } from "../../domain/build.ts";
import type { ExpectedMatch } from "../../domain/match.ts";
import type { ContractRecord } from "../../domain/record.ts";
import type { BuildContract, DecodedImmutable } from "../../report/model.ts";
import { findDeclarationLine } from "../../solidity/declaration-line.ts";
import { importClosure } from "../../solidity/import-closure.ts";
import { ContractSources, decodeImmutables } from "../../solidity/values/named-values.ts";
import { allowsForeignCreation } from "../ports.ts";
import { type Found, once, type Run } from "../run.ts";
import { type ChosenContract, chooseContract } from "./choose-contract.ts";
import { describeBuildCode } from "./code-of-contract.ts";
import { describeExact, explainMismatch, explainWeaker, findExactInstead } from "./explain-mismatch.ts";
import { collectBuildLinks, type FindLibrary, findLibraries } from "./linked-libraries.ts";
import { createWrongNameError, endAmbiguous, endIfForeign, endNoBuild, endSourceless } from "./no-build.ts";
import { areSourcesChanged, findProvenMetadata, proveExpectation } from "./prove-sources.ts";
import { type Builds, type CompiledBuilds, isBuildNamed } from "./read-builds.ts";

export interface FoundBuild extends BuildEvidence {
  readonly found: Found;
  /** May run a compiler. */
  readonly areSourcesChanged: () => Promise<boolean>;
  /**
   * Set if the sources changed after the deployment, so no match can be exact. `constructor`: the creation code differs
   * too, so the sources don't describe the deployment.
   */
  readonly changed?: "metadata" | "constructor" | undefined;
  readonly findLibrary: FindLibrary;
  /** Libraries that are linked into the code on chain but not in the compiler input. */
  readonly unlinked: readonly { readonly name: string; readonly address: string }[];
}

/** The `check` command needs no build unless the user named one. */
export async function findBuild(
  run: Run,
  facts: DeploymentFacts,
  builds: Builds | undefined,
  stored: ContractRecord | undefined,
): Promise<FoundBuild | undefined> {
  if (builds?.kind === "given") return describeGiven(run, facts, builds);
  if (builds !== undefined && (run.request.action === "verify" || isBuildNamed(run.request)))
    return findCompiled(run, facts, await requireSingleBuild(run, facts, builds));
  const findAny = async (from: CompiledBuilds): Promise<FoundBuild | undefined> => {
    const choice = await chooseContract(run, facts, from);
    return choice.kind === "chosen" ? findCompiled(run, facts, choice) : undefined;
  };
  const build = builds && (await findAny(builds).catch(ifUnusable(undefined)));
  if (build !== undefined || stored !== undefined) return build;
  const end = endSourceless(run, facts) ?? (await endIfForeign(run, facts, builds));
  if (end !== undefined) throw end;
  return undefined;
}

function describeGiven(
  run: Run,
  facts: DeploymentFacts,
  { contract, compilation }: Extract<Builds, { kind: "given" }>,
): FoundBuild {
  const expected = predictWithoutCode(facts.runtimeBytecode, compilation.compilerVersion);
  return {
    found: describeFound(run, contract, compilation, expected),
    contract,
    compiled: undefined,
    compilation,
    expected,
    areSourcesChanged: async () => false,
    findLibrary: async () => ({ compiled: [] }),
    unlinked: [],
  };
}

async function findCompiled(
  run: Run,
  facts: DeploymentFacts,
  { builds, build, loaded, findLibrary, restored, identical }: ChosenContract,
): Promise<FoundBuild> {
  const { set } = builds;
  const onchain = { runtime: facts.runtimeBytecode, creation: facts.creation?.initCode?.bytecode };
  const { runtime, creation, isWritten = false } = restored?.build ?? build;
  const candidate = restored?.build.candidate ?? loaded.candidate;
  const compilation = restored?.withSettings(loaded.compilation) ?? loaded.compilation;
  const instead = runtime.sameMetadata || isWritten ? undefined : findExactInstead(run, facts, builds);
  if (instead !== undefined && run.request.action === "verify")
    throw createWrongNameError(run, facts, candidate, instead);

  const constructorArguments =
    creation?.sameCode === true
      ? readConstructorArguments(creation.tail, candidate.abi, collectEnumMembers(candidate, compilation))
      : null;
  const visible = isCreationVisible(facts.creation) ? creation : undefined;
  const predict = (metadata: string | undefined): ExpectedMatch => {
    const { settings, sources } = compilation.input;
    const from = { settings, sources, metadata };
    const argumentsOnChain = visible === undefined ? null : constructorArguments;
    return expectHiddenCreation(predictMatch(runtime, visible, argumentsOnChain, from), facts.creation);
  };
  const atHand = isWritten ? expectWritten(creation) : predict(candidate.metadata);
  // Before a submission, a compilation is worthwhile: it shows whether the service can restore the deployed code.
  const isOpen = atHand.runtime === "unknown" && run.request.action === "verify";
  const metadata = isOpen ? await findProvenMetadata(run, set, loaded) : undefined;
  const predicted = metadata === undefined ? atHand : predict(metadata);
  // Code that a constructor wrote was never compiled, so comparing opcodes can't explain a difference.
  const creationFits = creation?.sameMetadata !== false && predicted.creation !== "none";
  const differs = !isWritten && !(runtime.sameMetadata && creationFits);
  const proven = await proveExpectation(run, set, loaded, predicted, run.request.dryRun === true);
  const linked = collectBuildLinks({ candidate, compilation }, facts);
  // Nodes keep a block's state for only about a minute, and a submission takes longer, so library code is read now.
  await findLibraries(run, facts, linked, findLibrary);
  const reasons = [
    ...proven.reasons,
    ...(instead === undefined ? [] : [describeExact(instead)]),
    ...explainPick(candidate, identical),
  ];
  const expected = { ...proven, reasons };
  const names = new Map(set.candidates.map((each) => [getIdentifier(each), each.fullyQualifiedName]));
  const nameForUser = (name: string): string => names.get(name) ?? name;
  const code = once(() => {
    const executed = creation?.sameCode === true ? onchain.creation : undefined;
    const codes = { runtime: onchain.runtime, creation: executed };
    return isWritten ? undefined : describeBuildCode(codes, candidate, nameForUser);
  });
  const found: Found = {
    code,
    constructorArguments,
    libraries: Object.fromEntries(
      linked.flatMap(({ name, address }) =>
        address === undefined ? [] : [[nameForUser(name), getAddress(address)]],
      ),
    ),
    immutables: { ...runtime.immutables },
    decodedImmutables: await nameImmutables(
      set,
      (restored?.build ?? build).candidate,
      compilation,
      runtime.immutables,
    ),
    differences: [runtime.differences, creation?.differences ?? []].flat(),
    explanations: differs
      ? explainWeaker(run, explainMismatch(run, facts, candidate, compilation), compilation, instead)
      : [],
    ...describeFound(run, candidate, compilation, expected),
  };
  return {
    found,
    contract: candidate,
    compiled: candidate,
    compilation,
    expected,
    isWritten,
    changed:
      isWritten || runtime.sameMetadata
        ? undefined
        : findChange(run, facts.address, { runtime, creation }, expected),
    areSourcesChanged: () => areSourcesChanged(run, set, loaded),
    unlinked: linked.flatMap(({ name, address, linkedBy }) =>
      address === undefined || linkedBy === "settings" ? [] : [{ name, address }],
    ),
    findLibrary,
  };
}

function findChange(
  { ports }: Run,
  address: string,
  { runtime, creation }: Pick<FittingBuild, "runtime" | "creation">,
  expected: ExpectedMatch,
): FoundBuild["changed"] {
  if (creation?.sameCode === false && !allowsForeignCreation(ports, address)) return "constructor";
  return runtime.onchainIpfs !== undefined && expected.runtime === "match" ? "metadata" : undefined;
}

function describeFound(run: Run, contract: ContractName, compilation: Build, expected: ExpectedMatch): Found {
  const found: BuildContract = {
    ...describeName(contract, compilation),
    compilerVersion: compilation.compilerVersion,
    language: compilation.input.language,
    buildId: compilation.id,
    buildFile: formatPath(compilation.file, run.request.projectRoot),
    ...selectOutdated(contract, compilation),
  };
  run.ports.onProgress({ type: "build" });
  return { contract: found, expectedMatch: expected };
}

/** @param compilation Undefined if the compiler input can't be read. */
export function describeName(
  contract: ContractName,
  compilation: Build | undefined,
): Pick<BuildContract, "name" | "sourceName" | "line" | "fullyQualifiedName" | "identifier"> {
  const { name, sourceName, fullyQualifiedName, inputSourceName } = contract;
  const line = findDeclarationLine(compilation?.input.sources[inputSourceName]?.content ?? "", name);
  return { name, sourceName, line, fullyQualifiedName, identifier: getIdentifier(contract) };
}

export function selectOutdated(
  { inputSourceName }: ContractName,
  { input, outdated }: Build,
): Pick<BuildContract, "outdated"> {
  if (outdated === undefined) return {};
  const closure = importClosure(input, inputSourceName);
  const sources = outdated.sources
    .filter(({ name }) => closure.kind === "unknown" || closure.sources.includes(name))
    .map(({ path, isNewer }) => ({ path, isNewer }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  return sources.length === 0 ? {} : { outdated: { writtenAt: outdated.writtenAt, sources } };
}

async function requireSingleBuild(
  run: Run,
  facts: DeploymentFacts,
  quick: CompiledBuilds,
): Promise<ChosenContract> {
  const choice = await chooseContract(run, facts, quick);
  switch (choice.kind) {
    case "chosen":
      return choice;
    case "ambiguous":
      throw endAmbiguous(run, choice.fitting, choice.differs);
    case "none":
      throw (await endIfForeign(run, facts, choice.builds)) ?? (await endNoBuild(run, facts, choice.builds));
  }
}

function explainPick({ fullyQualifiedName }: ContractName, identical: readonly FittingBuild[]): string[] {
  if (identical.length === 0) return [];
  const names = new Set(identical.map(({ candidate }) => candidate.fullyQualifiedName));
  names.delete(fullyQualifiedName);
  const [first = "", ...more] = names;
  const others =
    more.length === 0
      ? `${first} has`
      : `${first} and ${more.length} ${more.length === 1 ? "other" : "others"} have`;
  return [
    names.size === 0
      ? `several builds of ${fullyQualifiedName} have this code, and no evidence distinguishes them: the first one was used`
      : `${others} the same code, and no evidence distinguishes them: ${fullyQualifiedName} was picked by name`,
  ];
}

/**
 * Only a service with trace support finds the init code of a contract created by another contract. No service finds
 * init code in a ledger's native transactions.
 */
function expectHiddenCreation(predicted: ExpectedMatch, creation: CreationFacts | undefined): ExpectedMatch {
  if (creation === undefined || isCreationVisible(creation)) return predicted;
  const reasons = predicted.reasons.filter((reason) => reason !== UNKNOWN);
  if (creation.factory !== null)
    return { ...predicted, creation: "unknown", reasons: [...reasons, BY_CONTRACT] };
  if (creation.initCode === undefined) return predicted;
  return { ...predicted, creation: "none", reasons: [...reasons, NOT_IN_TRANSACTION] };
}

function expectWritten(creation: Comparison | undefined): ExpectedMatch {
  return {
    runtime: "none",
    creation: creation === undefined ? "unknown" : predictSide(creation),
    reasons: [
      WRITTEN,
      ...(creation?.hasMetadataHash === false ? [NO_HASH] : []),
      ...(creation?.sameMetadata === false ? [OTHER_METADATA] : []),
    ],
  };
}

const WRITTEN =
  "the creation code matches the build but the code on chain doesn't, so a service can match only the creation code";
const NO_HASH = "the creation code has no metadata hash, so its match can't be exact";
const OTHER_METADATA = "the metadata differs: the sources or settings aren't exactly the deployed ones";

const UNKNOWN = "the creation code is unknown";
const BY_CONTRACT = "another contract created it, so many services match only the runtime code";
const NOT_IN_TRANSACTION =
  "the creation transaction does not contain the init code, so a service matches only the runtime code";

/** The sources are parsed only if the ABI uses an enum. */
function collectEnumMembers({ inputSourceName }: ContractName, { input }: Build): EnumMembers {
  let sources: ContractSources | undefined;
  return (internalType) => {
    if (!internalType.startsWith("enum ")) return undefined;
    sources ??= ContractSources.of(input, inputSourceName);
    return sources?.membersOf(internalType);
  };
}

/** @param candidate The contract whose immutable references have the same keys as `values`. */
export async function nameImmutables(
  set: CandidateSet,
  candidate: BuildCandidate,
  compilation: Build,
  values: Readonly<Record<string, string>>,
): Promise<readonly DecodedImmutable[] | undefined> {
  if (Object.keys(values).length === 0) return undefined;
  const { inputSourceName, name, runtime } = candidate;
  const declared = ContractSources.of(compilation.input, inputSourceName)?.immutablesOf(
    inputSourceName,
    name,
  );
  if (declared === undefined || declared.length === 0) return undefined;
  const references =
    runtime.isInferred === true
      ? await set.outputs.immutableReferencesOf(compilation, candidate)
      : runtime.immutableReferences;
  return references && decodeImmutables(values, references, declared);
}
