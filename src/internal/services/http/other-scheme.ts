import { untilAborted } from "./limited-signal.ts";
import { getHost } from "./private-host.ts";
import { findProxyVariable, getPort } from "./proxy.ts";

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
  if (findProxyVariable(url) !== undefined) return false;
  let answer = answers.get(url.origin);
  if (answer === undefined) {
    if (!mayAsk) return false;
    answer = url.protocol === "https:" ? speaksHttp(url) : speaksTls(url);
    answers.set(url.origin, answer);
    setTimeout(() => answers.delete(url.origin), FRESH_MS).unref();
  }
  return await untilAborted(answer, signal).catch(() => false);
}

function speaksHttp(url: URL): Promise<boolean> {
  const { get } = process.getBuiltinModule("node:http");
  return new Promise((resolve) => {
    const request = get(`http://${url.host}/`, { agent: false, signal: AbortSignal.timeout(LIMIT_MS) });
    request.once("response", () => {
      request.destroy();
      resolve(true);
    });
    request.on("error", () => resolve(false));
  });
}

/** The certificate isn't checked, because nothing is sent. */
function speaksTls(url: URL): Promise<boolean> {
  const { connect } = process.getBuiltinModule("node:tls");
  return new Promise((resolve) => {
    const socket = connect({ host: getHost(url), port: Number(getPort(url)), rejectUnauthorized: false });
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
