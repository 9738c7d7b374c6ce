import { getAddress } from "ethers/address";
import { decodeBase58, toBeHex } from "ethers/utils";

import { type CodeTemplate, decodeCode, encodeCode } from "../bytecode/code.ts";
import { compareCode } from "../bytecode/compare.ts";
import { metadataHashesOf } from "../bytecode/metadata-hashes.ts";
import { findMetadataSections, findTrailingSection } from "../bytecode/metadata-sections.ts";
import type { FittingBuild } from "./choose-build.ts";
import { parseMetadata } from "./metadata.ts";
import type { Build, BuildCandidate } from "./model.ts";

/** A build that becomes the one that was deployed when libraries are put into the compiler's settings. */
export interface LinkedBySettings {
  readonly build: FittingBuild;
  /** The compiler input with `settings.libraries`. */
  readonly withLibraries: (compilation: Build) => Build;
}

/** Address by `path:Name`, in lower case. */
type Libraries = Readonly<Record<string, string>>;

/**
 * Puts back the libraries that a deployment script compiled with. A Foundry script that is given its libraries compiles
 * with them in the settings, which changes the metadata; what is in `out` was compiled without. The addresses stand in
 * the code on chain, and the metadata's hash there proves that they were in the settings.
 *
 * @param onchain 0x-hex.
 * @param candidates All of the build, for the metadata of contracts that this one creates.
 * @returns undefined where nothing proves it.
 */
export function linkedBySettings(
  { candidate, repeats, runtime }: FittingBuild,
  onchain: { readonly runtime: string; readonly creation: string | undefined },
  candidates: readonly BuildCandidate[],
): LinkedBySettings | undefined {
  const { libraries } = runtime;
  if (runtime.sameMetadata || Object.keys(libraries).length === 0) return undefined;
  const code = decodeCode(onchain.runtime) ?? new Uint8Array();
  const own = findTrailingSection(code);
  if (own?.ipfs === undefined || !hashesWith(candidate, libraries).includes(own.ipfs)) return undefined;

  const sections = sectionsWith(libraries, candidates, candidate, encodeCode(code, own.offset).slice(2));
  const relinked = (template: CodeTemplate): CodeTemplate => relink(template, libraries, sections);
  const linked = {
    ...candidate,
    runtime: relinked(candidate.runtime),
    creation: relinked(candidate.creation),
  };
  const comparison = compareCode("runtime", onchain.runtime, linked.runtime);
  if (comparison?.sameMetadata !== true) return undefined;
  const creation =
    onchain.creation === undefined ? undefined : compareCode("creation", onchain.creation, linked.creation);
  return {
    // The names and addresses of the libraries are no longer to be read from the code.
    build: { candidate: linked, repeats, runtime: { ...comparison, libraries }, creation },
    withLibraries: (compilation) => inSettings(compilation, libraries),
  };
}

/** The hashes that the metadata of a contract has when these libraries are in the settings. */
function hashesWith({ metadata }: BuildCandidate, libraries: Libraries): readonly string[] {
  if (metadata === undefined || parseMetadata(metadata) === undefined) return [];
  const value = JSON.parse(metadata) as { readonly settings: { readonly libraries?: Libraries } };
  const settings = { ...value.settings, libraries: { ...value.settings.libraries, ...libraries } };
  return metadataHashesOf({ ...value, settings });
}

/** From the metadata sections of the build to those with the libraries, in hex without 0x. */
function sectionsWith(
  libraries: Libraries,
  candidates: readonly BuildCandidate[],
  candidate: BuildCandidate,
  onchain: string,
): (section: string) => string {
  const before = sectionOf(candidate);
  return (section) => {
    if (section === before) return onchain;
    const owner = candidates.find((each) => sectionOf(each) === section);
    const [hash] = owner === undefined ? [] : hashesWith(owner, libraries);
    return hash === undefined ? section : withHash(section, hash);
  };
}

function withHash(section: string, ipfs: string): string {
  const bytes = decodeCode(section);
  const before = bytes === undefined ? undefined : findTrailingSection(bytes)?.ipfs;
  return before === undefined ? section : section.replace(multihash(before), multihash(ipfs));
}

/** Hex without 0x: sha2-256, 32 bytes, and the hash. */
function multihash(cid: string): string {
  return toBeHex(decodeBase58(cid), 34).slice(2);
}

function sectionOf({ runtime }: BuildCandidate): string | undefined {
  const code = decodeCode(runtime.object);
  const section = code === undefined ? undefined : findTrailingSection(code);
  return code === undefined || section === undefined ? undefined : encodeCode(code, section.offset).slice(2);
}

/** The code as the compiler makes it with the libraries: their addresses in place, and other metadata. */
function relink(
  template: CodeTemplate,
  libraries: Libraries,
  sectionWith: (section: string) => string,
): CodeTemplate {
  const code = decodeCode(template.object) ?? new Uint8Array();
  for (const [path, ofFile] of Object.entries(template.linkReferences)) {
    for (const [name, ranges] of Object.entries(ofFile)) {
      const address = decodeCode(libraries[`${path}:${name}`] ?? "0x");
      for (const { start } of ranges) code.set(address ?? [], start);
    }
  }
  const sections = findMetadataSections(code).map(({ offset, length }) => ({ start: offset, length }));
  for (const { start, length } of sections) {
    const section = decodeCode(sectionWith(encodeCode(code, start, start + length).slice(2)));
    if (section?.length === length) code.set(section, start);
  }
  return { ...template, object: encodeCode(code), linkReferences: {}, sections };
}

function inSettings(compilation: Build, libraries: Libraries): Build {
  const before = compilation.input.settings.libraries as Readonly<Record<string, object>> | undefined;
  const files: Record<string, object> = { ...before };
  for (const [fullyQualifiedName, address] of Object.entries(libraries)) {
    const colon = fullyQualifiedName.lastIndexOf(":");
    const file = fullyQualifiedName.slice(0, colon);
    files[file] = { ...files[file], [fullyQualifiedName.slice(colon + 1)]: getAddress(address) };
  }
  const settings = { ...compilation.input.settings, libraries: files };
  return { ...compilation, input: { ...compilation.input, settings } };
}
