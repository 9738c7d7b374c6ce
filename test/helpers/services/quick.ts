import { HttpClient, type HttpOptions } from "../../../src/internal/services/http/http-client.ts";

export const QUICK = {
  retry: { attempts: 3, minDelayMs: 1, maxDelayMs: 4, maxRetryAfterMs: 8 },
  requestTimeoutMs: 5000,
} as const;

export const ADDRESS = "0x60768b3b49dc7c031eed1bd4d1601b976c8d550e";
export const VERIFICATION_ID = "c9c43c39-76fd-4619-9921-089f9e74caac";

export function quickClient(url: string, options: Partial<HttpOptions> = {}): HttpClient {
  return new HttpClient({ ...QUICK, url, service: "query service", ...options });
}

export function getThing(url: string, options: Partial<HttpOptions> = {}, signal?: AbortSignal) {
  return quickClient(url, options).send({ method: "GET", path: "/thing", signal });
}
