import { hashText } from "../../domain/keccak.ts";
import { isObject } from "../../text/is-object.ts";
import { computeIpfsHash, computeSwarmHash, type KnownChunks } from "../metadata-hashes.ts";

type Sources = Readonly<Record<string, { readonly content: string }>>;
type MutableJson = Record<string, unknown>;

/**
 * Before comparing, a verification service varies the sources' line endings and trailing newlines, and keeps the
 * variant whose metadata hash is on chain (lib-sourcify, variationsUtils.ts). Each variant applies one of LINES and one
 * of ENDS to all files.
 */
const LINES: readonly ((text: string) => string)[] = [
  (text) => text.replace(/\r?\n/g, "\r\n"),
  (text) => text.replace(/\r\n/g, "\n"),
];
const ENDS: readonly ((text: string) => string)[] = [
  (text) => text.trimEnd(),
  (text) => `${text.trimEnd()}\n`,
  (text) => `${text.trimEnd()}\r\n`,
  (text) => `${text}\n`,
  (text) => `${text}\r\n`,
];
const VARIANTS = LINES.flatMap((lines) => ENDS.map((end) => (text: string) => end(lines(text))));

/** In characters. Longer sources are never varied, because the variants would take ten times as much memory. */
const MAX_VARIED_LENGTH = 1_000_000;

/** Returns the source and all variants that a service may have verified. */
export function varyLineEndings(content: string): readonly string[] {
  if (content.length > MAX_VARIED_LENGTH) return [content];
  return [content, ...VARIANTS.map((vary) => vary(content))];
}

/**
 * True if a verification service would find that the metadata on chain differs from the build's only in the sources'
 * line endings.
 *
 * @param metadata Exactly as the compiler wrote it.
 * @param ipfs CIDv0 of the metadata on chain.
 */
export function differsInLineEndingsOnly(metadata: string, sources: Sources, ipfs: string): boolean {
  const written: unknown = JSON.parse(metadata);
  if (!isObject(written) || !isObject(written.sources)) return false;
  let described = written.sources;
  const known: KnownChunks = new Map();
  const texts = Object.keys(described).flatMap((path) => {
    const content = sources[path]?.content;
    return content === undefined ? [] : [[path, content] as const];
  });
  return groupVariants(texts).some((variant) => {
    // As in the service, a source dropped by one variant is also missing from all later variants.
    described = Object.fromEntries(
      variant.flatMap(([path, content]) => {
        const source = described[path];
        return isObject(source) ? [[path, describeSource(source, content, known)] as const] : [];
      }),
    );
    const text = JSON.stringify({ ...sortKeys(written), sources: described });
    return computeIpfsHash(Buffer.from(text)) === ipfs;
  });
}

type Text = readonly [path: string, content: string];

/** Groups the varied sources by variant. Keeps only the last of several equal sources, as the service does. */
function groupVariants(texts: readonly Text[]): readonly (readonly Text[])[] {
  const distinct = new Map<string, { readonly variant: number; readonly text: Text }>();
  for (const [path, content] of texts) {
    VARIANTS.forEach((vary, variant) => {
      const text = vary(content);
      distinct.set(text, { variant, text: [path, text] });
    });
  }
  const groups = Map.groupBy(distinct.values(), ({ variant }) => variant);
  return [...groups.values()].map((group) => group.map(({ text }) => text));
}

/** Returns a source's metadata entry, updated for different content. */
function describeSource(source: MutableJson, content: string, known: KnownChunks): MutableJson {
  const bytes = Buffer.from(content);
  const { content: literal, urls } = source;
  return {
    ...source,
    keccak256: hashText(content),
    ...(typeof literal === "string" && literal !== "" ? { content } : {}),
    ...(Array.isArray(urls) ? { urls: urls.map((url) => computeUrl(String(url), bytes, known)) } : {}),
  };
}

function computeUrl(url: string, bytes: Uint8Array, known: KnownChunks): string {
  if (url.includes("dweb:/ipfs/")) return `dweb:/ipfs/${computeIpfsHash(bytes)}`;
  return url.includes("bzz-raw://") ? `bzz-raw://${computeSwarmHash(bytes, known)}` : "";
}

/** The service sorts keys by locale, so it orders some names differently than the compiler does. */
function sortKeys(value: MutableJson): MutableJson {
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([key, item]) => [key, isObject(item) ? sortKeys(item) : item]),
  );
}
