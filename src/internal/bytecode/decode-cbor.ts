import { decode, encode } from "cborg";

/**
 * Decodes one CBOR value, a map as a Map.
 *
 * @returns undefined for any bytes that an encoder would not write for the value: a float or a long form of a small
 *   integer, a duplicate key, text that is not UTF-8, a rest.
 */
export function decodeCbor(bytes: Uint8Array): unknown {
  try {
    const value: unknown = decode(bytes, { useMaps: true });
    // solc does not sort the keys.
    return Buffer.compare(encode(value, { mapSorter: () => 0 }), bytes) === 0 ? value : undefined;
  } catch {
    return undefined;
  }
}
