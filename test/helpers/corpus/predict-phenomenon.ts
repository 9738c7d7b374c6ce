import { chooseBuild, type FittingBuild } from "../../../src/internal/builds/choose-build.ts";
import { addKnownAuxdata } from "../../../src/internal/builds/read-candidates.ts";
import { restoredSettings } from "../../../src/internal/builds/restored-settings.ts";
import { compareCode } from "../../../src/internal/bytecode/compare.ts";
import { readConstructorArguments } from "../../../src/internal/bytecode/decoded-value.ts";
import { predictMatch, predictWithoutCode } from "../../../src/internal/bytecode/predict/predict-match.ts";
import type { Build, BuildCandidate } from "../../../src/internal/domain/build.ts";
import type { ExpectedMatch } from "../../../src/internal/domain/match.ts";
import { type CompiledProgram, candidateOf } from "../compile.ts";
import { compileProgram, splitContract } from "./compile-program.ts";
import type { OnChain } from "./deploy-phenomenon.ts";
import type { Program } from "./phenomenon.ts";

export interface Predicted {
  /** The chosen candidate, otherwise the program's own contract. */
  readonly candidate: Pick<BuildCandidate, "inputSourceName" | "name">;
  readonly compilation: Build;
  readonly expected: ExpectedMatch;
}

const NOTHING = { metadata: [], remappings: [] };

/** Predicts the match as the plugin does: all compiled contracts are candidates. */
export function predict(program: Program, onChain: OnChain, hasMetadata: boolean): Predicted {
  const compiled = compileProgram(program);
  const candidates = candidatesOf(compiled, hasMetadata);
  const choice = chooseBuild(onChain.runtimeBytecode, onChain.creationBytecode, candidates);
  if (choice.length > 1) throw new Error("Nothing tells the candidates apart.");
  const [found] = choice;
  const chosen = found ?? compare(meant(candidates, program), onChain);
  const codes = { runtime: onChain.runtimeBytecode, creation: onChain.creationBytecode };
  const restored = found ? restoredSettings(chosen, codes, candidates, NOTHING) : undefined;
  const { candidate, runtime, creation } = restored?.build ?? chosen;
  const compilation = restored?.withSettings(buildOf(compiled)) ?? buildOf(compiled);

  const constructorArguments =
    creation?.sameCode === true ? readConstructorArguments(creation.tail, candidate.abi) : null;
  const expected = predictMatch(runtime, creation, constructorArguments, {
    settings: compilation.input.settings,
    sources: compilation.input.sources,
    metadata: candidate.metadata,
  });
  return { candidate, compilation, expected };
}

function buildOf({ input, compilerVersion }: CompiledProgram): Build {
  return { id: "corpus", file: "/project/corpus.json", compilerVersion, input };
}

export function predictOfInput(program: Program, onChain: OnChain): Predicted {
  const compilation = compileProgram(program);
  const [inputSourceName, name] = splitContract(program.contract);
  return {
    candidate: { inputSourceName, name },
    compilation: buildOf(compilation),
    expected: predictWithoutCode(onChain.runtimeBytecode, compilation.compilerVersion),
  };
}

function candidatesOf(compilation: CompiledProgram, hasMetadata: boolean): readonly BuildCandidate[] {
  const all = Object.entries(compilation.output.contracts).flatMap(([path, contracts]) =>
    Object.entries(contracts).map(([name, { metadata }]) =>
      candidateOf(compilation, path, name, hasMetadata ? { metadata } : {}),
    ),
  );
  // Readers skip interfaces and abstract contracts.
  return addKnownAuxdata(all.filter(({ creation }) => creation.object !== ""));
}

function compare(candidate: BuildCandidate, { runtimeBytecode, creationBytecode }: OnChain): FittingBuild {
  const compared = compareCode("runtime", runtimeBytecode, candidate.runtime);
  if (compared === undefined) throw new Error("There is no code to compare.");
  return {
    candidate,
    repeats: [],
    runtime: compared,
    creation:
      creationBytecode === undefined
        ? undefined
        : compareCode("creation", creationBytecode, candidate.creation),
  };
}

function meant(candidates: readonly BuildCandidate[], { contract }: Program): BuildCandidate {
  const [path, name] = splitContract(contract);
  const found = candidates.find((each) => each.inputSourceName === path && each.name === name);
  if (found === undefined) throw new Error(`${contract} is not in the build.`);
  return found;
}
