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
import { findTrailingAuxdata } from "./cbor-auxdata.ts";
import { compareAuxdata, rangeOf, trueAuxdata } from "./compare-auxdata.ts";
import { differenceAt, differingRanges } from "./difference.ts";
import { readImmutables, readLibraries } from "./filled-in.ts";
import { couldLackAuxdata, missingAuxdata } from "./missing-auxdata.ts";

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

/** `PUSH20 <own address> ADDRESS EQ`: how a library's runtime code begins (docs.soliditylang.org, "Call Protection For Libraries"). */
const PUSH20 = 0x73;
const AFTER_CALL_PROTECTION = [0x30, 0x14] as const;
const ADDRESS_LENGTH = 20;

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
  const actual = decodeCode(onchain);
  const built = decodeCode(template.object);
  if (actual === undefined || built === undefined || built.length === 0) return undefined;

  const auxdata = trueAuxdata(built, template);
  const missing = side === "runtime" ? missingAuxdata(actual, built, auxdata) : undefined;
  const lengthDiffers =
    side === "runtime"
      ? actual.length !== built.length && missing === undefined
      : actual.length < built.length;
  const libraries = readLibraries(side, actual, built, template);
  const immutables = readImmutables(side, actual, built, template);
  const metadata =
    missing === undefined
      ? compareAuxdata(side, actual, built, auxdata)
      : { ranges: [missing], differences: [differenceAt(side, "metadata", missing, built, actual)] };
  const protection = callProtection(side, actual, built);

  const masks = [
    ...libraries.ranges,
    ...immutables.ranges,
    ...metadata.ranges,
    ...(protection === undefined ? [] : [protection]),
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
    ...(protection === undefined
      ? {}
      : { callProtection: encodeCode(actual, protection.start, protection.start + protection.length) }),
    tail: side === "creation" ? encodeCode(actual, built.length) : "0x",
    differences: [...inCode, ...metadata.differences],
  };
}

/** The template with another compilation of the same code, such as a service's: references and auxdata ranges stay. */
export function withObject(template: CodeTemplate, object: string): CodeTemplate {
  const built = decodeCode(template.object) ?? new Uint8Array();
  return { ...template, object, auxdata: trueAuxdata(built, template).map(rangeOf) };
}

/** Whether the length of a runtime code allows it to fit a template. Much faster than a comparison. */
export function hasLengthOf(onchain: string, { object }: CodeTemplate): boolean {
  const length = codeLength(onchain);
  return length === codeLength(object) || couldLackAuxdata(length, object);
}

function callProtection(side: Side, actual: Uint8Array, built: Uint8Array): CodeRange | undefined {
  const isZero = built.subarray(1, 1 + ADDRESS_LENGTH).every((byte) => byte === 0);
  const isProtected = (code: Uint8Array) =>
    code[0] === PUSH20 &&
    AFTER_CALL_PROTECTION.every((byte, index) => code[1 + ADDRESS_LENGTH + index] === byte);
  return side === "runtime" && isZero && isProtected(built) && isProtected(actual)
    ? { start: 1, length: ADDRESS_LENGTH }
    : undefined;
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
