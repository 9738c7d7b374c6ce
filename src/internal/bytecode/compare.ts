import {
  type CodeRange,
  type CodeTemplate,
  codeLength,
  decodeCode,
  encodeCode,
  type ImmutableReferences,
  type LinkReferences,
  type Side,
} from "../domain/code-template.ts";
import { type Difference, differenceAt, differingRanges } from "./difference.ts";
import { couldLackMetadata, metadataLeftOut } from "./metadata-left-out.ts";
import { findMetadataSections, findTrailingSection, type MetadataSection } from "./metadata-sections.ts";

/** How a code on chain relates to a code of a build. */
export interface Comparison {
  /** The same program runs: nothing differs but what a linker, a constructor and the metadata fill in. */
  readonly sameCode: boolean;
  /** Also every metadata section is the same. */
  readonly sameMetadata: boolean;
  /** Every metadata section has a hash, which covers sources and settings; without that a match can't be exact. */
  readonly hasMetadataHash: boolean;
  /** CIDv0 of the metadata that a runtime code on chain ends with, where it has one of the build's compiler. */
  readonly onchainIpfs?: string;
  /** Address of each library, by `path:Name`. */
  readonly libraries: Readonly<Record<string, string>>;
  /** 0x-hex of each immutable, by the id that the compiler gave. */
  readonly immutables: Readonly<Record<string, string>>;
  /** What follows the creation code: 0x-hex, `0x` for none. Empty for runtime code. */
  readonly tail: string;
  readonly differences: readonly Difference[];
}

/** `PUSH20 <own address> ADDRESS EQ`: how a library's runtime code begins (docs.soliditylang.org, "Call Protection For Libraries"). */
const PUSH20 = 0x73;
const AFTER_CALL_PROTECTION = [0x30, 0x14] as const;
const ADDRESS_LENGTH = 20;

/**
 * Compares a code on chain with a code of a build.
 *
 * Masked and read out, because they are filled in after compiling: library addresses, immutables, a library's
 * call protection, and metadata sections. A masked metadata section must be one on chain too, at the same place,
 * so that no code hides behind it.
 *
 * @param onchain 0x-hex. Of the creation side the creating transaction's input, constructor arguments included.
 * @returns undefined where one of the two is no code at all.
 */
export function compareCode(side: Side, onchain: string, template: CodeTemplate): Comparison | undefined {
  const actual = decodeCode(onchain);
  const built = decodeCode(template.object);
  if (actual === undefined || built === undefined || built.length === 0) return undefined;

  const sections = realSections(built, template);
  const leftOut = side === "runtime" ? metadataLeftOut(actual, built, sections) : undefined;
  const lengthDiffers =
    side === "runtime"
      ? actual.length !== built.length && leftOut === undefined
      : actual.length < built.length;
  const libraries = readLinks(side, actual, built, template.linkReferences);
  const immutables = readImmutables(side, actual, built, template.immutableReferences);
  const metadata =
    leftOut === undefined
      ? compareSections(side, actual, built, sections)
      : { ranges: [leftOut], differences: [differenceAt(side, "metadata", leftOut, built, actual)] };
  const protection = callProtection(side, actual, built);

  const masks = [...libraries.ranges, ...immutables.ranges, ...metadata.ranges, ...protection];
  const there = side === "runtime" ? findTrailingSection(actual) : undefined;
  const onchainIpfs = there?.solcVersion === sections.at(-1)?.solcVersion ? there?.ipfs : undefined;
  const program = differingRanges(built, actual, maskOf(built.length, masks)).map((range) =>
    differenceAt(side, "code", range, built, actual),
  );
  const inCode = [
    ...(lengthDiffers ? [lengthDifference(side, built, actual)] : []),
    ...program,
    ...libraries.differences,
    ...immutables.differences,
  ];
  return {
    sameCode: inCode.length === 0,
    sameMetadata: inCode.length === 0 && metadata.differences.length === 0,
    hasMetadataHash: sections.length > 0 && sections.every((section) => section.hasHash),
    ...(onchainIpfs === undefined ? {} : { onchainIpfs }),
    libraries: libraries.values,
    immutables: immutables.values,
    tail: side === "creation" ? encodeCode(actual, built.length) : "0x",
    differences: [...inCode, ...metadata.differences],
  };
}

/** The same template with another code of it, such as one that a service compiled: where things are filled in stays. */
export function withObject(template: CodeTemplate, object: string): CodeTemplate {
  const built = decodeCode(template.object) ?? new Uint8Array();
  const sections = realSections(built, template).map(({ offset, length }) => ({ start: offset, length }));
  return { ...template, object, sections };
}

/**
 * The metadata sections of a code, as opposed to constants that look like one and would hide code behind a mask: the
 * one at its end, and those of contracts that it creates.
 */
function realSections(built: Uint8Array, template: CodeTemplate): readonly MetadataSection[] {
  const { knownMetadata, sections } = template;
  return findMetadataSections(built).filter(({ offset, length }) =>
    sections === undefined
      ? offset + length === built.length ||
        knownMetadata?.has(encodeCode(built, offset, offset + length).slice(2)) === true
      : sections.some((range) => range.start === offset && range.length === length),
  );
}

/** Whether a runtime code can be of this template at all; costs next to nothing. */
export function hasLengthOf(onchain: string, { object }: CodeTemplate): boolean {
  const length = codeLength(onchain);
  return length === codeLength(object) || couldLackMetadata(length, object);
}

interface Filled {
  readonly ranges: readonly CodeRange[];
  readonly values: Readonly<Record<string, string>>;
  readonly differences: readonly Difference[];
}

function readLinks(side: Side, actual: Uint8Array, built: Uint8Array, references: LinkReferences): Filled {
  const named = Object.entries(references).flatMap(([path, libraries]) =>
    Object.entries(libraries).map(([name, ranges]) => [`${path}:${name}`, ranges] as const),
  );
  return readFilledIn(side, "library", actual, built, named);
}

function readImmutables(
  side: Side,
  actual: Uint8Array,
  built: Uint8Array,
  references: ImmutableReferences,
): Filled {
  return readFilledIn(side, "immutable", actual, built, Object.entries(references));
}

/** Reads what was filled in; the same name must hold the same value everywhere. */
function readFilledIn(
  side: Side,
  kind: "library" | "immutable",
  actual: Uint8Array,
  built: Uint8Array,
  named: readonly (readonly [name: string, ranges: readonly CodeRange[]])[],
): Filled {
  const values: Record<string, string> = {};
  const differences: Difference[] = [];
  const all: CodeRange[] = [];
  for (const [name, ranges] of named) {
    for (const range of ranges) {
      const end = range.start + range.length;
      if (range.start < 0 || range.length < 0 || end > built.length || end > actual.length) continue;
      // Nothing is filled in where the compiler left no room for it.
      if (built.subarray(range.start, end).some((byte) => byte !== 0)) continue;
      all.push(range);
      const value = encodeCode(actual, range.start, end);
      values[name] ??= value;
      if (values[name] !== value) differences.push(differenceAt(side, kind, range, built, actual));
    }
  }
  return { ranges: all, values, differences };
}

function compareSections(
  side: Side,
  actual: Uint8Array,
  built: Uint8Array,
  sections: readonly MetadataSection[],
): Omit<Filled, "values"> {
  const onchain = new Map(findMetadataSections(actual).map((section) => [section.offset, section.length]));
  const differs = ({ offset, length }: MetadataSection) =>
    encodeCode(built, offset, offset + length) !== encodeCode(actual, offset, offset + length);
  // A runtime code ends with its own section, whose hash covers the contracts that it creates too: when it is the
  // same, so are theirs, and what differs inside is no metadata.
  const own = sections.at(-1);
  const isCovered =
    side === "runtime" &&
    own?.hasHash === true &&
    own.offset + own.length === Math.max(built.length, actual.length) &&
    !differs(own);
  const masked = sections.filter(
    (section) => onchain.get(section.offset) === section.length && !(isCovered && differs(section)),
  );
  const asRange = ({ offset, length }: MetadataSection) => ({ start: offset, length });
  return {
    ranges: masked.map(asRange),
    differences: masked
      .filter(differs)
      .map((section) => differenceAt(side, "metadata", asRange(section), built, actual)),
  };
}

function callProtection(side: Side, actual: Uint8Array, built: Uint8Array): readonly CodeRange[] {
  const zero = built.subarray(1, 1 + ADDRESS_LENGTH).every((byte) => byte === 0);
  const isProtected = (code: Uint8Array) =>
    code[0] === PUSH20 &&
    AFTER_CALL_PROTECTION.every((byte, index) => code[1 + ADDRESS_LENGTH + index] === byte);
  return side === "runtime" && zero && isProtected(built) && isProtected(actual)
    ? [{ start: 1, length: ADDRESS_LENGTH }]
    : [];
}

function maskOf(length: number, ranges: readonly CodeRange[]): (offset: number) => boolean {
  const mask = new Uint8Array(length);
  for (const { start, length: size } of ranges) mask.fill(1, start, start + size);
  return (offset) => mask[offset] === 1;
}

function lengthDifference(side: Side, built: Uint8Array, actual: Uint8Array): Difference {
  return {
    side,
    kind: "length",
    offset: Math.min(built.length, actual.length),
    length: Math.abs(built.length - actual.length),
    expected: `${built.length} bytes`,
    actual: `${actual.length} bytes`,
  };
}
