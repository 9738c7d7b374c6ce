/**
 * Headers that request a separate connection. Compilers block the test processes. Meanwhile a server may close idle
 * connections, and the next request on one of them fails.
 */
export const OWN_CONNECTION = { connection: "close" } as const;
