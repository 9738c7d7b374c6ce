/** Byte ranges that a linker or a constructor fills in. */
export interface CodeRange {
  readonly start: number;
  readonly length: number;
}

/** File path to library name to ranges, as compilers write it. */
export type LinkReferences = Readonly<Record<string, Readonly<Record<string, readonly CodeRange[]>>>>;

/** AST id to ranges, as compilers write it. */
export type ImmutableReferences = Readonly<Record<string, readonly CodeRange[]>>;

/** Code as a compiler made it, before linking and deployment. */
export interface CodeTemplate {
  /** Hex, with or without 0x; library placeholders `__$…$__` may stand in it. */
  readonly object: string;
  readonly linkReferences: LinkReferences;
  /** Only runtime code has them. */
  readonly immutableReferences: ImmutableReferences;
  /** The references are guessed from the code: what another contract in it leaves open may be among them. */
  readonly isInferred?: true;
  /**
   * The metadata sections, in hex without 0x, of the contracts that were compiled with it: a code that creates one of
   * them holds its section. What else looks like a section inside of a code is code.
   */
  readonly knownMetadata?: { has(section: string): boolean };
  /** Where its metadata sections are, when that is known from another code. @default found in the code itself */
  readonly sections?: readonly CodeRange[];
}

/** Which of a contract's two codes. */
export type Side = "runtime" | "creation";

/** `__`, 36 characters, `__`: where a library's address goes (since solc 0.5 `__$hash$__`, before that its name). */
const PLACEHOLDER = /__.{36}__/g;

/** How many bytes a hex string stands for, without decoding it. */
export function codeLength(hex: string): number {
  return (hex.startsWith("0x") ? hex.length - 2 : hex.length) / 2;
}

/**
 * Decodes a code, each library placeholder as 20 zero bytes.
 *
 * @returns undefined where the text is no code: an odd number of digits, or something that isn't hex.
 */
export function decodeCode(hex: string): Uint8Array | undefined {
  const digits = (hex.startsWith("0x") ? hex.slice(2) : hex).replace(PLACEHOLDER, "0".repeat(40));
  if (digits.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(digits)) return undefined;
  return Uint8Array.from(Buffer.from(digits, "hex"));
}

/** 0x and lower-case hex of a part of a code; what lies outside of it is left out. */
export function encodeCode(code: Uint8Array, start = 0, end = code.length): string {
  const part = code.subarray(start, end);
  return `0x${Buffer.from(part.buffer, part.byteOffset, part.length).toString("hex")}`;
}

/** Whether a text is a code, found out without decoding it where no library's placeholder stands in it. */
export function isCode(hex: string): boolean {
  return (hex.length % 2 === 0 && /^(?:0x)?[0-9a-fA-F]*$/.test(hex)) || decodeCode(hex) !== undefined;
}
