import { advice } from "../errors/next-step.ts";
import { buildInfoFormat } from "./build-info.ts";
import type { FoundContract } from "./found-contract.ts";
import { unusableFile } from "./json-file.ts";
import { readSolcOutput } from "./readers/solc-output.ts";

/** A next step that says what `--build-info` accepts. */
export const ACCEPTED_BUILDS = advice(
  "name a folder with artifacts, build-infos or deployments, or one build-info, with --build-info",
);

/** Reads the contracts of one build-info from the compiler's output. @throws VC202 for any other file. */
export async function readBuildInfoFile(file: string): Promise<readonly FoundContract[]> {
  const format = await buildInfoFormat(file);
  if (typeof format === "string") return readSolcOutput(file, format);
  const stated = JSON.stringify(format.unknown) ?? "not stated";
  const reason = `its format is ${stated.slice(0, 100)}; build-infos of Hardhat 3, Hardhat 2 and Foundry are read`;
  throw unusableFile(file, reason, undefined, ACCEPTED_BUILDS);
}

/** Like {@link readBuildInfoFile}; empty for a file that is not a build-info. */
export async function readIfBuildInfo(file: string): Promise<readonly FoundContract[]> {
  const format = await buildInfoFormat(file);
  return typeof format === "string" ? readSolcOutput(file, format) : [];
}
