export const QUICK = {
  retry: { attempts: 3, minDelayMs: 1, maxDelayMs: 4, maxRetryAfterMs: 8 },
  requestTimeoutMs: 5000,
} as const;

export const ADDRESS = "0x60768b3b49dc7c031eed1bd4d1601b976c8d550e";
export const VERIFICATION_ID = "c9c43c39-76fd-4619-9921-089f9e74caac";
