import { type Build, createContractName } from "../../domain/build.ts";
import { toImportPath } from "../../domain/package-source.ts";
import { advice } from "../../errors/next-step.ts";
import { parseMetadata } from "../../solidity/metadata.ts";
import { asObject, isObject, type Json } from "../../text/is-object.ts";
import {
  BUILD_PARTS,
  type BuildInfoFormat,
  FOUNDRY_BUILD_INFO,
  findSeparateOutput,
  HARDHAT3_BUILD_INFO,
  parseBuildInfo,
  parseFormat,
  readBuildInfo,
} from "../build-info.ts";
import { parseBytecode } from "../code-template.ts";
import { type FoundContract, isAbi } from "../found-contract.ts";
import { unusableFile } from "../json-file.ts";
import type { SelectedKeys } from "../json-selection.ts";
import { readJsonParts } from "../streamed-json.ts";

/** Excludes syntax trees and source maps, which make up most of the output. */
const CONTRACT_PARTS = {
  abi: "entries",
  evm: {
    bytecode: { object: "text", linkReferences: "all" },
    deployedBytecode: { object: "text", linkReferences: "all", immutableReferences: "all" },
  },
} as const satisfies SelectedKeys;

function selectOutputParts(format: BuildInfoFormat): SelectedKeys {
  // In Foundry's build-infos, only the metadata contains the compiler's long version.
  const parts =
    format === FOUNDRY_BUILD_INFO ? { ...CONTRACT_PARTS, metadata: "all" as const } : CONTRACT_PARTS;
  return { contracts: { "*": { "*": parts } } };
}

export const ACCEPTED_BUILDS = advice(
  "pass a folder with artifacts, build-infos or deployments, or a single build-info, with --build-info",
);

/** Reads the contracts from a build-info's compiler output. @throws VC202 for any other file. */
export async function readBuildInfoFile(
  file: string,
  instead = ACCEPTED_BUILDS,
): Promise<readonly FoundContract[]> {
  const { _format } = await readJsonParts(file, FORMAT, instead);
  const format = parseFormat(_format);
  if (format !== undefined) return readSolcOutput(file, format);
  const stated = JSON.stringify(_format) ?? "not stated";
  const reason = `its format is ${stated.slice(0, 100)}; only build-infos from Hardhat 3, Hardhat 2 and Foundry are supported`;
  throw unusableFile(file, reason, undefined, instead);
}

/** Like {@link readBuildInfoFile}, but returns an empty list for a file that isn't a build-info. */
export async function readIfBuildInfo(file: string): Promise<readonly FoundContract[]> {
  const format = parseFormat((await readJsonParts(file, FORMAT))._format);
  return format === undefined ? [] : readSolcOutput(file, format);
}

const FORMAT = { _format: "all" } as const;

/** Hardhat 2 and Foundry store the output inside the build-info, Hardhat 3 in `<id>.output.json` beside it. */
export async function readSolcOutput(
  file: string,
  format: BuildInfoFormat,
  whole?: Json,
): Promise<readonly FoundContract[]> {
  // Sources are read again on demand, because the inputs from hundreds of build-infos would take too much memory.
  const input = { ...BUILD_PARTS.input, sources: { "*": { content: "no text" } } } as const;
  const parts = {
    ...BUILD_PARTS,
    input,
    userSourceNameMap: "all",
    output: selectOutputParts(format),
  } as const;
  const separateOutput = format === HARDHAT3_BUILD_INFO ? await readOutputBeside(file) : undefined;
  const json = whole ?? (await readJsonParts(file, parts));
  const output = separateOutput ?? json.output;
  const named = Object.entries(asObject(json.userSourceNameMap));
  const sourceNames = new Map(named.map(([user, input]) => [String(input), user]));
  const builds = new Map<string | undefined, Build>();
  return listContracts(file, output).flatMap(([inputSourceName, name, contract]) => {
    const version = parseMetadata(contract.metadata)?.compilerVersion;
    const build = builds.get(version) ?? parseBuildInfo(file, json, { compilerVersion: version });
    builds.set(version, build);
    return createFoundContract(build, sourceNames, inputSourceName, name, contract);
  });
}

async function readOutputBeside(file: string): Promise<unknown> {
  const separateOutput = findSeparateOutput(file);
  if (separateOutput === undefined)
    throw unusableFile(file, "both its artifacts and its compiler output are missing");
  return (await readJsonParts(separateOutput, { output: selectOutputParts(HARDHAT3_BUILD_INFO) })).output;
}

function listContracts(
  file: string,
  output: unknown,
): readonly (readonly [path: string, name: string, contract: Json])[] {
  if (!isObject(output) || !isObject(output.contracts))
    throw unusableFile(file, "its compiler output has no contracts");
  return Object.entries(output.contracts).flatMap(([path, contracts]) =>
    Object.entries(asObject(contracts)).flatMap(([name, contract]) =>
      isObject(contract) ? [[path, name, contract] as const] : [],
    ),
  );
}

function createFoundContract(
  build: Build,
  sourceNames: ReadonlyMap<string, string>,
  inputSourceName: string,
  name: string,
  contract: Json,
): readonly FoundContract[] {
  const { abi, metadata } = contract;
  const evm = asObject(contract.evm);
  const bytecode = parseBytecode(build.file, evm.bytecode, evm.deployedBytecode);
  if (bytecode === undefined || !isAbi(abi)) return [];
  const { file, compilerVersion } = build;
  const candidate = {
    ...createContractName(
      name,
      inputSourceName,
      sourceNames.get(inputSourceName) ?? toImportPath(inputSourceName),
    ),
    abi,
    ...bytecode,
    metadata: typeof metadata === "string" ? metadata : undefined,
    buildId: build.id,
    buildFile: file,
    file,
  };
  return [{ candidate, load: () => readBuildInfo(file, { compilerVersion }) }];
}
