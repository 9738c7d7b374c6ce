import { isObject } from "../../text/is-object.ts";
import { readBuildInfo } from "../build-info.ts";
import { codeTemplate } from "../code-template.ts";
import type { FoundContract } from "../found-contract.ts";
import { unusableFile } from "../json-file.ts";
import type { ContractFile } from "./contract-file.ts";

const ARTIFACT_FORMAT = "hh3-artifact-1";
/** It must not name a file outside the build-info folder. */
const PLAIN_NAME = /^[\w-][\w.-]*$/;

/** Reads an artifact of Hardhat 3, from a project or an Ignition deployment. It needs no compiler output. */
export function hardhat3Artifact({
  path: file,
  json,
  namedBuildInfos,
}: ContractFile): FoundContract | undefined {
  const { _format, contractName, sourceName, inputSourceName, buildInfoId, abi } = json;
  if (
    _format !== ARTIFACT_FORMAT ||
    typeof contractName !== "string" ||
    typeof sourceName !== "string" ||
    typeof inputSourceName !== "string" ||
    typeof buildInfoId !== "string" ||
    !Array.isArray(abi)
  ) {
    return undefined;
  }
  if (!PLAIN_NAME.test(buildInfoId)) throw unusableFile(file, "its buildInfoId is not a plain name");
  if (!abi.every(isObject)) throw unusableFile(file, "its ABI has entries that are not objects");
  const creation = codeTemplate(file, json.bytecode, json.linkReferences, undefined);
  const runtime = codeTemplate(
    file,
    json.deployedBytecode,
    json.deployedLinkReferences,
    json.immutableReferences,
    creation,
  );
  if (runtime === undefined || creation === undefined) return undefined;
  const buildFile = namedBuildInfos.fileOf(file, buildInfoId);
  return {
    candidate: {
      name: contractName,
      sourceName,
      fullyQualifiedName: `${sourceName}:${contractName}`,
      inputSourceName,
      abi,
      runtime,
      creation,
      buildId: buildInfoId,
      buildFile,
      file,
    },
    load: () => readBuildInfo(buildFile),
  };
}
