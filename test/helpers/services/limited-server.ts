import { type Behaviour, type FaultServer, json, serve } from "./fault-server.ts";

export interface LimitedServer extends FaultServer {
  readonly refused: () => number;
  readonly lift: () => void;
}

/** @param perSecond Requests per second, and the size of a burst. */
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
