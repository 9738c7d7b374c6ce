/** A range of bytes. */
export interface CodeRange {
  readonly start: number;
  readonly length: number;
}

/** Ranges by file path and library name, as in the compiler's output. */
export type LinkReferences = Readonly<Record<string, Readonly<Record<string, readonly CodeRange[]>>>>;

/** Ranges by AST id, as in the compiler's output. */
export type ImmutableReferences = Readonly<Record<string, readonly CodeRange[]>>;

/** Compiled code, before linking and deployment. */
export interface CodeTemplate {
  /** Hex, with or without 0x; may contain library placeholders `__$…$__`. */
  readonly object: string;
  readonly linkReferences: LinkReferences;
  /** Only runtime code has them. */
  readonly immutableReferences: ImmutableReferences;
  /** The references are inferred from the code, and may include those of contracts that it creates. */
  readonly isInferred?: true;
  /**
   * The CBOR auxdata (metadata sections), hex without 0x, of all contracts of the build. A code contains the auxdata of
   * the contracts that it creates; other bytes that look like auxdata are code.
   */
  readonly knownAuxdata?: { has(auxdata: string): boolean };
  /** The ranges of its auxdata. @default found in the code itself */
  readonly auxdata?: readonly CodeRange[];
}

/** One of a contract's two codes. */
export type Side = "runtime" | "creation";

/** The placeholder of a library's address: `__$hash$__` since solc 0.5, before that `__` and the library's name. */
const PLACEHOLDER = /__.{36}__/g;

/** 40 times what a chain allows: no walk over a code, or over its references, then takes seconds or gigabytes. */
export const LARGEST_CODE_BYTES = 1_000_000;

/** The length of a hex string in bytes, without decoding it. */
export function codeLength(hex: string): number {
  return (hex.startsWith("0x") ? hex.length - 2 : hex.length) / 2;
}

/**
 * Decodes a code. A library placeholder becomes 20 zero bytes.
 *
 * @returns undefined for an odd number of digits, and for text that isn't hex.
 */
export function decodeCode(hex: string): Uint8Array | undefined {
  const digits = (hex.startsWith("0x") ? hex.slice(2) : hex).replace(PLACEHOLDER, "0".repeat(40));
  if (digits.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(digits)) return undefined;
  return Uint8Array.from(Buffer.from(digits, "hex"));
}

/** The ranges of each library by `path:Name`. */
export function libraryRanges(
  references: LinkReferences,
): readonly (readonly [name: string, ranges: readonly CodeRange[]])[] {
  return Object.entries(references).flatMap(([path, libraries]) =>
    Object.entries(libraries).map(([name, ranges]) => [`${path}:${name}`, ranges] as const),
  );
}

/** All ranges that linking and the constructor fill in. */
export function openRanges({
  linkReferences,
  immutableReferences,
}: Pick<CodeTemplate, "linkReferences" | "immutableReferences">): readonly CodeRange[] {
  return [
    ...Object.values(linkReferences).flatMap((libraries) => Object.values(libraries).flat()),
    ...Object.values(immutableReferences).flat(),
  ];
}

/** A byte for each of a code, 1 in the ranges: tens of thousands of ranges are not searched for each byte. */
export function maskOf(length: number, ranges: readonly CodeRange[]): Uint8Array {
  const mask = new Uint8Array(length);
  for (const { start, length: size } of ranges) mask.fill(1, start, start + size);
  return mask;
}

/** Encodes a part of a code as 0x and lower-case hex. */
export function encodeCode(code: Uint8Array, start = 0, end = code.length): string {
  const part = code.subarray(start, end);
  return `0x${Buffer.from(part.buffer, part.byteOffset, part.length).toString("hex")}`;
}

/** The number that some bytes are, the most significant first; 0 for none. */
export function numberIn(bytes: Uint8Array): number {
  return bytes.reduce((number, byte) => number * 256 + byte, 0);
}

/** True if a text is a code. Decodes it only if it contains library placeholders. */
export function isCode(hex: string): boolean {
  return (hex.length % 2 === 0 && /^(?:0x)?[0-9a-fA-F]*$/.test(hex)) || decodeCode(hex) !== undefined;
}
