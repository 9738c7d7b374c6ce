import { promisify } from "node:util";
import { gzip } from "node:zlib";

/**
 * From here on compressing saves a sixteenth of a second or more on a line of 10 Mbit/s and costs a few milliseconds on
 * one without limits (`npm run bench:http`). The verification service takes gzip.
 */
const GZIP_FROM_BYTES = 64 * 1024;

export interface RequestBody {
  readonly body: string | Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The body of a request: bytes unchanged, or a value as JSON.
 *
 * @param takesGzip Whether a large value is compressed.
 */
export async function contentOf(
  { body, content }: Content,
  takesGzip: boolean,
): Promise<RequestBody | undefined> {
  if (content !== undefined) return { body: content.bytes, headers: { "content-type": content.type } };
  return body === undefined ? undefined : jsonBody(body, takesGzip);
}

interface Content {
  readonly body?: unknown;
  readonly content?: { readonly bytes: Uint8Array; readonly type: string };
}

async function jsonBody(value: unknown, takesGzip: boolean): Promise<RequestBody> {
  const body = JSON.stringify(value);
  const headers = { "content-type": "application/json" };
  if (!takesGzip || body.length < GZIP_FROM_BYTES) return { body, headers };
  return { body: await promisify(gzip)(body), headers: { ...headers, "content-encoding": "gzip" } };
}
