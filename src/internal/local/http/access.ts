import type { IncomingHttpHeaders } from "node:http";
import { own } from "../../errors/next-step.ts";
import { VerifyContractError } from "../../errors/problem.ts";

const LOOPBACK_NAMES = ["127.0.0.1", "localhost", "[::1]"] as const;
const NO_OWN_HOST = "The Host header names another server.";
const FOREIGN_ORIGIN =
  "Pages of this origin may not use the local services. Name the origin with --allow-origin to let them.";

/**
 * Why a request is refused; undefined for one that is not. A web page whose name resolves to 127.0.0.1 (DNS rebinding)
 * still sends its own name as Host. A browser sends an Origin with every write and with every read that a page of another
 * origin could see; programs send none.
 */
export function refusalOf(
  { host, origin }: IncomingHttpHeaders,
  port: number,
  allowedOrigins: readonly string[],
): string | undefined {
  if (!isOwnHost(host, port)) return NO_OWN_HOST;
  if (origin === undefined || isLoopbackOrigin(origin) || allowedOrigins.includes(origin)) return undefined;
  return FOREIGN_ORIGIN;
}

/** The headers that let the page of an allowed origin read an answer. They never name all origins: any page could then read unpublished sources. */
export function corsHeaders({
  origin,
  "access-control-request-headers": wanted,
}: IncomingHttpHeaders): Readonly<Record<string, string>> {
  if (origin === undefined) return {};
  return {
    "access-control-allow-origin": origin,
    "access-control-allow-methods": "GET, HEAD, POST",
    ...(wanted === undefined ? {} : { "access-control-allow-headers": wanted }),
  };
}

/**
 * The origins as a browser writes them.
 * @throws VerifyContractError VC106 for a value that no browser sends as Origin, such as `*` or a URL with a path.
 */
export function readOrigins(values: readonly string[]): readonly string[] {
  return values.map((value) => {
    const origin = httpOrigin(value);
    if (origin !== undefined) return origin;
    throw new VerifyContractError("VC106", {
      values: { option: "--allow-origin", value },
      facts: [["Takes", "origins such as https://explorer.example or http://192.168.1.5:8080"]],
      next: own("serve", ["--allow-origin", "https://explorer.example"]),
    });
  });
}

export function isOwnHost(host: string | undefined, port: number): boolean {
  const named = host?.toLowerCase();
  // Browsers leave out the port that http has by default.
  return LOOPBACK_NAMES.some((name) => named === `${name}:${port}` || (port === 80 && named === name));
}

function isLoopbackOrigin(origin: string): boolean {
  const names: readonly string[] = LOOPBACK_NAMES;
  return httpOrigin(origin) === origin && names.includes(new URL(origin).hostname);
}

/** undefined for what is no origin of a web page. */
function httpOrigin(value: string): string | undefined {
  if (!URL.canParse(value)) return undefined;
  const { origin, protocol, href } = new URL(value);
  return /^https?:$/.test(protocol) && href === `${origin}/` ? origin : undefined;
}
