import type { IncomingMessage } from "node:http";
import type { Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

/** A request body, or why there is none. */
export type Body =
  | { readonly kind: "read"; readonly bytes: Buffer }
  | { readonly kind: "too-large" }
  | { readonly kind: "unknown-encoding"; readonly encoding: string }
  | { readonly kind: "broken"; readonly message: string };

/** How much of a too large body is read and dropped, so that its sender receives the answer. */
const DRAIN_LIMIT_FACTOR = 4;

/** Reads a body, decompressed, and keeps no more than `limitBytes` of it. */
export async function readBody(request: IncomingMessage, limitBytes: number): Promise<Body> {
  const encoding = (request.headers["content-encoding"] ?? "identity").toLowerCase();
  const decoder = decoderFor(encoding);
  if (decoder === "unknown") return { kind: "unknown-encoding", encoding };

  let received = 0;
  request.on("data", (chunk: Buffer) => {
    received += chunk.length;
    if (received > limitBytes * DRAIN_LIMIT_FACTOR) request.destroy();
  });
  const body = await collect(request, decoder, limitBytes);
  decoder?.destroy();
  await drain(request);
  return body;
}

function collect(
  request: IncomingMessage,
  decoder: Transform | undefined,
  limitBytes: number,
): Promise<Body> {
  return new Promise((resolve) => {
    const source = decoder ?? request;
    const chunks: Buffer[] = [];
    let size = 0;
    source.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limitBytes) chunks.push(chunk);
      // A small body can decompress to gigabytes: whoever called ends the decoder here.
      else resolve({ kind: "too-large" });
    });
    source.once("end", () => resolve({ kind: "read", bytes: Buffer.concat(chunks) }));
    decoder?.once("error", ({ message }) => resolve({ kind: "broken", message }));
    request.once("error", ({ message }) => resolve({ kind: "broken", message }));
    request.once("close", () => {
      if (!request.complete) resolve({ kind: "broken", message: "request aborted" });
    });
    if (decoder !== undefined) request.pipe(decoder);
  });
}

/** Lets the rest of a body go by: answered earlier, its sender would see a broken connection and no answer. */
function drain(request: IncomingMessage): Promise<void> {
  if (request.readableEnded || request.destroyed) return Promise.resolve();
  request.unpipe();
  request.resume();
  return new Promise((resolve) => {
    request.once("end", resolve);
    request.once("close", resolve);
  });
}

function decoderFor(encoding: string): Transform | undefined | "unknown" {
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
