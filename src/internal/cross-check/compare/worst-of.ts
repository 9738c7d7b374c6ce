import type { Finding } from "../check.ts";

/** The finding that counts: failed before unknown before passed. */
export function worstOf(first: Finding, ...others: readonly Finding[]): Finding {
  const all = [first, ...others];
  return (
    all.find(({ status }) => status === "failed") ?? all.find(({ status }) => status === "unknown") ?? first
  );
}
