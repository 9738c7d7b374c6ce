import {
  type CodeRange,
  type CodeTemplate,
  codeLength,
  createMask,
  decodeCode,
  encodeCode,
  type Side,
  toBytes,
} from "../domain/code-template.ts";
import type { Difference } from "../report/model.ts";
import { formatLength } from "../text/amounts.ts";
import { type Auxdata, findAuxdata, findTrailingAuxdata } from "./cbor-auxdata.ts";
import {
  CALL_PROTECTION,
  describeDifference,
  type FilledIn,
  findDifferingRanges,
  readCallProtection,
  readFilledIn,
  UNPROTECTED,
} from "./filled-in.ts";
import { OPCODE } from "./opcodes.ts";

/** The result of comparing the bytecode on chain with a build's bytecode. */
export interface Comparison {
  /**
   * True if both bytecodes contain the same program: they differ at most in library addresses, immutables, call
   * protection and auxdata.
   */
  readonly sameCode: boolean;
  /** True if the auxdata is equal too. */
  readonly sameMetadata: boolean;
  /**
   * True if every auxdata section has a metadata hash. The hash covers sources and settings, so only code with a hash
   * can match exactly.
   */
  readonly hasMetadataHash: boolean;
  /**
   * IPFS hash (CIDv0) of the metadata, from the end of the runtime code on chain, if it was written by the build's
   * compiler version.
   */
  readonly onchainIpfs: string | undefined;
  /** All positions of library addresses and immutables. */
  readonly filledIn: readonly FilledIn[];
  /** The address at each library's first position, keyed by `path:Name`. */
  readonly libraries: Readonly<Record<string, string>>;
  /** The value at each immutable's first position, 0x-prefixed hex, keyed by the compiler's ID. */
  readonly immutables: Readonly<Record<string, string>>;
  /**
   * The address in a library's call protection, 0x-prefixed hex; zero in compiled code. Undefined unless the code
   * belongs to a library.
   */
  readonly callProtection: string | undefined;
  /** Bytes after the creation code, 0x-prefixed hex. `0x` if there are none, and always for runtime code. */
  readonly tail: string;
  readonly differences: readonly Difference[];
}

/**
 * Compares the bytecode on chain with a build's bytecode.
 *
 * Masks and reads the values filled in after compilation: library addresses, immutables, call protection, and CBOR
 * auxdata (metadata sections). Auxdata is masked only if the code on chain has auxdata at the same position, so it
 * can't hide code.
 *
 * @param onchain 0x-prefixed hex. For the creation side, the creation transaction's input with constructor arguments.
 * @returns undefined if either side isn't bytecode.
 */
export function compareCode(side: Side, onchain: string, template: CodeTemplate): Comparison | undefined {
  const last = lastComparisons.get(template);
  if (last?.side === side && last.onchain === onchain) return last.comparison;
  const comparison = compare(side, onchain, template);
  lastComparisons.set(template, { side, onchain, comparison });
  return comparison;
}

/** True if both bytecodes contain the same program, see {@link Comparison.sameCode}. */
export function isSameCode(side: Side, onchain: string, template: CodeTemplate): boolean {
  return compareCode(side, onchain, template)?.sameCode === true;
}

/** Caches the last comparison, because build selection, three checks and a claim all compare the same bytecode. */
const lastComparisons = new WeakMap<
  CodeTemplate,
  { readonly side: Side; readonly onchain: string; readonly comparison: Comparison | undefined }
>();

function compare(side: Side, onchain: string, template: CodeTemplate): Comparison | undefined {
  const actual = decodeCode(onchain);
  const built = decodeCode(template.object);
  if (actual === undefined || built === undefined || built.length === 0) return undefined;

  const auxdata = selectAuxdata(built, template);
  const missing = side === "runtime" ? missingAuxdata(actual, built, auxdata) : undefined;
  const lengthDiffers =
    side === "runtime"
      ? actual.length !== built.length && missing === undefined
      : actual.length < built.length;
  const filledIn = readFilledIn(actual, built, template);
  const values = { library: new Map<string, string>(), immutable: new Map<string, string>() };
  const contradictions = filledIn.filter(({ kind, name, value }) => {
    if (!values[kind].has(name)) values[kind].set(name, value);
    return values[kind].get(name) !== value;
  });
  const metadata =
    missing === undefined
      ? compareAuxdata(side, actual, built, auxdata)
      : { ranges: [missing], differences: [describeDifference(side, "metadata", missing, built, actual)] };
  const isProtected = side === "runtime" && readCallProtection(built) === UNPROTECTED;
  const callProtection = isProtected ? readCallProtection(actual) : undefined;

  const masks = [...filledIn, ...metadata.ranges, ...(callProtection === undefined ? [] : [CALL_PROTECTION])];
  const mask = createMask(built.length, masks);
  const program = findDifferingRanges(built, actual, (offset) => mask[offset] === 1).map((range) =>
    describeDifference(side, "code", range, built, actual),
  );
  const inCode = [
    ...(lengthDiffers ? [lengthDifference(side, built, actual)] : []),
    ...program,
    ...contradictions.map((place) => describeDifference(side, place.kind, place, built, actual)),
  ];
  const trailing = side === "runtime" ? findTrailingAuxdata(actual) : undefined;
  const onchainIpfs = trailing?.solcVersion === auxdata.at(-1)?.solcVersion ? trailing?.ipfs : undefined;
  return {
    sameCode: inCode.length === 0,
    sameMetadata: inCode.length === 0 && metadata.differences.length === 0,
    hasMetadataHash: auxdata.length > 0 && auxdata.every(({ hasHash }) => hasHash),
    onchainIpfs,
    libraries: Object.fromEntries(values.library),
    immutables: Object.fromEntries(values.immutable),
    filledIn,
    callProtection,
    tail: side === "creation" ? encodeCode(actual, built.length) : "0x",
    differences: [...inCode, ...metadata.differences],
  };
}

/**
 * Returns the template with code from another compilation, such as a verification service's. Keeps references and
 * auxdata.
 */
export function replaceObject(template: CodeTemplate, object: string): CodeTemplate {
  const built = toBytes(template.object);
  return { ...template, object, auxdata: selectAuxdata(built, template) };
}

/** True if runtime code of this length could fit the template. Much faster than a comparison. */
export function hasFittingLength(onchain: string, { object }: CodeTemplate): boolean {
  const [length, built] = [codeLength(onchain), codeLength(object)];
  // The deployed code may have neither auxdata nor the INVALID before it.
  const auxdata = Number.parseInt(object.slice(-4), 16) + 3;
  return length === built || (length < built && length >= built - auxdata);
}

function lengthDifference(side: Side, built: Uint8Array, actual: Uint8Array): Difference {
  return {
    side,
    kind: "length",
    offset: Math.min(built.length, actual.length),
    length: Math.abs(built.length - actual.length),
    expected: formatLength(built.length),
    actual: formatLength(actual.length),
  };
}

/**
 * Finds the CBOR auxdata (the metadata section) in a build's runtime code if the deployed code was compiled with
 * `appendCBOR: false` or `bytecodeHash: none`, so its auxdata on chain is shorter or missing. Verification services
 * ignore the auxdata when they compare such code.
 *
 * @param all All auxdata in the build's code.
 * @returns undefined if the lengths differ for another reason.
 */
function missingAuxdata(
  onchain: Uint8Array,
  built: Uint8Array,
  all: readonly Auxdata[],
): CodeRange | undefined {
  // If created contracts had auxdata too, offsets inside the code would shift.
  const [own, ...others] = all;
  if (own === undefined || others.length > 0 || !own.hasHash) return undefined;
  if (own.start + own.length !== built.length) return undefined;
  const there = findTrailingAuxdata(onchain);
  if (there === undefined) {
    // solc puts an INVALID between the program and the auxdata.
    const start = own.start - 1;
    return built[start] === OPCODE.INVALID && onchain.length === start
      ? { start, length: own.length + 1 }
      : undefined;
  }
  return !there.hasHash && there.start === own.start ? own : undefined;
}

/**
 * Returns the CBOR auxdata (metadata sections) in a build's code: the contract's own at the end, and the auxdata of the
 * contracts that it creates. Excludes constants that only look like auxdata, because masking them would hide code.
 */
function selectAuxdata(built: Uint8Array, template: CodeTemplate): readonly Auxdata[] {
  const lengths = template.auxdata && new Map(template.auxdata.map(({ start, length }) => [start, length]));
  return findAuxdata(built).filter((each) =>
    lengths === undefined ? belongsToBuild(each, built, template) : lengths.get(each.start) === each.length,
  );
}

/**
 * True if auxdata belongs to the contract itself (at the end of the code) or to a created contract that the build
 * contains.
 */
export function belongsToBuild(
  { start, length }: Auxdata,
  code: Uint8Array,
  { knownAuxdata }: CodeTemplate,
): boolean {
  const end = start + length;
  return end === code.length || knownAuxdata?.has(encodeCode(code, start, end).slice(2)) === true;
}

/** True if compiled code contains auxdata from a contract outside the build, or a constant that looks like auxdata. */
export function containsOtherAuxdata(template: CodeTemplate): boolean {
  const code = toBytes(template.object);
  return findAuxdata(code).some((each) => !belongsToBuild(each, code, template));
}

/** Compares the auxdata of two bytecodes. Returns the ranges to mask, where both bytecodes have auxdata. */
function compareAuxdata(
  side: Side,
  onchain: Uint8Array,
  built: Uint8Array,
  all: readonly Auxdata[],
): { readonly ranges: readonly CodeRange[]; readonly differences: readonly Difference[] } {
  const found = new Map(findAuxdata(onchain).map(({ start, length }) => [start, length]));
  const differs = ({ start, length }: Auxdata) =>
    encodeCode(built, start, start + length) !== encodeCode(onchain, start, start + length);
  // The hash at the end of runtime code also covers created contracts. If it is equal, their auxdata must be equal too,
  // so bytes that differ inside the code belong to the program.
  const own = all.at(-1);
  const isCovered =
    side === "runtime" &&
    own?.hasHash === true &&
    own.start + own.length === Math.max(built.length, onchain.length) &&
    !differs(own);
  const ranges = all.filter((each) => found.get(each.start) === each.length && !(isCovered && differs(each)));
  const differing = ranges.filter(differs);
  return {
    ranges,
    differences: differing.map((each) => describeDifference(side, "metadata", each, built, onchain)),
  };
}
