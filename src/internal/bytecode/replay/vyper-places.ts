import { type CodeTemplate, codeLength, readNumber, type Side, toBytes } from "../../domain/code-template.ts";
import { decodeCbor } from "../cbor-auxdata.ts";
import { createKeys, type Places } from "./check-places.ts";

/**
 * Returns the positions that may change in code compiled by Vyper, which has no libraries. Immutables follow the
 * runtime code, and the creation code's CBOR auxdata (the metadata section) states their size. From 0.3.10 on, only
 * creation code has auxdata: a list of sizes with the version (docs.vyperlang.org, "Source Code and Compiler
 * Metadata").
 *
 * @param recompiled 0x-prefixed hex.
 * @param recompiledCreation 0x-prefixed hex. Undefined if the record doesn't contain it.
 */
export function findVyperPlaces(
  side: Side,
  recompiled: string,
  recompiledCreation: string | null | undefined,
): Places {
  const code = toBytes(recompiled);
  const length = findVyperAuxdata(code)?.length ?? 0;
  return {
    libraries: new Set(),
    immutables: new Set(),
    auxdata: createKeys(length === 0 ? [] : [{ start: code.length - length, length }]),
    possibleAuxdata: new Set(),
    immutablesAfter: side === "creation" ? 0 : findVyperAuxdata(toBytes(recompiledCreation))?.immutableSize,
    isAuxdata: (value) => findVyperAuxdata(value)?.length === value.length,
  };
}

/**
 * Returns the template for Vyper's runtime code on chain: the compiled runtime code followed by the immutables.
 *
 * @param runtime 0x-prefixed hex, as compiled.
 * @param creation 0x-prefixed hex, as compiled. Its auxdata states the immutables' size.
 * @returns undefined if the auxdata doesn't state that size, as before 0.3.10.
 */
export function createVyperTemplate(runtime: string, creation: string): CodeTemplate | undefined {
  const { immutablesAfter: length } = findVyperPlaces("runtime", runtime, creation);
  if (length === undefined) return undefined;
  const start = codeLength(runtime);
  return {
    object: runtime + "00".repeat(length),
    linkReferences: {},
    immutableReferences: length === 0 ? {} : { immutables: [{ start, length }] },
  };
}

/** `{"vyper": [0, 3, 4]}`, or a version up to 0.3.9 followed by the map's length as two bytes. */
const BEFORE_0_3_10 = /a165767970657283000304$|a16576797065728300030[5-9]000b$/;
/** In bytes. Vyper's auxdata (a list of sizes, sometimes with a hash) is never this large. */
const MAX_AUXDATA_BYTES = 1024;
/** In bytes. No contract's code is this large. */
const MAX_SIZE = 0xff_ffff;
/** The length in bytes of the sources' sha2-256 hash, which Vyper writes from 0.4.1 on. */
const INTEGRITY_LENGTH = 32;

/**
 * Finds the CBOR auxdata (the metadata section) that Vyper appends to bytecode (docs.vyperlang.org, "Source Code and
 * Compiler Metadata"; for its history, the release notes for 0.3.4, 0.3.5, 0.3.10 and 0.4.1).
 *
 * @returns its length, including the length bytes themselves, and the size of the immutables that follow the runtime
 * code, which is undefined before 0.3.10.
 */
export function findVyperAuxdata(code: Uint8Array) {
  const old = BEFORE_0_3_10.exec(Buffer.from(code.subarray(-13)).toString("hex"));
  if (old !== null) return { length: old[0].length / 2 };
  // Since 0.3.10, the length includes its own two bytes.
  const length = readNumber(code.subarray(-2));
  if (length <= 2 || length > MAX_AUXDATA_BYTES || length > code.length) return undefined;
  const immutableSize = readImmutableSize(decodeCbor(code.subarray(-length, -2)));
  return immutableSize === undefined ? undefined : { length, immutableSize };
}

/**
 * @param list `[runtime size, [data sizes], immutable size, {"vyper": version}]`, preceded by the integrity hash since
 * 0.4.1.
 */
function readImmutableSize(list: unknown): number | undefined {
  if (!Array.isArray(list)) return undefined;
  const version = readVersion(list.at(-1));
  if (version === undefined || version < encodeVersion(3, 10)) return undefined;
  const before: readonly unknown[] = list.slice(0, -4);
  const isHashed = version >= encodeVersion(4, 1);
  const isIntegrity = (hash: unknown) => hash instanceof Uint8Array && hash.length === INTEGRITY_LENGTH;
  if (before.length !== (isHashed ? 1 : 0) || !before.every(isIntegrity)) return undefined;
  const [runtimeSize, dataSizes, immutableSize]: readonly unknown[] = list.slice(-4);
  const areSizes = isSize(runtimeSize) && Array.isArray(dataSizes) && dataSizes.every(isSize);
  return areSizes && isSize(immutableSize) ? immutableSize : undefined;
}

/**
 * @param value `{"vyper": [0, 4, 0]}`, with no other key.
 * @returns A number that increases with the version.
 */
function readVersion(value: unknown): number | undefined {
  const parts: unknown = value instanceof Map && value.size === 1 ? value.get("vyper") : undefined;
  if (!Array.isArray(parts) || parts.length !== 3 || !parts.every(isVersionPart)) return undefined;
  const [major, minor = 0, patch = 0] = parts;
  return major === 0 ? encodeVersion(minor, patch) : undefined;
}

function encodeVersion(minor: number, patch: number): number {
  return minor * 100 + patch;
}

function isVersionPart(value: unknown): value is number {
  return isSize(value) && value < 100;
}

function isSize(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= MAX_SIZE;
}
