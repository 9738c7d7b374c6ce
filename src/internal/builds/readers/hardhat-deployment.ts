import path from "node:path";

import { inferredTemplate } from "../../bytecode/inferred-template.ts";
import type { Build } from "../../domain/build.ts";
import { isInputOf, type Metadata, parseMetadata } from "../../solidity/metadata.ts";
import { isObject } from "../../text/is-object.ts";
import { parseInput } from "../build-info.ts";
import { codeTemplate } from "../code-template.ts";
import { deploymentRecord } from "../deployment-record.ts";
import type { FoundContract } from "../found-contract.ts";
import { usableJson } from "../json-file.ts";
import { ownStorageLayout } from "../own-storage-layout.ts";
import { restoreInput } from "../restore-input.ts";
import { restoredLinks } from "../restored-links.ts";
import type { ContractFile } from "./contract-file.ts";

/** Only a plain hash: it must not name a file outside `solcInputs`. */
const INPUT_HASH = /^[0-9a-f]{8,128}$/;

/**
 * Reads a deployment of hardhat-deploy, `deployments/<network>/<Name>.json`. Its metadata has the contract's name, the
 * compiler and the settings. Version 1 stores the compiler input in `solcInputs/`, and no references, which are inferred
 * from the code. For version 2, the metadata contains the sources, from which the compiler input is restored.
 */
export function hardhatDeployment({
  path: file,
  json,
}: Pick<ContractFile, "path" | "json">): FoundContract | undefined {
  const { address, bytecode, deployedBytecode, metadata: text, solcInputHash } = json;
  if (typeof address !== "string" || typeof text !== "string") return undefined;
  const metadata = parseMetadata(text);
  if (metadata === undefined) return undefined;
  // The file's own ABI can mix the functions of a proxy and its implementation.
  const { abi } = metadata;
  const runtime = codeTemplate(file, deployedBytecode, json.deployedLinkReferences, json.immutableReferences);
  const creation = codeTemplate(file, bytecode, json.linkReferences, undefined);
  if (runtime === undefined || creation === undefined) return undefined;
  // Version 1 stores no references.
  const isComplete = isObject(json.linkReferences) && isObject(json.deployedLinkReferences);
  const { name, inputSourceName } = metadata;
  const storageLayout = ownStorageLayout(json.storageLayout, `${inputSourceName}:${name}`);
  const deployment = deploymentRecord(json, abi);
  const libraries = addressesOf(json.libraries);
  const linksOf = (object: string) =>
    Object.keys(libraries).length > 0 && restoredLinks(object, libraries, Object.keys(metadata.sources));
  return {
    candidate: {
      name,
      sourceName: inputSourceName,
      fullyQualifiedName: `${inputSourceName}:${name}`,
      inputSourceName,
      abi,
      runtime: isComplete
        ? runtime
        : { ...inferredTemplate("runtime", runtime.object), ...linksOf(runtime.object) },
      creation: isComplete ? creation : { ...creation, ...linksOf(creation.object) },
      metadata: text,
      ...(storageLayout === undefined ? {} : { storageLayout }),
      ...(deployment === undefined ? {} : { deployment }),
      buildId: typeof solcInputHash === "string" ? solcInputHash : path.basename(file, ".json"),
      buildFile: file,
      file,
    },
    load: () => load(file, metadata, solcInputHash),
  };
}

function addressesOf(libraries: unknown): Readonly<Record<string, string>> {
  const named = isObject(libraries) ? Object.entries(libraries) : [];
  return Object.fromEntries(
    named.flatMap(([name, address]) => (typeof address === "string" ? [[name, address]] : [])),
  );
}

async function load(file: string, metadata: Metadata, solcInputHash: unknown): Promise<Build> {
  if (typeof solcInputHash === "string" && INPUT_HASH.test(solcInputHash)) {
    const inputFile = path.join(path.dirname(file), "solcInputs", `${solcInputHash}.json`);
    const json = usableJson(inputFile);
    const input = json === undefined ? undefined : parseInput(inputFile, json);
    if (input !== undefined && isInputOf(input, metadata)) {
      const { compilerVersion } = metadata;
      return { id: solcInputHash, file: inputFile, compilerVersion, input };
    }
  }
  return restoreInput(file, path.basename(file, ".json"), metadata, () => Promise.resolve(undefined));
}
