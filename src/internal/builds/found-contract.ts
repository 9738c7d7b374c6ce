import { type Build, type BuildCandidate, getIdentifier, type InputName } from "../domain/build.ts";
import { isObject, type Json } from "../text/is-object.ts";
import type { FoundryInputs } from "./foundry-inputs.ts";

export interface ParsedFile {
  readonly file: string;
  readonly json: Json;
}

export interface ContractFile extends ParsedFile {
  readonly foundryInputs: FoundryInputs;
}

export interface FoundContract {
  readonly candidate: BuildCandidate;
  readonly load: () => Promise<Build>;
  /** True if the build-info is missing. A file that has the same contract and a build-info is preferred. */
  readonly lacksBuildInfo?: boolean;
}

export function isAbi(abi: unknown): abi is readonly Json[] {
  return Array.isArray(abi) && abi.every(isObject);
}

/** Undefined for another contract's layout: a proxy's file can contain its implementation's layout. */
export function getOwnStorageLayout(layout: unknown, contract: InputName): object | undefined {
  if (!isObject(layout) || !Array.isArray(layout.storage)) return undefined;
  const identifier = getIdentifier(contract);
  const isOwn = layout.storage.every((variable) => isObject(variable) && variable.contract === identifier);
  return isOwn ? layout : undefined;
}
