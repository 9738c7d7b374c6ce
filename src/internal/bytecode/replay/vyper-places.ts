import { AuxdataStyle, decode, type VyperDecodedObject } from "@ethereum-sourcify/bytecode-utils";

import { decodeCode, encodeCode, type Side } from "../../domain/code-template.ts";
import type { Places } from "./places.ts";

/** `{"vyper": [major, minor, patch]}` in CBOR, which Vyper writes since 0.3.4: first alone, later with two bytes of length. */
const VERSION = /a165767970657283(?:0[0-9a-f]|1[0-7]|18[0-9a-f]{2}){3}/;
const BEFORE_0_3_10 = new RegExp(`${VERSION.source}(?:000b)?$`);
/** Longer than any list of sizes with a hash, in bytes. */
const LONGEST = 1024;

/**
 * The places in code of Vyper. Vyper has no libraries. Its immutables follow the runtime code; the CBOR auxdata (the
 * metadata section) of the creation code states their size. Since 0.3.10 only creation code has auxdata, a list of sizes
 * with the version (docs.vyperlang.org, "Source Code and Compiler Metadata").
 *
 * @param recompiled 0x-hex.
 * @param recompiledCreation 0x-hex; undefined where the record lacks it.
 */
export function vyperPlacesOf(
  side: Side,
  recompiled: string,
  recompiledCreation: string | undefined,
): Places {
  const code = decodeCode(recompiled) ?? new Uint8Array();
  const length = auxdataLength(recompiled);
  return {
    libraries: [],
    immutables: [],
    auxdata: length === 0 ? [] : [{ start: code.length - length, length }],
    possibleAuxdata: [],
    immutablesAfter: side === "creation" ? 0 : immutableSize(recompiledCreation),
    isAuxdata: (value) => value.length > 0 && auxdataLength(encodeCode(value)) === value.length,
  };
}

/** Bytes of the auxdata that a code ends with, including the two of the length; 0 for none. */
function auxdataLength(code: string): number {
  const old = BEFORE_0_3_10.exec(code.slice(-2 * 32))?.[0];
  if (old !== undefined) return old.length / 2;
  const stated = Number.parseInt(code.slice(-4), 16);
  const isThere = stated > 2 && stated <= LONGEST && stated * 2 <= code.length - 2;
  return isThere && decodeSizes(code.slice(-2 * stated)) !== undefined ? stated : 0;
}

function immutableSize(creation: string | undefined): number | undefined {
  if (creation === undefined) return undefined;
  const length = auxdataLength(creation);
  if (length === 0) return undefined;
  return decodeSizes(creation.slice(-2 * length))?.immutableSize;
}

/** @param auxdata Hex without 0x. @returns undefined for bytes that are not a valid list of sizes. */
function decodeSizes(auxdata: string): VyperDecodedObject | undefined {
  try {
    // The library expects a code before the auxdata.
    const decoded = decode(`0x00${auxdata}`, AuxdataStyle.VYPER) as VyperDecodedObject;
    const { runtimeSize, dataSizes, immutableSize: size, vyperVersion } = decoded;
    const isSize = (it: unknown) => Number.isInteger(it) && Number(it) >= 0;
    return isSize(runtimeSize) &&
      isSize(size) &&
      Array.isArray(dataSizes) &&
      dataSizes.every(isSize) &&
      /^0\.\d{1,2}\.\d{1,2}$/.test(vyperVersion)
      ? decoded
      : undefined;
  } catch {
    return undefined;
  }
}
