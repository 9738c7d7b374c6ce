import type { Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

/**
 * Decompresses a body.
 *
 * @param encoding A Content-Encoding in lower case.
 * @returns undefined if the body is not compressed.
 */
export function decoderFor(encoding: string): Transform | undefined | "unknown" {
  switch (encoding) {
    case "identity":
      return undefined;
    case "gzip":
    case "x-gzip":
      return createGunzip();
    case "deflate":
      return createInflate();
    case "br":
      return createBrotliDecompress();
    default:
      return "unknown";
  }
}
