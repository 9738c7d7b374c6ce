import * as z from "zod";
import { type InputName, splitName } from "../domain/build.ts";
import type { StandardJsonInput } from "../domain/compiler-input.ts";
import { hashText } from "../domain/keccak.ts";
import { getOwn, type Json, tryJson } from "../text/is-object.ts";
import { findDifferingSettings } from "./normalised-settings.ts";

/** The parts of a contract's metadata needed to recompile it (docs.soliditylang.org, "Contract Metadata"). */
const schema = z.lazy(() =>
  z.object({
    compiler: z.object({ version: z.string() }),
    language: z.string(),
    settings: z.looseObject({
      compilationTarget: z.record(z.string(), z.string()),
      libraries: z.record(z.string(), z.string()).default({}),
    }),
    // The source text is present only with `useLiteralContent`.
    sources: z.record(z.string(), z.object({ keccak256: z.string(), content: z.string().optional() })),
    output: z.object({ abi: z.array(z.record(z.string(), z.unknown())) }),
  }),
);

export type Metadata = NonNullable<ReturnType<typeof readMetadata>>;

/** Parses a contract's metadata JSON. Returns undefined for any other string. */
export function parseMetadata(text: unknown): Metadata | undefined {
  return readMetadata(typeof text === "string" ? tryJson(text) : undefined);
}

/** Returns the long compiler version, and the settings in the format of a compiler input. */
export function readMetadata(json: unknown) {
  const parsed = schema.safeParse(json);
  if (!parsed.success) return undefined;
  const { compiler, language, settings, sources, output } = parsed.data;
  const { compilationTarget, libraries, ...others } = settings;
  const [target] = Object.entries(compilationTarget);
  if (target === undefined) return undefined;
  return {
    compilerVersion: compiler.version,
    language,
    inputSourceName: target[0],
    name: target[1],
    abi: output.abi,
    settings: { ...others, libraries: nestByFile(libraries) } as Json,
    sources,
  };
}

export function describesContract(metadataText: string, { inputSourceName, name }: InputName): boolean {
  const metadata = parseMetadata(metadataText);
  return metadata?.inputSourceName === inputSourceName && metadata.name === name;
}

/** True if a compiler input has the sources and settings listed in the metadata, so it compiles to the same code. */
export function fitsMetadata(input: StandardJsonInput, metadata: Metadata): boolean {
  return fitsCompilation(metadata, input.settings, (path) => hashSource(input, path));
}

/** True if a compiler input has the sources listed in the metadata. Undefined if the string isn't metadata. */
export function containsMetadataSources(input: StandardJsonInput, metadataText: string): boolean | undefined {
  const metadata = parseMetadata(metadataText);
  return metadata && hasSources(metadata, (path) => hashSource(input, path));
}

/** Like {@link fitsMetadata}, but takes the settings and source hashes (keccak256, 0x-prefixed hex). */
export function fitsCompilation(
  metadata: Metadata,
  settings: Json,
  getHash: (path: string) => string | undefined,
): boolean {
  const { settings: stated, compilerVersion } = metadata;
  return (
    hasSources(metadata, getHash) && findDifferingSettings(stated, settings, compilerVersion).length === 0
  );
}

function hasSources({ sources }: Metadata, getHash: (path: string) => string | undefined): boolean {
  return Object.entries(sources).every(([path, { keccak256: hash }]) => getHash(path) === hash.toLowerCase());
}

function hashSource({ sources }: StandardJsonInput, path: string): string | undefined {
  const source = getOwn(sources, path);
  return source && hashText(source.content);
}

/** @param hash keccak256 of the UTF-8 encoded text, 0x-prefixed hex. */
export function hasTextHash(content: string, hash: string | undefined): boolean {
  return hashText(content) === hash?.toLowerCase();
}

/** Converts libraries keyed by `path:Name` to a compiler input's nested form. Keeps the libraries in `before`. */
export function nestByFile(
  libraries: Readonly<Record<string, string>>,
  before: Readonly<Record<string, object>> = {},
): Readonly<Record<string, object>> {
  const files = new Map(Object.entries(before));
  for (const [fullName, address] of Object.entries(libraries)) {
    const { path, name } = splitName(fullName);
    files.set(path, { ...files.get(path), [name]: address });
  }
  return Object.fromEntries(files);
}
