import { type CodeTemplate, encodeCode, toBytes } from "../../domain/code-template.ts";
import { hashCode } from "../../domain/keccak.ts";
import type { CodePart, ContractCode } from "../../report/model.ts";
import { type Auxdata, findAuxdata, findTrailingAuxdata } from "../cbor-auxdata.ts";
import { belongsToBuild, compareCode } from "../compare.ts";
import { CALL_PROTECTION, readCallProtection } from "../filled-in.ts";
import { findKnownCode } from "../known-codes.ts";

/** Code up to this length is shown byte by byte. */
const MAX_SHOWN_BYTES = 256;
/** Code with more parts is rare, and a map couldn't show all of them. */
const MAX_PARTS = 400;

/**
 * Returns the parts of runtime code on chain.
 *
 * @param onchain 0x-prefixed hex.
 * @param template The matching build's template. If undefined, the layout has only the parts that the code itself
 * reveals.
 * @returns undefined if `onchain` is empty or isn't bytecode.
 */
export function createRuntimeLayout(
  onchain: string,
  template?: CodeTemplate,
): ContractCode["runtime"] | undefined {
  const code = toBytes(onchain);
  if (code.length === 0) return undefined;
  const hex = encodeCode(code);
  const parts = [
    ...(template === undefined ? [] : findBuildParts(hex, code, template)),
    ...findOwnParts(hex, code),
  ];
  return {
    bytes: code.length,
    hash: hashCode(hex),
    ...(code.length <= MAX_SHOWN_BYTES ? { hex } : {}),
    parts: sortParts(parts).slice(0, MAX_PARTS),
  };
}

/** Returns library addresses, immutables, auxdata, and bytes that differ from the build. */
function findBuildParts(hex: string, code: Uint8Array, template: CodeTemplate): readonly CodePart[] {
  const comparison = compareCode("runtime", hex, template);
  if (comparison === undefined) return [];
  const differing = comparison.differences.filter(
    ({ kind, offset }) => kind === "code" && offset < code.length,
  );
  return [
    ...comparison.filledIn.map(({ value: _, ...part }) => part),
    ...findAuxdata(code)
      .filter((each) => belongsToBuild(each, code, template))
      .map(createMetadataPart),
    ...differing.map(({ offset, length }) => ({ kind: "differs" as const, start: offset, length })),
  ];
}

/** Returns the parts that are recognizable without a build. */
function findOwnParts(hex: string, code: Uint8Array): readonly CodePart[] {
  const auxdata = findTrailingAuxdata(code);
  const ownAddress = readCallProtection(code);
  const implementation = findKnownCode(hex)?.implementation?.slice(2);
  const at = implementation === undefined ? -1 : hex.indexOf(implementation);
  return [
    ...(at === -1 || at % 2 === 1
      ? []
      : [{ kind: "implementation" as const, start: at / 2 - 1, length: 20, value: `0x${implementation}` }]),
    ...(ownAddress === undefined
      ? []
      : [{ kind: "call-protection" as const, ...CALL_PROTECTION, value: ownAddress }]),
    ...(auxdata === undefined ? [] : [createMetadataPart(auxdata)]),
  ];
}

/** Describes auxdata: `ipfs Qm…, solc 0.8.28`. */
function createMetadataPart({ start, length, ipfs, bzzr1, hasHash, solcVersion }: Auxdata): CodePart {
  const hash = ipfs === undefined ? (bzzr1 === undefined ? undefined : `bzzr1 ${bzzr1}`) : `ipfs ${ipfs}`;
  const value = [
    hash ?? (hasHash ? "a hash" : "no hash"),
    ...(solcVersion === undefined ? [] : [`solc ${solcVersion}`]),
  ].join(", ");
  return { kind: "metadata", start, length, value };
}

/** Sorts the parts by position. If two overlap, keeps the one listed first. */
export function sortParts(parts: readonly CodePart[]): readonly CodePart[] {
  const kept: CodePart[] = [];
  for (const part of parts) {
    const overlaps = kept.some(
      ({ start, length }) => start < part.start + part.length && part.start < start + length,
    );
    if (part.length > 0 && !overlaps) kept.push(part);
  }
  return kept.sort((a, b) => a.start - b.start);
}

/**
 * Divides init code into the constructor's code, the runtime code that it returns, and the arguments.
 *
 * @param initCode 0x-prefixed hex, with constructor arguments.
 * @param template The build's bytecode. The init code must begin with the build's creation code.
 * @returns undefined if the init code is shorter than the build's creation code.
 */
export function createCreationLayout(
  initCode: string,
  template: { readonly runtime: CodeTemplate; readonly creation: CodeTemplate },
): ContractCode["creation"] {
  const code = toBytes(initCode);
  const creation = toBytes(template.creation.object);
  const runtime = toBytes(template.runtime.object);
  if (creation.length === 0 || code.length < creation.length) return undefined;
  const at = runtime.length === 0 ? -1 : Buffer.from(creation).lastIndexOf(Buffer.from(runtime));
  const [start, end] = at === -1 ? [creation.length, creation.length] : [at, at + runtime.length];
  const parts = [
    createPart("constructor", 0, start),
    createPart("runtime", start, end),
    createPart("constructor", end, creation.length),
    createPart("arguments", creation.length, code.length),
  ];
  return { bytes: code.length, parts: parts.filter(({ length }) => length > 0) };
}

function createPart(kind: CodePart["kind"], start: number, end: number): CodePart {
  return { kind, start, length: end - start };
}
