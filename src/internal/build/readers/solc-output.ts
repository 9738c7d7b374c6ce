import { existsSync } from "node:fs";

import { HARDHAT2_BUILD_INFO, parseBuildInfo } from "../build-info.ts";
import { codeTemplate } from "../code-template.ts";
import { isObject, readJsonObject, unusableFile } from "../json-file.ts";
import type { Build, BuildCandidate, CandidateSet } from "../model.ts";

/**
 * Reads the contracts of one build-info from the compiler's output: a Hardhat 2 build-info, which holds it, or a
 * Hardhat 3 one that has its output beside it, `<id>.output.json`, and whose artifacts are not there.
 *
 * @param file The build-info.
 * @param where For messages.
 */
export async function readSolcOutput(file: string, where: string): Promise<CandidateSet> {
  const json = await readJsonObject(file);
  const build = parseBuildInfo(file, json);
  const output = json._format === HARDHAT2_BUILD_INFO ? json.output : await readOutputBeside(file);
  const candidates = contractsOf(file, output).flatMap(([inputSourceName, name, contract]) =>
    candidateOf(build, userSourceNames(json), inputSourceName, name, contract),
  );
  return { where, candidates, load: () => Promise.resolve(build) };
}

async function readOutputBeside(file: string): Promise<unknown> {
  const beside = file.replace(/\.json$/, ".output.json");
  if (!existsSync(beside)) {
    throw unusableFile(file, "neither its artifacts nor its compiler output are beside it");
  }
  return (await readJsonObject(beside)).output;
}

/** From the compiler's path to the user's. */
function userSourceNames(json: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> {
  const { userSourceNameMap } = json;
  if (!isObject(userSourceNameMap)) return new Map();
  return new Map(Object.entries(userSourceNameMap).map(([user, input]) => [String(input), user]));
}

function contractsOf(
  file: string,
  output: unknown,
): readonly (readonly [path: string, name: string, contract: Readonly<Record<string, unknown>>])[] {
  if (!isObject(output) || !isObject(output.contracts))
    throw unusableFile(file, "its compiler output has no contracts");
  return Object.entries(output.contracts).flatMap(([path, contracts]) =>
    Object.entries(isObject(contracts) ? contracts : {}).flatMap(([name, contract]) =>
      isObject(contract) ? [[path, name, contract] as const] : [],
    ),
  );
}

function candidateOf(
  build: Build,
  sourceNames: ReadonlyMap<string, string>,
  inputSourceName: string,
  name: string,
  contract: Readonly<Record<string, unknown>>,
): readonly BuildCandidate[] {
  const evm = isObject(contract.evm) ? contract.evm : {};
  const runtimeOutput = isObject(evm.deployedBytecode) ? evm.deployedBytecode : {};
  const creationOutput = isObject(evm.bytecode) ? evm.bytecode : {};
  const runtime = codeTemplate(
    build.file,
    runtimeOutput.object,
    runtimeOutput.linkReferences,
    runtimeOutput.immutableReferences,
  );
  const creation = codeTemplate(build.file, creationOutput.object, creationOutput.linkReferences, undefined);
  if (runtime === undefined || creation === undefined || !isAbi(contract.abi)) return [];
  const sourceName = sourceNames.get(inputSourceName) ?? inputSourceName;
  return [
    {
      name,
      sourceName,
      fullyQualifiedName: `${sourceName}:${name}`,
      inputSourceName,
      abi: contract.abi,
      runtime,
      creation,
      buildId: build.id,
      buildFile: build.file,
    },
  ];
}

function isAbi(abi: unknown): abi is readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(abi) && abi.every(isObject);
}
