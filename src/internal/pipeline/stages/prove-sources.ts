import type { CandidateSet } from "../../builds/candidate-set.ts";
import { appendsAuxdata, findTrailingAuxdata } from "../../bytecode/cbor-auxdata.ts";
import { computeIpfsHash } from "../../bytecode/metadata-hashes.ts";
import { weakenPrediction } from "../../bytecode/predict/predict-match.ts";
import type { Build } from "../../domain/build.ts";
import { toBytes } from "../../domain/code-template.ts";
import type { ExpectedMatch } from "../../domain/match.ts";
import { compileMetadata } from "../../solidity/compilers/recompile.ts";
import { containsMetadataSources, describesContract } from "../../solidity/metadata.ts";
import type { Run } from "../run.ts";
import type { LoadedBuild } from "./read-builds.ts";

/** Edited sources weaken the expected match. If a compiler may run, an exact match is expected only with proof. */
export async function proveExpectation(
  run: Run,
  set: CandidateSet,
  loaded: LoadedBuild,
  expected: ExpectedMatch,
  mayCompile: boolean,
): Promise<ExpectedMatch> {
  const areUnchanged = await areSourcesUnchanged(set, loaded);
  if (areUnchanged === false) return weakenPrediction(expected, true);
  const isExact = expected.creation === "exact_match" || expected.runtime === "exact_match";
  if (areUnchanged === true || !mayCompile || !isExact) return expected;
  const doCompile = await doSourcesCompileToCode(run, set, loaded);
  return doCompile === true ? expected : weakenPrediction(expected, doCompile === false);
}

export async function areSourcesChanged(run: Run, set: CandidateSet, loaded: LoadedBuild): Promise<boolean> {
  const areUnchanged = await areSourcesUnchanged(set, loaded);
  return (areUnchanged ?? (await doSourcesCompileToCode(run, set, loaded))) === false;
}

/** Undefined if the build file contains no metadata: Hardhat 3 doesn't request it from its compiler. */
async function areSourcesUnchanged(set: CandidateSet, loaded: LoadedBuild): Promise<boolean | undefined> {
  const { candidate, compilation } = loaded;
  const text = candidate.metadata ?? (await set.outputs.metadataOf(compilation, candidate));
  return text === undefined ? undefined : hasCompiledSources(text, loaded);
}

export function hasCompiledSources(metadata: string, loaded: LoadedBuild): boolean | undefined {
  const hash = readMetadataHash(loaded);
  if (hash !== undefined && computeIpfsHash(Buffer.from(metadata)) !== hash) return false;
  return containsMetadataSources(loaded.compilation.input, metadata);
}

/** Takes one to two seconds. Undefined if there is no compiler, or no IPFS hash in the code. */
async function doSourcesCompileToCode(
  run: Run,
  set: CandidateSet,
  loaded: LoadedBuild,
): Promise<boolean | undefined> {
  const hash = readMetadataHash(loaded);
  if (hash === undefined) return undefined;
  const texts = await compileTexts(run, set, loaded.compilation);
  const own = texts.filter((text) => describesContract(text, loaded.candidate));
  return texts.length === 0 ? undefined : own.some((text) => computeIpfsHash(Buffer.from(text)) === hash);
}

/** If the build file contains no metadata, its sources are compiled, once per build file. */
export async function findProvenMetadata(
  run: Run,
  set: CandidateSet,
  loaded: LoadedBuild,
): Promise<string | undefined> {
  const hash = readMetadataHash(loaded);
  if (hash === undefined) return undefined;
  const { candidate, compilation } = loaded;
  const kept = await set.outputs.metadataOf(compilation, candidate);
  const texts = kept === undefined ? await compileTexts(run, set, compilation) : [kept];
  return texts.find((text) => computeIpfsHash(Buffer.from(text)) === hash);
}

function compileTexts(
  { ports }: Run,
  set: CandidateSet,
  { file, input, compilerVersion }: Build,
): Promise<readonly string[]> {
  return set.outputs.compiledMetadata(file, () =>
    compileMetadata(ports.compile, input, compilerVersion, ports.signal),
  );
}

/** If the compiler appended no auxdata, similar bytes are just a constant. */
function readMetadataHash({ candidate, compilation }: LoadedBuild): string | undefined {
  if (!appendsAuxdata(compilation.input.settings)) return undefined;
  return findTrailingAuxdata(toBytes(candidate.runtime.object))?.ipfs;
}
