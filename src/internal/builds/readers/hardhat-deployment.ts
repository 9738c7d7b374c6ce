import path from "node:path";
import { inferTemplate } from "../../bytecode/inferred-template.ts";
import { type Build, createContractName, type RecordedDeployment } from "../../domain/build.ts";
import {
  ADDRESS_LENGTH,
  type CodeRange,
  type CodeTemplate,
  decodeCode,
  type LinkReferences,
} from "../../domain/code-template.ts";
import { hashText } from "../../domain/keccak.ts";
import { isTransactionHash } from "../../domain/target.ts";
import { fitsMetadata, type Metadata, parseMetadata } from "../../solidity/metadata.ts";
import { asObject, isObject, type Json } from "../../text/is-object.ts";
import { parseInput } from "../build-info.ts";
import { parseArtifactBytecode } from "../code-template.ts";
import { type FoundContract, getOwnStorageLayout, type ParsedFile } from "../found-contract.ts";
import { tryReadJson } from "../json-file.ts";
import { restoreInput } from "../restore-input.ts";

/** Accepts only a plain hash, which can't refer to a file outside `solcInputs`. */
const INPUT_HASH = /^[0-9a-f]{8,128}$/;

/**
 * Reads `deployments/<network>/<Name>.json`. Version 1 stores the compiler input in `solcInputs/` but no references, so
 * they are inferred from the code. Version 2's metadata contains the sources.
 */
export function readHardhatDeployment({ file, json }: ParsedFile): FoundContract | undefined {
  const { address, metadata: text, solcInputHash } = json;
  if (typeof address !== "string" || typeof text !== "string") return undefined;
  const metadata = parseMetadata(text);
  if (metadata === undefined) return undefined;
  // The file's own ABI can be a mixture of a proxy's functions and its implementation's.
  const { abi } = metadata;
  const bytecode = parseArtifactBytecode(file, json);
  if (bytecode === undefined) return undefined;
  const { runtime, creation } = bytecode;
  const isComplete = isObject(json.linkReferences) && isObject(json.deployedLinkReferences);
  const libraries = Object.entries(asObject(json.libraries));
  const findLinks = (object: string) =>
    libraries.length > 0 && restoreLinks(object, libraries, Object.keys(metadata.sources));
  return {
    candidate: {
      ...createContractName(metadata.name, metadata.inputSourceName),
      abi,
      runtime: isComplete
        ? runtime
        : { ...inferTemplate("runtime", runtime.object), ...findLinks(runtime.object) },
      creation: isComplete ? creation : { ...creation, ...findLinks(creation.object) },
      metadata: text,
      storageLayout: getOwnStorageLayout(json.storageLayout, metadata),
      deployment: readDeploymentRecord(json),
      buildId: typeof solcInputHash === "string" ? solcInputHash : path.basename(file, ".json"),
      buildFile: file,
      file,
    },
    load: () => load(file, metadata, solcInputHash),
  };
}

async function load(file: string, metadata: Metadata, solcInputHash: unknown): Promise<Build> {
  if (typeof solcInputHash === "string" && INPUT_HASH.test(solcInputHash)) {
    const inputFile = path.join(path.dirname(file), "solcInputs", `${solcInputHash}.json`);
    const json = tryReadJson(inputFile);
    const input = json === undefined ? undefined : parseInput(inputFile, json);
    if (input !== undefined && fitsMetadata(input, metadata)) {
      const { compilerVersion } = metadata;
      return { id: solcInputHash, file: inputFile, compilerVersion, input };
    }
  }
  return restoreInput(file, metadata);
}

const PUSH20 = "73";

/**
 * Restores the link references that hardhat-deploy 1 omits. Placeholders contain hashes of the libraries' names (solc
 * 0.5 and later). In linked code, the libraries' addresses are found and replaced with zeros.
 */
function restoreLinks(
  object: string,
  libraries: readonly (readonly [name: string, address: unknown])[],
  sourceNames: readonly string[],
): Pick<CodeTemplate, "object" | "linkReferences"> {
  let unlinked = object;
  const linkReferences: Record<string, Record<string, readonly CodeRange[]>> = {};
  for (const [name, address] of libraries) {
    if (typeof address !== "string") continue;
    const path = sourceNames.find((each) => object.includes(createPlaceholder(each, name))) ?? "";
    const linked = `${PUSH20}${address.replace(/^0x/, "").toLowerCase()}`;
    const placeholders = findRanges(object, createPlaceholder(path, name), 0);
    const addresses = findRanges(object.toLowerCase(), linked, PUSH20.length);
    unlinked = addresses.reduce((code, range) => replaceWithZeros(code, range), unlinked);
    linkReferences[path] = { ...linkReferences[path], [name]: [...placeholders, ...addresses] };
  }
  return { object: unlinked, linkReferences: linkReferences satisfies LinkReferences };
}

/** The first 34 digits of the fully qualified name's keccak256 (docs.soliditylang.org, "Library Linking"). */
function createPlaceholder(path: string, name: string): string {
  return `__$${hashText(`${path}:${name}`).slice(2, 36)}$__`;
}

/** @param skipped Number of leading digits in the text that are not part of the range. */
function findRanges(object: string, text: string, skipped: number): readonly CodeRange[] {
  const prefix = object.startsWith("0x") ? 2 : 0;
  const ranges: CodeRange[] = [];
  for (let at = object.indexOf(text); at !== -1; at = object.indexOf(text, at + text.length)) {
    const start = (at + skipped - prefix) / 2;
    // An occurrence that starts in the middle of a byte is a coincidence.
    if (Number.isInteger(start)) ranges.push({ start, length: ADDRESS_LENGTH });
  }
  return ranges;
}

function replaceWithZeros(object: string, { start, length }: CodeRange): string {
  const at = (object.startsWith("0x") ? 2 : 0) + 2 * start;
  return object.slice(0, at) + "0".repeat(2 * length) + object.slice(at + 2 * length);
}

export function readDeploymentRecord(json: Json): RecordedDeployment | undefined {
  const { address, argsData, implementation, transactionHash, transaction } = json;
  if (typeof address !== "string") return undefined;
  const hash = isObject(transaction) ? transaction.hash : transactionHash;
  // On each upgrade, hardhat-deploy rewrites a proxy's file with the upgrade's transaction.
  const isKnown = implementation === undefined && typeof hash === "string" && isTransactionHash(hash);
  // Only version 2 writes the ABI-encoded arguments.
  const isEncoded =
    typeof argsData === "string" && argsData.startsWith("0x") && decodeCode(argsData) !== undefined;
  return {
    address,
    transactionHashes: isKnown ? [hash.toLowerCase()] : [],
    ...(isEncoded ? { constructorArguments: argsData.toLowerCase() } : {}),
  };
}
