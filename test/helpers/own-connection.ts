/**
 * Headers of a request on a connection of its own. Compilers run in the processes of tests: while one does, a server ends the connections
 * that are kept, and the next request on one fails.
 */
export const OWN_CONNECTION = { connection: "close" } as const;
