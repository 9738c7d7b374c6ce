import { connect } from "node:tls";
import { request } from "undici";

import { dispatcherFor, proxyFor } from "./dispatchers.ts";

/** Milliseconds for finding out. */
const LIMIT_MS = 3000;

/**
 * Whether what listens at a URL speaks https where the URL says http, or the other way round. Nothing of a request is
 * sent for it: no header, no path.
 *
 * @param url Of a request that got no answer.
 */
export function speaksOtherScheme(url: URL, signal: AbortSignal | undefined): Promise<boolean> {
  if (proxyFor(url) !== undefined) return Promise.resolve(false);
  return url.protocol === "https:" ? speaksHttp(url, signal) : speaksTls(url, signal);
}

async function speaksHttp({ host }: URL, signal: AbortSignal | undefined): Promise<boolean> {
  const url = new URL(`http://${host}/`);
  const limit = AbortSignal.timeout(LIMIT_MS);
  try {
    const { body } = await request(url, {
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
      dispatcher: dispatcherFor(url, { connectTimeoutMs: LIMIT_MS, fresh: true }),
    });
    body.on("error", () => undefined).destroy();
    return true;
  } catch {
    return false;
  }
}

/** Whether its certificate is good does not matter here, for nothing is sent. */
function speaksTls({ hostname, port }: URL, signal: AbortSignal | undefined): Promise<boolean> {
  const host = hostname.replace(/^\[|\]$/g, "");
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(port || 80), rejectUnauthorized: false });
    const end = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(LIMIT_MS, () => end(false));
    socket.once("secureConnect", () => end(true));
    socket.once("error", () => end(false));
    socket.once("close", () => end(false));
    signal?.addEventListener("abort", () => end(false), { once: true });
  });
}
