import { getAddress } from "ethers/address";
import { decodeBase58, toBeHex } from "ethers/utils";
import { findAuxdata, findTrailingAuxdata } from "../bytecode/cbor-auxdata.ts";
import { compareCode } from "../bytecode/compare.ts";
import { ipfsHashOf } from "../bytecode/ipfs-hash.ts";
import { metadataHashesOf } from "../bytecode/metadata-hashes.ts";
import type { Build, BuildCandidate } from "../domain/build.ts";
import { type CodeTemplate, decodeCode, encodeCode } from "../domain/code-template.ts";
import type { StandardJsonInput } from "../domain/compiler-input.ts";
import { withSources } from "../domain/compiler-input.ts";
import { parseMetadata } from "../solidity/metadata.ts";
import type { FittingBuild } from "./choose-build.ts";

/** A build that becomes the one that was deployed when some compiler settings are put back. */
export interface RestoredSettings {
  readonly build: FittingBuild;
  /** The compiler input with these settings. */
  readonly withSettings: (compilation: Build) => Build;
}

/** What may have been other when the contract was deployed. */
export interface Suggestions {
  /** Metadata texts of the build, where its candidates don't have them. */
  readonly metadata: readonly string[];
  /** Lists of remappings. */
  readonly remappings: readonly (readonly string[])[];
}

/** Address by `path:Name`, in lower case. */
type Libraries = Readonly<Record<string, string>>;

interface Change {
  readonly libraries: Libraries;
  /** Undefined where they stay. */
  readonly remappings: readonly string[] | undefined;
}

/** Metadata text by its IPFS hash. */
type Texts = ReadonlyMap<string, string>;

/**
 * Puts back the settings that a contract was deployed with, where the metadata's hash on chain proves them. Two things
 * change them although the sources are the same: a Foundry script that is given its libraries compiles with them, and
 * their addresses stand in the code on chain; and Hardhat 3 compiles with the remappings of whatever it compiles at once.
 *
 * @param onchain 0x-hex.
 * @param candidates All of the build, for the metadata of contracts that this one creates.
 * @returns undefined where nothing proves it.
 */
export function restoredSettings(
  { candidate, repeats, runtime }: FittingBuild,
  onchain: { readonly runtime: string; readonly creation: string | undefined },
  candidates: readonly BuildCandidate[],
  suggested: Suggestions,
): RestoredSettings | undefined {
  const { libraries } = runtime;
  const code = decodeCode(onchain.runtime) ?? new Uint8Array();
  const own = findTrailingAuxdata(code);
  if (runtime.sameMetadata || own?.ipfs === undefined) return undefined;
  const texts = textsOf(candidates, suggested.metadata);
  const before = sectionOf(candidate);
  const metadata = candidate.metadata ?? (before === undefined ? undefined : texts.get(ipfsIn(before) ?? ""));
  const change = changesOf(libraries, suggested.remappings).find((each) =>
    hashesWith(metadata, each).includes(own.ipfs ?? ""),
  );
  if (change === undefined) return undefined;

  const onchainSection = encodeCode(code, own.offset).slice(2);
  const sectionWith = (section: string) =>
    section === before ? onchainSection : changedSection(section, texts, change);
  const changed = (template: CodeTemplate): CodeTemplate => rebuilt(template, change.libraries, sectionWith);
  const restored = {
    ...candidate,
    runtime: changed(candidate.runtime),
    creation: changed(candidate.creation),
  };
  const comparison = compareCode("runtime", onchain.runtime, restored.runtime);
  if (comparison?.sameMetadata !== true) return undefined;
  const creation =
    onchain.creation === undefined ? undefined : compareCode("creation", onchain.creation, restored.creation);
  return {
    // The names and addresses of the libraries may no longer be read from the code.
    build: { candidate: restored, repeats, runtime: { ...comparison, libraries }, creation },
    withSettings: (compilation) => changedInput(compilation, change, metadata),
  };
}

/** The metadata texts that are known, by hash. */
function textsOf(candidates: readonly BuildCandidate[], others: readonly string[]): Texts {
  const all = [...candidates.flatMap(({ metadata }) => metadata ?? []), ...others];
  return new Map(all.map((text) => [ipfsHashOf(Buffer.from(text)), text]));
}

function changesOf(libraries: Libraries, lists: readonly (readonly string[])[]): readonly Change[] {
  const linked = Object.keys(libraries).length === 0 ? [{}] : [{}, libraries];
  return [undefined, ...lists].flatMap((remappings) =>
    linked
      .filter((each) => remappings !== undefined || each === libraries)
      .map((each) => ({ libraries: each, remappings })),
  );
}

/** The hashes that a metadata has after a change of its settings. */
function hashesWith(metadata: string | undefined, { libraries, remappings }: Change): readonly string[] {
  if (metadata === undefined || parseMetadata(metadata) === undefined) return [];
  const value = JSON.parse(metadata) as { readonly settings: { readonly libraries?: Libraries } };
  const settings = {
    ...value.settings,
    libraries: { ...value.settings.libraries, ...libraries },
    ...(remappings === undefined ? {} : { remappings: remappings.map(withContext).sort() }),
  };
  return metadataHashesOf({ ...value, settings });
}

/** Metadata writes a context also where it is empty. */
function withContext(remapping: string): string {
  return remapping.slice(0, remapping.indexOf("=")).includes(":") ? remapping : `:${remapping}`;
}

/** A metadata section, in hex without 0x, of another contract of the build after the same change. */
function changedSection(section: string, texts: Texts, change: Change): string {
  const before = ipfsIn(section);
  const [after] = before === undefined ? [] : hashesWith(texts.get(before), change);
  return before === undefined || after === undefined
    ? section
    : section.replace(multihash(before), multihash(after));
}

function ipfsIn(section: string): string | undefined {
  const bytes = decodeCode(section);
  return bytes === undefined ? undefined : findTrailingAuxdata(bytes)?.ipfs;
}

/** Hex without 0x: sha2-256, 32 bytes, and the hash. */
function multihash(cid: string): string {
  return toBeHex(decodeBase58(cid), 34).slice(2);
}

function sectionOf({ runtime }: BuildCandidate): string | undefined {
  const code = decodeCode(runtime.object);
  const section = code === undefined ? undefined : findTrailingAuxdata(code);
  return code === undefined || section === undefined ? undefined : encodeCode(code, section.offset).slice(2);
}

/** The code as the compiler makes it after the change: libraries in place, and other metadata. */
function rebuilt(
  template: CodeTemplate,
  libraries: Libraries,
  sectionWith: (section: string) => string,
): CodeTemplate {
  const code = decodeCode(template.object) ?? new Uint8Array();
  const isLinked = Object.keys(libraries).length > 0;
  for (const [path, ofFile] of Object.entries(isLinked ? template.linkReferences : {})) {
    for (const [name, ranges] of Object.entries(ofFile)) {
      const address = decodeCode(libraries[`${path}:${name}`] ?? "0x");
      for (const { start } of ranges) code.set(address ?? [], start);
    }
  }
  const sections = findAuxdata(code).map(({ offset, length }) => ({ start: offset, length }));
  for (const { start, length } of sections) {
    const section = decodeCode(sectionWith(encodeCode(code, start, start + length).slice(2)));
    if (section?.length === length) code.set(section, start);
  }
  return {
    ...template,
    object: encodeCode(code),
    linkReferences: isLinked ? {} : template.linkReferences,
    auxdata: sections,
  };
}

function changedInput(compilation: Build, change: Change, metadata: string | undefined): Build {
  const { input } = compilation;
  const settings = {
    ...input.settings,
    ...(Object.keys(change.libraries).length === 0
      ? {}
      : { libraries: libraryFiles(input, change.libraries) }),
    ...(change.remappings === undefined ? {} : { remappings: change.remappings }),
  };
  // What else was compiled at once may import by remappings that are no longer there.
  const sources = change.remappings === undefined ? undefined : parseMetadata(metadata)?.sources;
  const narrowed = sources === undefined ? input : withSources(input, Object.keys(sources));
  return { ...compilation, input: { ...narrowed, settings } };
}

function libraryFiles(input: StandardJsonInput, libraries: Libraries): Readonly<Record<string, object>> {
  const before = input.settings.libraries as Readonly<Record<string, object>> | undefined;
  const files: Record<string, object> = { ...before };
  for (const [fullyQualifiedName, address] of Object.entries(libraries)) {
    const colon = fullyQualifiedName.lastIndexOf(":");
    const file = fullyQualifiedName.slice(0, colon);
    files[file] = { ...files[file], [fullyQualifiedName.slice(colon + 1)]: getAddress(address) };
  }
  return files;
}
