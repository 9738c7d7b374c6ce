import { type Comparison, compareCode, hasFittingLength } from "../bytecode/compare.ts";
import { readConstructorArguments } from "../bytecode/decoded-value.ts";
import { type Execution, executeConstructor } from "../bytecode/execute-constructor.ts";
import type { BuildCandidate } from "../domain/build.ts";
import { type CodeTemplate, createMask, getOpenRanges } from "../domain/code-template.ts";
import { getContractKey } from "./same-contract.ts";

/** A candidate whose code is on chain, with the comparison for each side. */
export interface FittingBuild {
  readonly candidate: BuildCandidate;
  /** The same contract with the same code in other build files. The libraries for its placeholders can differ. */
  readonly repeats: readonly BuildCandidate[];
  readonly runtime: Comparison;
  /** Undefined if the creation code is unknown. */
  readonly creation: Comparison | undefined;
  /** True if the constructor, not a compiler, wrote the code on chain. @default false */
  readonly isWritten?: true;
}

/**
 * Chooses the contract whose code is on chain, by code alone. If several candidates have the same code, compares
 * metadata, then creation code. Returns several candidates if they can't be distinguished.
 *
 * @param runtimeBytecode The code on chain, 0x-hex.
 * @param creationBytecode The creating transaction's input, 0x-hex, if known.
 */
export function chooseBuild(
  runtimeBytecode: string,
  creationBytecode: string | undefined,
  candidates: readonly BuildCandidate[],
): readonly FittingBuild[] {
  const fitting = candidates.flatMap((candidate) =>
    compareCandidate(runtimeBytecode, creationBytecode, candidate),
  );
  return selectStrongest(fitting);
}

/**
 * Chooses the contract whose creation code was executed. Needed because a constructor can return code that no build
 * contains.
 *
 * @param initCode The current contract's init code: creation code and constructor arguments, 0x-hex.
 */
export function chooseByCreation(
  initCode: string,
  candidates: readonly BuildCandidate[],
): readonly FittingBuild[] {
  let written: Execution | undefined;
  const fitting = candidates.flatMap((candidate): readonly FittingBuild[] => {
    const creation = compareCode("creation", initCode, candidate.creation);
    if (creation?.sameCode !== true || !areArguments(creation.tail, candidate)) return [];
    written ??= executeConstructor(initCode);
    const isCompiled =
      written.kind === "returned" &&
      compareCode("runtime", written.code, candidate.runtime)?.sameCode === true;
    if (isCompiled) return [];
    const runtime = { ...creation, sameCode: false, sameMetadata: false, tail: "0x", differences: [] };
    return [{ candidate, repeats: [], runtime, creation, isWritten: true }];
  });
  return selectStrongest(fitting);
}

function areArguments(tail: string, { abi }: BuildCandidate): boolean {
  const read = readConstructorArguments(tail, abi);
  return read === null || read.decoded !== null;
}

function selectStrongest(fitting: readonly FittingBuild[]): readonly FittingBuild[] {
  const best = Math.max(...fitting.map(rankBuild));
  return joinRepeats(fitting.filter((build) => rankBuild(build) === best));
}

/** Returns the build if exactly one was found. */
export function getOnlyBuild([only, another]: readonly FittingBuild[]): FittingBuild | undefined {
  return another === undefined ? only : undefined;
}

/** Returns all contracts in the builds, including duplicates. */
export function listContracts(builds: readonly FittingBuild[]): readonly BuildCandidate[] {
  return builds.flatMap(({ candidate, repeats }) => [candidate, ...repeats]);
}

function compareCandidate(
  runtimeBytecode: string,
  creationBytecode: string | undefined,
  candidate: BuildCandidate,
): readonly FittingBuild[] {
  if (!hasFittingLength(runtimeBytecode, candidate.runtime)) return [];
  if (cannotFit(runtimeBytecode, candidate.runtime)) return [];
  const runtime = compareCode("runtime", runtimeBytecode, candidate.runtime);
  if (runtime === undefined || !runtime.sameCode) return [];
  const creation =
    creationBytecode === undefined
      ? undefined
      : compareCode("creation", creationBytecode, candidate.creation);
  return [{ candidate, repeats: [], runtime, creation }];
}

/** Ranks metadata highest, because its hash covers all sources and settings. */
function rankBuild({ runtime, creation }: FittingBuild): number {
  return (
    (runtime.sameMetadata && runtime.hasMetadataHash ? 4 : 0) +
    (runtime.sameMetadata ? 0.5 : 0) +
    (creation?.sameCode === true ? 2 : 0) +
    (creation?.sameMetadata === true ? 1 : 0)
  );
}

/** Joins equal contracts from several builds. */
function joinRepeats(builds: readonly FittingBuild[]): readonly FittingBuild[] {
  const distinct = new Map<string, FittingBuild>();
  for (const build of builds) {
    const { candidate } = build;
    const key = getContractKey(candidate);
    const first = distinct.get(key);
    distinct.set(key, first === undefined ? build : { ...first, repeats: [...first.repeats, candidate] });
  }
  return [...distinct.values()];
}

/** Length of a library's call protection (PUSH20 and an address) in hex digits. */
const CALL_PROTECTION_DIGITS = 2 * 21;
/** Number of characters in a library placeholder, which replaces an address. */
const PLACEHOLDER_DIGITS = 2 * 20;
/** Number of digits compared at once. */
const STRIDE = 512;
/** Exceeds the hex digits of the longest CBOR auxdata (metadata section). */
const MAX_AUXDATA_DIGITS = 2 * 208;
const AUXDATA_HEAD_DIGITS = 2 * (2 + "experimental".length);
/** `ipfs`, `solc`, `bzzr` or `experimental`, one of which follows the first two bytes of auxdata. */
const AUXDATA_KEYS = /69706673|736f6c63|627a7a72|6578706572696d656e74616c/i;

/** The position of the difference that was found last. Contracts in a project often differ at the same digit. */
let lastDifference = CALL_PROTECTION_DIGITS;

/**
 * True if the runtime code on chain can't fit a template, because they differ at a digit that is never filled in. Fast,
 * because it doesn't decode them. If false, a full comparison is needed.
 *
 * @param onchain 0x-hex, as long as the template's code.
 */
export function cannotFit(onchain: string, template: CodeTemplate): boolean {
  const { object } = template;
  const start = object.startsWith("0x") ? 2 : 0;
  const length = object.length - start;
  if (onchain.length - 2 !== length) return false;
  const differsAt = (digit: number): boolean =>
    !isSameDigit(onchain.charCodeAt(digit + 2), object.charCodeAt(digit + start));
  const isProgram = (digit: number): boolean => {
    // A placeholder that isn't listed as a range decodes to zeros. A placeholder that contains this digit starts at or
    // before it.
    const placeholder = Math.max(0, digit - PLACEHOLDER_DIGITS + 1) + start;
    if (object.slice(placeholder, digit + start + 1).includes("_")) return false;
    // Auxdata is masked. Auxdata that contains this digit starts at or before it.
    const from = Math.max(0, digit - MAX_AUXDATA_DIGITS) + start;
    return !AUXDATA_KEYS.test(object.slice(from, digit + start + AUXDATA_HEAD_DIGITS));
  };
  const ranges = getOpenRanges(template);
  const isFilledIn = (byte: number): boolean =>
    ranges.some((range) => byte >= range.start && byte < range.start + range.length);
  if (differsAt(lastDifference) && !isFilledIn(lastDifference >> 1) && isProgram(lastDifference)) return true;
  // Created only when a digit differs. Most bytecode in a project is either equal or has a different length.
  let filledIn: Uint8Array | undefined;
  for (let digit = CALL_PROTECTION_DIGITS; digit < length; digit++) {
    // Skips equal stretches. Most code in a project is equal, and comparing strings is fast.
    if (digit % STRIDE === 0 && isSameStretch(onchain, digit + 2, object, digit + start)) {
      digit += STRIDE - 1;
      continue;
    }
    if (!differsAt(digit)) continue;
    filledIn ??= createMask(length >> 1, ranges);
    if (filledIn[digit >> 1] === 1) continue;
    lastDifference = digit;
    return isProgram(digit);
  }
  return false;
}

function isSameStretch(a: string, fromA: number, b: string, fromB: number): boolean {
  return a.slice(fromA, fromA + STRIDE) === b.slice(fromB, fromB + STRIDE);
}

/** Ignores case: bit 0x20 distinguishes upper and lower case and is set in all digits. */
function isSameDigit(a: number, b: number): boolean {
  return (a | 0x20) === (b | 0x20);
}
