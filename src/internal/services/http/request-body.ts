import { promisify } from "node:util";
import { gzip } from "node:zlib";

/** From here on compressing takes less time than sending, and the verification service takes gzip. */
const GZIP_FROM_BYTES = 1024 * 1024;

interface RequestBody {
  readonly body: string | Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** A value as the JSON body of a request, compressed when it is large. */
export async function jsonBody(value: unknown): Promise<RequestBody> {
  const body = JSON.stringify(value);
  const headers = { "content-type": "application/json" };
  if (body.length < GZIP_FROM_BYTES) return { body, headers };
  return { body: await promisify(gzip)(body), headers: { ...headers, "content-encoding": "gzip" } };
}
