import { varyLineEndings } from "../../bytecode/predict/line-endings.ts";
import { getIdentifier } from "../../domain/build.ts";
import type { StandardJsonInput } from "../../domain/compiler-input.ts";
import type { CompilerTarget } from "../../domain/output-selection.ts";
import type { ContractRecord } from "../../domain/record.ts";
import { asObject, isObject, type Json } from "../../text/is-object.ts";
import { hasTextHash, type Metadata, readMetadata } from "../metadata.ts";

/** `no-metadata`: the record is from Vyper, or from another compiler that writes no metadata. */
export type MetadataInput =
  | { readonly kind: "input"; readonly input: StandardJsonInput; readonly target: CompilerTarget }
  | { readonly kind: "incomplete"; readonly reason: string }
  | { readonly kind: "no-metadata" };

/**
 * The stored input can differ from the metadata: it can have additional sources, remappings to them, or different
 * settings.
 */
export function createMetadataInput(record: ContractRecord): MetadataInput {
  const { stdJsonInput, compilation } = record;
  const languages = [record.metadata?.language, stdJsonInput?.language, compilation?.language];
  // The service synthesizes metadata for Vyper.
  if (record.metadata == null || !languages.includes("Solidity")) return { kind: "no-metadata" };
  const metadata = readMetadata(record.metadata);
  if (metadata === undefined)
    return { kind: "incomplete", reason: "the record's metadata wasn't written by a compiler" };
  const sources: [string, { content: string }][] = [];
  for (const path of Object.keys(metadata.sources)) {
    const content = findText(path, metadata, record);
    if (content === undefined)
      return {
        kind: "incomplete",
        reason: `the record has no source ${path} with the hash from its metadata`,
      };
    sources.push([path, { content }]);
  }
  const { language, compilerVersion } = metadata;
  return {
    kind: "input",
    input: { language, sources: Object.fromEntries(sources), settings: toCompilerSettings(metadata) },
    target: { contractIdentifier: getIdentifier(metadata), compilerVersion },
  };
}

/** Compilers that write the setting `inliner` to metadata but reject it in the input (Sourcify issue 640). */
const REJECTS_INLINER = /^0\.8\.[2-4](?!\d)/;

/** Compilers reject some settings that they write to the metadata, and versions before 0.5 omit one. */
export function toCompilerSettings(described: Metadata): Json {
  const { settings, sources, compilerVersion } = described;
  const { metadata, optimizer } = settings;
  const written = asObject(metadata);
  const { bytecodeHash, ...withoutHash } = written;
  const { inliner: _, ...details } = asObject(asObject(optimizer).details);
  // If auxdata isn't appended, compilers accept no hash setting except "none", but write the default one to the
  // metadata.
  const isRejected = written.appendCBOR === false && bytecodeHash !== "none";
  const isLiteral = Object.values(sources).some(({ content }) => content !== undefined);
  const metadataSettings = {
    ...(isRejected ? withoutHash : written),
    ...(isLiteral ? { useLiteralContent: true } : {}),
  };
  return {
    ...settings,
    ...(isObject(metadata) || isLiteral ? { metadata: metadataSettings } : {}),
    ...(isObject(optimizer) && isObject(optimizer.details) && REJECTS_INLINER.test(compilerVersion)
      ? { optimizer: { ...optimizer, details } }
      : {}),
  };
}

/** Finds the stored source that has the hash from the metadata, changing its line endings if necessary. */
function findText(path: string, metadata: Metadata, record: ContractRecord): string | undefined {
  const { keccak256: hash = "", content } = metadata.sources[path] ?? {};
  const stored = [record.sources?.[path]?.content, record.stdJsonInput?.sources[path]?.content, content];
  const texts = stored.filter((text) => text !== undefined);
  return (
    texts.find((text) => hasTextHash(text, hash)) ??
    texts.flatMap((text) => varyLineEndings(text)).find((text) => hasTextHash(text, hash))
  );
}
