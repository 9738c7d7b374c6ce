import { type Behaviour, type FaultServer, json, serve } from "./fault-server.ts";

/** A server with a limit, as a token bucket. */
export interface LimitedServer extends FaultServer {
  /** How many answers were 429. */
  readonly refused: () => number;
  readonly lift: () => void;
}

/**
 * @param perSecond How many requests it answers a second, and how many at once after a rest.
 * @param retryAfter The header of the 429 answers.
 */
export async function limited(perSecond: number, retryAfter?: () => string): Promise<LimitedServer> {
  let tokens = perSecond;
  let at = performance.now();
  let isLifted = false;
  let refusals = 0;
  const answer: Behaviour = (request, response) => {
    const now = performance.now();
    tokens = Math.min(perSecond, tokens + ((now - at) / 1000) * perSecond);
    at = now;
    if (isLifted || tokens >= 1) {
      tokens -= 1;
      return json(200, {})(request, response);
    }
    refusals += 1;
    const headers = retryAfter === undefined ? {} : { "retry-after": retryAfter() };
    json(429, { message: "too many requests" }, headers)(request, response);
  };
  const server = await serve(answer);
  return Object.assign(server, {
    refused: () => refusals,
    lift: () => {
      isLifted = true;
    },
  });
}
