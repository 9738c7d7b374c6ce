import { getAddress } from "ethers/address";
import { decodeBase58, toBeHex } from "ethers/utils";
import { findAuxdata, findTrailingAuxdata } from "../bytecode/cbor-auxdata.ts";
import { compareCode } from "../bytecode/compare.ts";
import { computeIpfsHash, computeMetadataHashes } from "../bytecode/metadata-hashes.ts";
import type { Build, BuildCandidate } from "../domain/build.ts";
import {
  type CodeTemplate,
  decodeCode,
  encodeCode,
  getLibraryRanges,
  toBytes,
} from "../domain/code-template.ts";
import { getRemappings, type StandardJsonInput, withSources } from "../domain/compiler-input.ts";
import { importClosure } from "../solidity/import-closure.ts";
import { nestByFile, parseMetadata } from "../solidity/metadata.ts";
import type { FittingBuild } from "./choose-build.ts";
import { readTrailingAuxdata } from "./read-candidates.ts";

export type RestoredSettings = NonNullable<ReturnType<typeof restoredSettings>>;

/** Compiler settings that the contract may have been deployed with. */
export interface Suggestions {
  /** The build's metadata strings, for candidates that have none. */
  readonly metadata: readonly string[];
  readonly remappings: readonly (readonly string[])[];
}

/** Lowercase addresses, keyed by `path:Name`. */
type Libraries = Readonly<Record<string, string>>;

interface Change {
  readonly libraries: Libraries;
  /** Undefined if unchanged. */
  readonly remappings: readonly string[] | undefined;
}

/** Metadata strings, keyed by IPFS hash. */
type Texts = ReadonlyMap<string, string>;

/**
 * Restores the settings that a contract was deployed with, if the metadata hash on chain proves them. A Foundry script
 * compiles with the addresses of its libraries in the settings. Hardhat 3 uses the remappings needed by all files that
 * it compiles together.
 *
 * @param candidates The build's contracts. Their metadata is needed if the deployed contract creates any of them.
 */
export function restoredSettings(
  { candidate, repeats, runtime, creation }: FittingBuild,
  onchain: { readonly runtime: string; readonly creation: string | undefined },
  candidates: readonly BuildCandidate[],
  suggested: Suggestions,
) {
  // Some libraries may be used only by the constructor.
  const libraries = { ...(creation?.sameCode === true ? creation.libraries : {}), ...runtime.libraries };
  const code = toBytes(onchain.runtime);
  const own = findTrailingAuxdata(code);
  if (runtime.sameMetadata || own?.ipfs === undefined) return undefined;
  const known = [...candidates.flatMap((each) => each.metadata ?? []), ...suggested.metadata];
  const texts: Texts = new Map(known.map((text) => [computeIpfsHash(Buffer.from(text)), text]));
  const before = readTrailingAuxdata(candidate.runtime.object);
  const metadata =
    candidate.metadata ?? (before === undefined ? undefined : texts.get(readIpfsHash(before) ?? ""));
  const change = listChanges(libraries, suggested.remappings).find((each) =>
    computeHashesWith(metadata, each).includes(own.ipfs ?? ""),
  );
  if (change === undefined) return undefined;

  const onchainSection = encodeCode(code, own.start).slice(2);
  const getChangedSection = (section: string) =>
    section === before ? onchainSection : computeChangedSection(section, texts, change);
  const changed = (template: CodeTemplate): CodeTemplate =>
    rebuildTemplate(template, change.libraries, getChangedSection);
  const restored = {
    ...candidate,
    runtime: changed(candidate.runtime),
    creation: changed(candidate.creation),
  };
  const comparison = compareCode("runtime", onchain.runtime, restored.runtime);
  if (comparison?.sameMetadata !== true) return undefined;
  // The restored template is already linked, so its comparison doesn't list the libraries.
  const build: FittingBuild = {
    candidate: restored,
    repeats,
    runtime: { ...comparison, libraries: runtime.libraries },
    creation:
      onchain.creation === undefined
        ? undefined
        : compareCode("creation", onchain.creation, restored.creation),
  };
  return {
    build,
    withSettings: (compilation: Build) => changeInput(compilation, change, metadata),
  };
}

function listChanges(libraries: Libraries, lists: readonly (readonly string[])[]): readonly Change[] {
  const linked = Object.keys(libraries).length === 0 ? [{}] : [{}, libraries];
  return [undefined, ...lists].flatMap((remappings) =>
    linked
      .filter((each) => remappings !== undefined || each === libraries)
      .map((each) => ({ libraries: each, remappings })),
  );
}

function computeHashesWith(
  metadata: string | undefined,
  { libraries, remappings }: Change,
): readonly string[] {
  if (metadata === undefined || parseMetadata(metadata) === undefined) return [];
  const value = JSON.parse(metadata) as { readonly settings: { readonly libraries?: Libraries } };
  const settings = {
    ...value.settings,
    libraries: { ...value.settings.libraries, ...libraries },
    ...(remappings && { remappings: remappings.map(addContext).sort() }),
  };
  return computeMetadataHashes({ ...value, settings });
}

/** Adds an empty context to a remapping that has none, as compilers do in metadata. */
function addContext(remapping: string): string {
  return remapping.slice(0, remapping.indexOf("=")).includes(":") ? remapping : `:${remapping}`;
}

/** Applies the same change to another contract's auxdata. Returns hex without 0x. */
function computeChangedSection(section: string, texts: Texts, change: Change): string {
  const before = readIpfsHash(section);
  const [after] = before === undefined ? [] : computeHashesWith(texts.get(before), change);
  return before === undefined || after === undefined
    ? section
    : section.replace(encodeMultihash(before), encodeMultihash(after));
}

function readIpfsHash(section: string): string | undefined {
  return findTrailingAuxdata(toBytes(section))?.ipfs;
}

/** Encodes a CID as hex without 0x: the code for sha2-256, the length 32, and the hash. */
function encodeMultihash(cid: string): string {
  return toBeHex(decodeBase58(cid), 34).slice(2);
}

function rebuildTemplate(
  template: CodeTemplate,
  libraries: Libraries,
  getChangedSection: (section: string) => string,
): CodeTemplate {
  const code = toBytes(template.object);
  const isLinked = Object.keys(libraries).length > 0;
  for (const [name, ranges] of getLibraryRanges(isLinked ? template.linkReferences : {})) {
    const address = decodeCode(libraries[name] ?? "0x");
    for (const { start } of ranges) code.set(address ?? [], start);
  }
  const sections = findAuxdata(code).map(({ start, length }) => ({ start, length }));
  for (const { start, length } of sections) {
    const section = decodeCode(getChangedSection(encodeCode(code, start, start + length).slice(2)));
    if (section?.length === length) code.set(section, start);
  }
  return {
    ...template,
    object: encodeCode(code),
    linkReferences: isLinked ? {} : template.linkReferences,
    auxdata: sections,
  };
}

function changeInput(compilation: Build, change: Change, metadata: string | undefined): Build {
  const { input } = compilation;
  const before = input.settings.libraries as Readonly<Record<string, object>> | undefined;
  const checksummed = Object.fromEntries(
    Object.entries(change.libraries).map(([name, address]) => [name, getAddress(address)]),
  );
  const settings = {
    ...input.settings,
    ...(Object.keys(change.libraries).length > 0 && { libraries: nestByFile(checksummed, before) }),
    ...(change.remappings && { remappings: change.remappings }),
  };
  // Drops the build's other sources, because they may need remappings that the change removes.
  const sources = change.remappings === undefined ? undefined : parseMetadata(metadata)?.sources;
  const narrowed = sources === undefined ? input : withSources(input, Object.keys(sources));
  return { ...compilation, input: { ...narrowed, settings } };
}

/** With up to this many optional remappings, all subsets (at most 256) are tried. */
const MAX_OPTIONAL = 8;

/** Lists other remappings that Hardhat 3 may have used: they depend on the files compiled together. */
export function suggestRemappings(
  input: StandardJsonInput,
  root: string,
  buildRemappings: readonly (readonly string[])[],
): readonly (readonly string[])[] {
  const own = getRemappings(input.settings);
  const needed = own.filter((each) => isNeeded(input, root, each));
  const open = [...new Set([...own, ...buildRemappings.flat()])].filter((each) => !needed.includes(each));
  const lists = open.length <= MAX_OPTIONAL ? listSubsets(open) : [[], ...buildRemappings, open];
  return lists
    .map((list) => [...new Set([...needed, ...list])].sort())
    .filter((list) => list.join("\n") !== [...own].sort().join("\n"));
}

function isNeeded(input: StandardJsonInput, root: string, remapping: string): boolean {
  const remappings = getRemappings(input.settings).filter((each) => each !== remapping);
  const without = importClosure({ ...input, settings: { ...input.settings, remappings } }, root);
  return JSON.stringify(without) !== JSON.stringify(importClosure(input, root));
}

function listSubsets(texts: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: 2 ** texts.length }, (_, bits) =>
    texts.filter((_text, index) => (bits >> index) % 2 === 1),
  );
}
