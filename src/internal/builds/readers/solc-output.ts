import { existsSync } from "node:fs";
import type { Build } from "../../domain/build.ts";
import { parseMetadata } from "../../solidity/metadata.ts";
import { isObject } from "../../text/is-object.ts";
import {
  BUILD_PARTS,
  type BuildInfoFormat,
  HARDHAT3_BUILD_INFO,
  parseBuildInfo,
  readBuildOfVersion,
} from "../build-info.ts";
import { codeTemplate } from "../code-template.ts";
import type { FoundContract } from "../found-contract.ts";
import { unusableFile } from "../json-file.ts";
import type { SelectedKeys } from "../json-selection.ts";
import { readJsonParts } from "../streamed-json.ts";

/** The parts that choosing a build needs. Most of an output is syntax trees and source maps, which are skipped. */
const CONTRACT_PARTS = {
  abi: "entries",
  evm: {
    bytecode: { object: "text", linkReferences: "all" },
    deployedBytecode: { object: "text", linkReferences: "all", immutableReferences: "all" },
  },
} as const satisfies SelectedKeys;

/** Foundry's build-infos have the compiler's long version only in the metadata. */
const OUTPUT_PARTS: Readonly<Record<BuildInfoFormat, SelectedKeys>> = {
  "hh3-sol-build-info-1": { contracts: { "*": { "*": CONTRACT_PARTS } } },
  "hh-sol-build-info-1": { contracts: { "*": { "*": CONTRACT_PARTS } } },
  "hh-sol-build-info-1-oz-slim1": { contracts: { "*": { "*": CONTRACT_PARTS } } },
  "ethers-rs-sol-build-info-1": { contracts: { "*": { "*": { ...CONTRACT_PARTS, metadata: "all" } } } },
};

/**
 * Reads the contracts of one build-info from the compiler's output, which Hardhat 2 and Foundry store inside it, and
 * Hardhat 3 beside it, in `<id>.output.json`.
 *
 * @param file The build-info.
 * @param whole Its content, if it has been read already.
 */
export async function readSolcOutput(
  file: string,
  format: BuildInfoFormat,
  whole?: Readonly<Record<string, unknown>>,
): Promise<readonly FoundContract[]> {
  // The sources are read again on demand: the inputs of hundreds of build-infos would take too much memory.
  const input = { ...BUILD_PARTS.input, sources: { "*": { content: "no text" } } } as const;
  const parts = { ...BUILD_PARTS, input, userSourceNameMap: "all", output: OUTPUT_PARTS[format] } as const;
  const beside = format === HARDHAT3_BUILD_INFO ? await readOutputBeside(file) : undefined;
  const json = whole ?? (await readJsonParts(file, parts));
  const output = beside ?? json.output;
  const sourceNames = userSourceNames(json);
  const builds = new Map<string | undefined, Build>();
  return contractsOf(file, output).flatMap(([inputSourceName, name, contract]) => {
    const version = parseMetadata(contract.metadata)?.compilerVersion;
    const build = builds.get(version) ?? parseBuildInfo(file, json, version);
    builds.set(version, build);
    return foundContract(build, sourceNames, inputSourceName, name, contract);
  });
}

async function readOutputBeside(file: string): Promise<unknown> {
  const beside = file.replace(/\.json$/, ".output.json");
  if (!existsSync(beside)) {
    throw unusableFile(file, "both its artifacts and its compiler output are missing");
  }
  return (await readJsonParts(beside, { output: OUTPUT_PARTS[HARDHAT3_BUILD_INFO] })).output;
}

/** The user's paths, by the compiler's paths. */
function userSourceNames(json: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> {
  const { userSourceNameMap } = json;
  if (!isObject(userSourceNameMap)) return new Map();
  return new Map(Object.entries(userSourceNameMap).map(([user, input]) => [String(input), user]));
}

/** Hardhat 3 passes `npm/<package>@<version>/<file>` to the compiler for the import `<package>/<file>`. */
function asImported(inputSourceName: string): string {
  return inputSourceName.replace(/^npm\/((?:@[^/]+\/)?[^/@]+)@[^/]+\//, "$1/");
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

function foundContract(
  build: Build,
  sourceNames: ReadonlyMap<string, string>,
  inputSourceName: string,
  name: string,
  contract: Readonly<Record<string, unknown>>,
): readonly FoundContract[] {
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
  const sourceName = sourceNames.get(inputSourceName) ?? asImported(inputSourceName);
  const candidate = {
    name,
    sourceName,
    fullyQualifiedName: `${sourceName}:${name}`,
    inputSourceName,
    abi: contract.abi,
    runtime,
    creation,
    ...(typeof contract.metadata === "string" ? { metadata: contract.metadata } : {}),
    buildId: build.id,
    buildFile: build.file,
    file: build.file,
  };
  const { file, compilerVersion } = build;
  return [{ candidate, load: () => readBuildOfVersion(file, compilerVersion) }];
}

function isAbi(abi: unknown): abi is readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(abi) && abi.every(isObject);
}
