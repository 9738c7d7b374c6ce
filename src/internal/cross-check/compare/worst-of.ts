import type { Finding } from "../check.ts";

/** Of several findings the one that counts: a failure outweighs what is unknown, and that what passed. */
export function worstOf(first: Finding, ...others: readonly Finding[]): Finding {
  const all = [first, ...others];
  return (
    all.find(({ status }) => status === "failed") ?? all.find(({ status }) => status === "unknown") ?? first
  );
}
