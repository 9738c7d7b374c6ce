import { connect } from "node:tls";
import { request } from "undici";

import { findProxy, getDispatcher } from "./exchange.ts";
import { untilAborted } from "./limited-signal.ts";

const LIMIT_MS = 3000;

/** One wrong URL affects many contracts, and each would wait for a probe. */
const FRESH_MS = 10_000;
const answers = new Map<string, Promise<boolean>>();

/**
 * True if the server speaks https instead of http, or vice versa. The probe sends neither headers nor path.
 *
 * @param mayAsk False to use only a recent result.
 */
export async function speaksOtherScheme(url: URL, signal: AbortSignal, mayAsk = true): Promise<boolean> {
  if (findProxy(url) !== undefined) return false;
  let answer = answers.get(url.origin);
  if (answer === undefined) {
    if (!mayAsk) return false;
    answer = url.protocol === "https:" ? speaksHttp(url) : speaksTls(url);
    answers.set(url.origin, answer);
    setTimeout(() => answers.delete(url.origin), FRESH_MS).unref();
  }
  return await untilAborted(answer, signal).catch(() => false);
}

async function speaksHttp({ host }: URL): Promise<boolean> {
  const url = new URL(`http://${host}/`);
  try {
    const { body } = await request(url, {
      signal: AbortSignal.timeout(LIMIT_MS),
      dispatcher: getDispatcher(url, LIMIT_MS, true),
    });
    body.on("error", () => undefined).destroy();
    return true;
  } catch {
    return false;
  }
}

/** The certificate isn't checked, because nothing is sent. */
function speaksTls({ hostname, port }: URL): Promise<boolean> {
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
  });
}
