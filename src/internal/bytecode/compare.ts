import {
  type CodeRange,
  type CodeTemplate,
  codeLength,
  decodeCode,
  encodeCode,
  maskOf,
  type Side,
} from "../domain/code-template.ts";
import type { Difference } from "../report/model.ts";
import { type Auxdata, findAuxdata, findTrailingAuxdata } from "./cbor-auxdata.ts";
import {
  CALL_PROTECTION,
  callProtectionOf,
  differenceAt,
  differingRanges,
  readFilledIn,
  UNPROTECTED,
} from "./filled-in.ts";
import { OPCODE } from "./opcodes.ts";

/** How a code on chain relates to a build's code. */
export interface Comparison {
  /** Both are the same program: only library addresses, immutables, call protection and auxdata differ. */
  readonly sameCode: boolean;
  /** The auxdata is the same, too. */
  readonly sameMetadata: boolean;
  /** All auxdata has a metadata hash. It covers sources and settings; without it a match can't be exact. */
  readonly hasMetadataHash: boolean;
  /** CIDv0 of the metadata at the end of a runtime code on chain, if the build's compiler version wrote it. */
  readonly onchainIpfs?: string;
  /** Address of each library, by `path:Name`. */
  readonly libraries: Readonly<Record<string, string>>;
  /** 0x-hex of each immutable, by the compiler's id. */
  readonly immutables: Readonly<Record<string, string>>;
  /** The address in a library's call protection, 0x-hex; zero as compiled. Undefined for other code. */
  readonly callProtection?: string;
  /** Bytes after the creation code: 0x-hex, `0x` for none, and for runtime code. */
  readonly tail: string;
  readonly differences: readonly Difference[];
}

/**
 * Compares a code on chain with a build's code.
 *
 * Masks and reads what is filled in after compilation: library addresses, immutables, call protection, and CBOR auxdata
 * (metadata sections). Auxdata is masked only where the code on chain has auxdata at the same place, so that it can't
 * hide code.
 *
 * @param onchain 0x-hex. For the creation side, the creating transaction's input with constructor arguments.
 * @returns undefined where one of the two is not a code.
 */
export function compareCode(side: Side, onchain: string, template: CodeTemplate): Comparison | undefined {
  const last = LAST[side].get(template);
  if (last?.onchain === onchain) return last.comparison;
  const comparison = compare(side, onchain, template);
  LAST[side].set(template, { onchain, comparison });
  return comparison;
}

type Last = WeakMap<CodeTemplate, { readonly onchain: string; readonly comparison: Comparison | undefined }>;

/** The choice of a build, three checks and a claim compare the same two codes. */
const LAST: Readonly<Record<Side, Last>> = { runtime: new WeakMap(), creation: new WeakMap() };

function compare(side: Side, onchain: string, template: CodeTemplate): Comparison | undefined {
  const actual = decodeCode(onchain);
  const built = decodeCode(template.object);
  if (actual === undefined || built === undefined || built.length === 0) return undefined;

  const auxdata = trueAuxdata(built, template);
  const missing = side === "runtime" ? missingAuxdata(actual, built, auxdata) : undefined;
  const lengthDiffers =
    side === "runtime"
      ? actual.length !== built.length && missing === undefined
      : actual.length < built.length;
  const libraries = readFilledIn("library", side, actual, built, template);
  const immutables = readFilledIn("immutable", side, actual, built, template);
  const metadata =
    missing === undefined
      ? compareAuxdata(side, actual, built, auxdata)
      : { ranges: [missing], differences: [differenceAt(side, "metadata", missing, built, actual)] };
  const isProtected = side === "runtime" && callProtectionOf(built) === UNPROTECTED;
  const callProtection = isProtected ? callProtectionOf(actual) : undefined;

  const masks = [
    ...libraries.ranges,
    ...immutables.ranges,
    ...metadata.ranges,
    ...(callProtection === undefined ? [] : [CALL_PROTECTION]),
  ];
  const mask = maskOf(built.length, masks);
  const program = differingRanges(built, actual, (offset) => mask[offset] === 1).map((range) =>
    differenceAt(side, "code", range, built, actual),
  );
  const inCode = [
    ...(lengthDiffers ? [lengthDifference(side, built, actual)] : []),
    ...program,
    ...libraries.differences,
    ...immutables.differences,
  ];
  const trailing = side === "runtime" ? findTrailingAuxdata(actual) : undefined;
  const onchainIpfs = trailing?.solcVersion === auxdata.at(-1)?.solcVersion ? trailing?.ipfs : undefined;
  return {
    sameCode: inCode.length === 0,
    sameMetadata: inCode.length === 0 && metadata.differences.length === 0,
    hasMetadataHash: auxdata.length > 0 && auxdata.every(({ hasHash }) => hasHash),
    ...(onchainIpfs === undefined ? {} : { onchainIpfs }),
    libraries: libraries.values,
    immutables: immutables.values,
    ...(callProtection === undefined ? {} : { callProtection }),
    tail: side === "creation" ? encodeCode(actual, built.length) : "0x",
    differences: [...inCode, ...metadata.differences],
  };
}

/** The template with another compilation of the same code, such as a service's: references and auxdata ranges stay. */
export function withObject(template: CodeTemplate, object: string): CodeTemplate {
  const built = decodeCode(template.object) ?? new Uint8Array();
  return { ...template, object, auxdata: trueAuxdata(built, template) };
}

/** True if the length of a runtime code allows it to fit a template. Much faster than a comparison. */
export function hasLengthOf(onchain: string, { object }: CodeTemplate): boolean {
  const [length, built] = [codeLength(onchain), codeLength(object)];
  // It may lack its auxdata, and the INVALID before that.
  const auxdata = Number.parseInt(object.slice(-4), 16) + 3;
  return length === built || (length < built && length >= built - auxdata);
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

/**
 * The range of CBOR auxdata (the metadata section) in a built runtime code whose code on chain was deployed with
 * `appendCBOR: false` or `bytecodeHash: none`, and so has no auxdata or a shorter one. A verification service compares
 * such code without it.
 *
 * @param all All auxdata in the built code.
 * @returns undefined where the lengths differ in another way.
 */
function missingAuxdata(
  onchain: Uint8Array,
  built: Uint8Array,
  all: readonly Auxdata[],
): CodeRange | undefined {
  // With auxdata of created contracts, offsets inside the code would shift too.
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
 * The CBOR auxdata (metadata sections) of a code: its own at the end, and that of contracts that it creates. Constants
 * that only look like auxdata are excluded, because masking them would hide code.
 */
function trueAuxdata(built: Uint8Array, template: CodeTemplate): readonly Auxdata[] {
  const lengths = template.auxdata && new Map(template.auxdata.map(({ start, length }) => [start, length]));
  return findAuxdata(built).filter((each) =>
    lengths === undefined ? isOfBuild(each, built, template) : lengths.get(each.start) === each.length,
  );
}

/** The auxdata of contracts that it creates, where the build knows it. The code's own is at the end. */
export function isOfBuild(
  { start, length }: Auxdata,
  code: Uint8Array,
  { knownAuxdata }: CodeTemplate,
): boolean {
  const end = start + length;
  return end === code.length || knownAuxdata?.has(encodeCode(code, start, end).slice(2)) === true;
}

/** Compares the auxdata of two codes. Ranges are those to mask: where both codes have auxdata. */
function compareAuxdata(
  side: Side,
  onchain: Uint8Array,
  built: Uint8Array,
  all: readonly Auxdata[],
): { readonly ranges: readonly CodeRange[]; readonly differences: readonly Difference[] } {
  const found = new Map(findAuxdata(onchain).map(({ start, length }) => [start, length]));
  const differs = ({ start, length }: Auxdata) =>
    encodeCode(built, start, start + length) !== encodeCode(onchain, start, start + length);
  // The hash at the end of a runtime code covers the contracts that it creates: if it is equal, their auxdata must be
  // equal too, and differing bytes inside are code.
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
    differences: differing.map((each) => differenceAt(side, "metadata", each, built, onchain)),
  };
}
