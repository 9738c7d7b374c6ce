/** What a range of bytes of a code is. `metadata`: CBOR auxdata. `differs`: not the build's, and none of the others. */
type CodePartKind =
  | "immutable"
  | "library"
  | "call-protection"
  | "implementation"
  | "metadata"
  | "differs"
  | "constructor"
  | "runtime"
  | "arguments";

/** A range of bytes of a code. */
export interface CodePart {
  readonly kind: CodePartKind;
  /** Bytes from the start of the code. */
  readonly start: number;
  /** Bytes. */
  readonly length: number;
  /** Of an immutable: the compiler's id. Of a library: `path:Name`. */
  readonly name?: string;
  /** An address, or what the metadata says. */
  readonly value?: string;
}

/** The parts in order; of two that overlap the first one given stays. */
export function inOrder(parts: readonly CodePart[]): readonly CodePart[] {
  const kept: CodePart[] = [];
  for (const part of parts) {
    const overlaps = kept.some(
      ({ start, length }) => start < part.start + part.length && part.start < start + length,
    );
    if (part.length > 0 && !overlaps) kept.push(part);
  }
  return kept.sort((a, b) => a.start - b.start);
}
