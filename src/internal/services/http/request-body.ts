import { promisify } from "node:util";
import { gzip } from "node:zlib";

/** From here on compressing takes less time than sending, and the verification service takes gzip. */
const GZIP_FROM_BYTES = 1024 * 1024;

interface RequestBody {
  readonly body: string | Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

/** What a request carries: bytes as they are, or a value as JSON, compressed when it is large. */
export async function contentOf({
  body,
  content,
}: {
  readonly body?: unknown;
  readonly content?: { readonly bytes: Uint8Array; readonly type: string };
}): Promise<RequestBody | undefined> {
  if (content !== undefined) return { body: content.bytes, headers: { "content-type": content.type } };
  return body === undefined ? undefined : jsonBody(body);
}

async function jsonBody(value: unknown): Promise<RequestBody> {
  const body = JSON.stringify(value);
  const headers = { "content-type": "application/json" };
  if (body.length < GZIP_FROM_BYTES) return { body, headers };
  return { body: await promisify(gzip)(body), headers: { ...headers, "content-encoding": "gzip" } };
}
