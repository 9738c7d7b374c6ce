import { createContractName } from "../../domain/build.ts";
import { readBuildInfo } from "../build-info.ts";
import { findNamedBuildInfo } from "../build-info-folder.ts";
import { parseArtifactBytecode } from "../code-template.ts";
import { type FoundContract, isAbi, type ParsedFile } from "../found-contract.ts";
import { unusableFile } from "../json-file.ts";

const ARTIFACT_FORMAT = "hh3-artifact-1";
/** Accepts only a plain name, which can't refer to a file outside the build-info folder. */
const PLAIN_NAME = /^[\w-][\w.-]*$/;

/** Reads a Hardhat 3 artifact from a project or an Ignition deployment. Doesn't need the compiler output. */
export function readHardhat3Artifact({ file, json }: ParsedFile): FoundContract | undefined {
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
  if (!isAbi(abi)) throw unusableFile(file, "its ABI has entries that are not objects");
  const bytecode = parseArtifactBytecode(file, json);
  if (bytecode === undefined) return undefined;
  const buildFile = findNamedBuildInfo(file, buildInfoId);
  return {
    candidate: {
      ...createContractName(contractName, inputSourceName, sourceName),
      abi,
      ...bytecode,
      buildId: buildInfoId,
      buildFile,
      file,
    },
    load: () => readBuildInfo(buildFile),
  };
}
