import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

interface BodyLimits {
  /** Counted while the body comes in, both as sent and decompressed. */
  readonly maxBytes: number;
  /** What happens at the limit: an error, or the rest is left unread. */
  readonly atLimit: "fail" | "cut";
}

/** The body was larger than the limit. */
export class BodyTooLargeError extends Error {
  override readonly name = "BodyTooLargeError";
}

/** The body has an encoding that was not requested. */
export class UnknownEncodingError extends Error {
  override readonly name = "UnknownEncodingError";
}

/** Reads a body as UTF-8 text, decompressed, never more of it than the limit. */
export async function readBody(
  body: Readable,
  contentEncoding: string | undefined,
  limits: BodyLimits,
): Promise<string> {
  const chunks: Buffer[] = [];
  let left = limits.maxBytes;
  const collect = async (source: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of source) {
      chunks.push(chunk.subarray(0, left));
      left -= chunk.length;
      if (left >= 0) continue;
      if (limits.atLimit === "cut") return;
      throw new BodyTooLargeError(`more than ${limits.maxBytes} bytes`);
    }
  };

  const decoder = decoderOf(contentEncoding);
  if (decoder === undefined) await pipeline(body, collect);
  else await pipeline(body, counted(limits.maxBytes), decoder, collect);
  return Buffer.concat(chunks).toString("utf8");
}

/** What follows the end of compressed data is ignored by zlib, and would otherwise be read without a limit. */
function counted(maxBytes: number) {
  return async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let left = maxBytes;
    for await (const chunk of source) {
      left -= chunk.length;
      if (left < 0) throw new BodyTooLargeError(`more than ${maxBytes} bytes`);
      yield chunk;
    }
  };
}

function decoderOf(contentEncoding: string | undefined) {
  switch (contentEncoding?.trim().toLowerCase()) {
    case undefined:
    case "":
    case "identity":
      return undefined;
    case "gzip":
    case "x-gzip":
      return createGunzip();
    case "deflate":
      return createInflate();
    case "br":
      return createBrotliDecompress();
  }
  throw new UnknownEncodingError("a content encoding that was not requested");
}
