/** All witnesses, in order of weight. */
export const WITNESSES = [
  "chain",
  "query service",
  "record",
  "build",
  "deployment",
  "compiler",
  "request",
] as const;

/** The source of a fact that a check compares. */
export type Witness = (typeof WITNESSES)[number];

/** A witness with a URL: the chain's node, the query service, or the verification service's record. */
export type RemoteWitness = Extract<Witness, "chain" | "query service" | "record">;
