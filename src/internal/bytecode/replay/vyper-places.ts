import { AuxdataStyle, decode, type VyperDecodedObject } from "@ethereum-sourcify/bytecode-utils";

import { decodeCode, encodeCode, type Side } from "../../domain/code-template.ts";
import type { Places } from "./places.ts";

/** `{"vyper": [major, minor, patch]}` in CBOR, as Vyper wrote it from 0.3.4 on: first alone, then with two bytes of length. */
const VERSION = /a165767970657283(?:0[0-9a-f]|1[0-7]|18[0-9a-f]{2}){3}/;
const BEFORE_0_3_10 = new RegExp(`${VERSION.source}(?:000b)?$`);
/** Longer than any list of sizes with a hash. */
const LONGEST = 1024;

/**
 * The places in a code of Vyper. It has no libraries. Immutables follow the runtime code, as many bytes as the
 * creation code's metadata states; since 0.3.10 only creation code has metadata, a list of sizes with the version
 * (docs.vyperlang.org, "Source Code and Compiler Metadata").
 *
 * @param recompiled 0x-hex.
 * @param recompiledCreation 0x-hex; undefined where the record has none.
 */
export function vyperPlacesOf(
  side: Side,
  recompiled: string,
  recompiledCreation: string | undefined,
): Places {
  const code = decodeCode(recompiled) ?? new Uint8Array();
  const length = metadataLength(recompiled);
  return {
    libraries: [],
    immutables: [],
    metadata: length === 0 ? [] : [{ start: code.length - length, length }],
    perhapsMetadata: [],
    immutablesBehind: side === "creation" ? 0 : immutableSize(recompiledCreation),
    isMetadata: (value) => value.length > 0 && metadataLength(encodeCode(value)) === value.length,
  };
}

/** Bytes of the metadata that a code ends with, the length's two included; 0 for none. */
function metadataLength(code: string): number {
  const old = BEFORE_0_3_10.exec(code.slice(-2 * 32))?.[0];
  if (old !== undefined) return old.length / 2;
  const stated = Number.parseInt(code.slice(-4), 16);
  const isThere = stated > 2 && stated <= LONGEST && stated * 2 <= code.length - 2;
  return isThere && decodeSizes(code.slice(-2 * stated)) !== undefined ? stated : 0;
}

function immutableSize(creation: string | undefined): number | undefined {
  if (creation === undefined) return undefined;
  const length = metadataLength(creation);
  if (length === 0) return undefined;
  return decodeSizes(creation.slice(-2 * length))?.immutableSize;
}

/** @param section Hex without 0x. @returns undefined for what is no such list, or has something else in it. */
function decodeSizes(section: string): VyperDecodedObject | undefined {
  try {
    // The library takes the section for a whole code, in front of which something has to stand.
    const decoded = decode(`0x00${section}`, AuxdataStyle.VYPER) as VyperDecodedObject;
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
