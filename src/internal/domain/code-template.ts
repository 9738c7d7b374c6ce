export interface CodeRange {
  readonly start: number;
  readonly length: number;
}

/** Ranges by file path and library name, as in the compiler's output. */
export type LinkReferences = Readonly<Record<string, Readonly<Record<string, readonly CodeRange[]>>>>;

/** Ranges by AST ID, as in the compiler's output. */
export type ImmutableReferences = Readonly<Record<string, readonly CodeRange[]>>;

/** Compiled code, before linking and deployment. */
export interface CodeTemplate {
  /** Hex, with or without 0x; may contain library placeholders `__$…$__`. */
  readonly object: string;
  readonly linkReferences: LinkReferences;
  /** Empty for creation code. */
  readonly immutableReferences: ImmutableReferences;
  /** True if the references are inferred. They may include references in contracts that the code creates. */
  readonly isInferred?: true;
  /** The auxdata of all contracts in the build, hex without 0x. Other bytes that look like auxdata are code. */
  readonly knownAuxdata?: { has(auxdata: string): boolean };
  /** The ranges with auxdata. @default found in the code itself */
  readonly auxdata?: readonly CodeRange[];
}

/** In bytes. */
export const ADDRESS_LENGTH = 20;

/** One of a contract's two bytecodes. */
export type Side = "runtime" | "creation";

/** The placeholder for a library's address: `__$hash$__` since solc 0.5, before that `__` and the library's name. */
const PLACEHOLDER = /__.{36}__/g;

/** About 40 times a chain's usual limit. Processing larger code could take seconds or gigabytes. */
export const MAX_CODE_BYTES = 1_000_000;

/** Returns the length of a hex string in bytes, without decoding it. */
export function codeLength(hex: string): number {
  return (hex.startsWith("0x") ? hex.length - 2 : hex.length) / 2;
}

/** A library placeholder becomes 20 zero bytes. Undefined if the text isn't hex or has an odd number of digits. */
export function decodeCode(hex: string): Uint8Array | undefined {
  const digits = (hex.startsWith("0x") ? hex.slice(2) : hex).replace(PLACEHOLDER, "0".repeat(40));
  if (digits.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(digits)) return undefined;
  return Uint8Array.from(Buffer.from(digits, "hex"));
}

/** Like {@link decodeCode}, but returns no bytes for text that isn't bytecode, and for missing code. */
export function toBytes(hex: string | null | undefined): Uint8Array {
  return decodeCode(hex ?? "") ?? new Uint8Array();
}

/** Returns each library's ranges by `path:Name`. */
export function getLibraryRanges(
  references: LinkReferences,
): readonly (readonly [name: string, ranges: readonly CodeRange[]])[] {
  return Object.entries(references).flatMap(([path, libraries]) =>
    Object.entries(libraries).map(([name, ranges]) => [`${path}:${name}`, ranges] as const),
  );
}

/** Returns all ranges that linking and the constructor fill in. */
export function getOpenRanges({
  linkReferences,
  immutableReferences,
}: Pick<CodeTemplate, "linkReferences" | "immutableReferences">): readonly CodeRange[] {
  return [
    ...Object.values(linkReferences).flatMap((libraries) => Object.values(libraries).flat()),
    ...Object.values(immutableReferences).flat(),
  ];
}

/** 1 inside the ranges, 0 elsewhere. Avoids searching tens of thousands of ranges for each byte. */
export function createMask(length: number, ranges: readonly CodeRange[]): Uint8Array {
  const mask = new Uint8Array(length);
  for (const { start, length: size } of ranges) mask.fill(1, start, start + size);
  return mask;
}

/** Encodes part of the bytecode as 0x and lowercase hex. */
export function encodeCode(code: Uint8Array, start = 0, end = code.length): string {
  const part = code.subarray(start, end);
  return `0x${Buffer.from(part.buffer, part.byteOffset, part.length).toString("hex")}`;
}

/** Reads bytes as a big-endian number. Returns 0 if there are no bytes. */
export function readNumber(bytes: Uint8Array): number {
  return bytes.reduce((number, byte) => number * 256 + byte, 0);
}

/** True if a string is bytecode. Decodes it only if it contains library placeholders. */
export function isCode(hex: string): boolean {
  return (hex.length % 2 === 0 && /^(?:0x)?[0-9a-fA-F]*$/.test(hex)) || decodeCode(hex) !== undefined;
}
