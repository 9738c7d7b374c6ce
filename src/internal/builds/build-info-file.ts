import { advice } from "../errors/next-step.ts";
import { buildInfoFormat } from "./build-info.ts";
import type { FoundContract } from "./found-contract.ts";
import { unusableFile } from "./json-file.ts";
import { readSolcOutput } from "./readers/solc-output.ts";

/** What `--build-info` takes, as a next step. */
export const ACCEPTED_BUILDS = advice(
  "name a folder with artifacts, build-infos or deployments, or one build-info, with --build-info",
);

/** Reads the contracts of one build-info from the compiler's output. VC202 where the file is none. */
export async function readBuildInfoFile(file: string): Promise<readonly FoundContract[]> {
  const format = await buildInfoFormat(file);
  if (typeof format === "string") return readSolcOutput(file, format);
  const stated = JSON.stringify(format.unknown) ?? "not stated";
  const reason = `its format is ${stated.slice(0, 100)}; build-infos of Hardhat 3, Hardhat 2 and Foundry are read`;
  throw unusableFile(file, reason, undefined, ACCEPTED_BUILDS);
}

/** The same for a file that may be something else; that holds nothing then. */
export async function readIfBuildInfo(file: string): Promise<readonly FoundContract[]> {
  const format = await buildInfoFormat(file);
  return typeof format === "string" ? readSolcOutput(file, format) : [];
}
