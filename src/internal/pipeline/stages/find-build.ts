import { getAddress } from "ethers/address";

import type { Choice, FittingBuild } from "../../build/choose-build.ts";
import { linkedBySettings } from "../../build/linked-by-settings.ts";
import { hasSourcesOf } from "../../build/metadata.ts";
import type { Build, BuildCandidate, ContractName } from "../../build/model.ts";
import { displayPath } from "../../build/read-candidates.ts";
import { readConstructorArguments } from "../../bytecode/constructor-arguments.ts";
import type { EvidenceOfBuild } from "../../cross-check/evidence.ts";
import { VerifyContractError } from "../../errors/problem.ts";
import { type ExpectedMatch, foretellMatch } from "../../match/foretell.ts";
import { foretellWithoutCode } from "../../match/foretell-without-code.ts";
import { withUnprovenSources } from "../../match/unproven-sources.ts";
import type { BuildContract } from "../../reports/model.ts";
import { declarationLine } from "../../submission/declaration-line.ts";
import type { DeploymentFacts } from "../../target/deployment-facts.ts";
import type { Run } from "../run.ts";
import { type Chosen, choose } from "./choose.ts";
import { explainMismatch } from "./explain-mismatch.ts";
import { librariesOfBuild } from "./libraries-of-build.ts";
import { loadBuild } from "./load-build.ts";
import { ambiguous, noBuild } from "./no-build.ts";
import { type Builds, isBuildNamed } from "./read-builds.ts";
import { readLibraries } from "./read-libraries.ts";

type Compiled = Extract<Builds, { kind: "compiled" }>;

/** Build: the compiler input that made the code on chain, with the match that it promises. */
export async function findBuild(run: Run, facts: DeploymentFacts, builds: Builds): Promise<EvidenceOfBuild> {
  switch (builds.kind) {
    case "compiled":
      return findCompiled(run, facts, await choose(run, facts, builds));
    case "given": {
      const { contract, compilation } = builds;
      const expected = foretellWithoutCode(facts.runtimeBytecode, compilation.compilerVersion);
      note(run, contract, compilation, expected, 0);
      return { contract, compiled: undefined, compilation, expected, libraries: [] };
    }
  }
}

/** The same for a check, which needs no build: undefined where none fits and the user named none. */
export async function findBuildIfAny(
  run: Run,
  facts: DeploymentFacts,
  builds: Builds | undefined,
): Promise<EvidenceOfBuild | undefined> {
  if (builds === undefined) return undefined;
  if (builds.kind === "given" || isBuildNamed(run.request)) return findBuild(run, facts, builds);
  const chosen = await choose(run, facts, builds);
  if (chosen.choice.kind !== "found") return undefined;
  return findCompiled(run, facts, chosen).catch((error: unknown) => {
    if (error instanceof VerifyContractError) return undefined;
    throw error;
  });
}

async function findCompiled(
  run: Run,
  facts: DeploymentFacts,
  { builds, choice }: Chosen,
): Promise<EvidenceOfBuild> {
  const { set, candidates } = builds;
  const chosen = await theOne(run, choice, facts, builds);
  const onchain = { runtime: facts.runtimeBytecode, creation: facts.creation?.creationBytecode };
  const linked = linkedBySettings(chosen, onchain, set.candidates);
  const { runtime, creation } = linked?.build ?? chosen;
  const loaded = await loadBuild(set, chosen);
  const candidate = linked?.build.candidate ?? loaded.candidate;
  const compilation = linked?.withLibraries(loaded.compilation) ?? loaded.compilation;

  const differs = !runtime.sameMetadata || creation?.sameMetadata === false;
  const constructorArguments =
    creation?.sameCode === true ? readConstructorArguments(creation.tail, candidate.abi) : null;
  const foretold = foretellMatch(runtime, creation, constructorArguments, {
    settings: compilation.input.settings,
    sources: compilation.input.sources,
    metadata: candidate.metadata,
  });
  const isUnproven =
    candidate.metadata !== undefined && hasSourcesOf(compilation.input, candidate.metadata) === false;
  const expected = isUnproven ? withUnprovenSources(foretold) : foretold;
  Object.assign(run.draft, {
    constructorArguments,
    libraries: namedForUser(runtime.libraries, set.candidates),
    immutables: { ...runtime.immutables },
    differences: [...runtime.differences, ...(creation?.differences ?? [])],
    explanations: differs
      ? explainMismatch(run, {
          ...onchain,
          template: candidate,
          settings: compilation.input.settings,
          compilerVersion: compilation.compilerVersion,
        })
      : [],
  });
  note(run, candidate, compilation, expected, candidates.length);
  const named = await librariesOfBuild(set, chosen, loaded, runtime.libraries, run.request.projectRoot);
  const libraries = await readLibraries(run, facts, named);
  return { contract: candidate, compiled: candidate, compilation, expected, libraries };
}

/** Tells what was found. */
function note(
  run: Run,
  contract: ContractName,
  compilation: Build,
  expected: ExpectedMatch,
  candidates: number,
): void {
  const found: BuildContract = {
    name: contract.name,
    sourceName: contract.sourceName,
    line: declarationLine(compilation.input.sources[contract.inputSourceName]?.content ?? "", contract.name),
    fullyQualifiedName: contract.fullyQualifiedName,
    identifier: `${contract.inputSourceName}:${contract.name}`,
    compilerVersion: compilation.compilerVersion,
    language: compilation.input.language,
    buildId: compilation.id,
    buildFile: displayPath(compilation.file, run.request.projectRoot),
  };
  const expectedMatch = { ...expected, reasons: [...expected.reasons] };
  Object.assign(run.draft, { contract: found, expectedMatch });
  run.ports.onProgress({ type: "build", contract: found, expectedMatch, candidates });
}

/** Libraries under the names that the user knows, with checksummed addresses. */
function namedForUser(
  libraries: Readonly<Record<string, string>>,
  candidates: readonly BuildCandidate[],
): Record<string, string> {
  const names = new Map(
    candidates.map(({ inputSourceName, name, fullyQualifiedName }) => [
      `${inputSourceName}:${name}`,
      fullyQualifiedName,
    ]),
  );
  return Object.fromEntries(
    Object.entries(libraries).map(([name, address]) => [names.get(name) ?? name, getAddress(address)]),
  );
}

async function theOne(
  run: Run,
  choice: Choice,
  facts: DeploymentFacts,
  builds: Compiled,
): Promise<FittingBuild> {
  switch (choice.kind) {
    case "found":
      return choice.build;
    case "ambiguous":
      throw ambiguous(run, choice.builds);
    case "none":
      throw await noBuild(run, facts, builds);
  }
}
