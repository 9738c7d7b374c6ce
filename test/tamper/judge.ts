import { isDeepStrictEqual } from "node:util";
import { runChecks } from "../../src/internal/cross-check/run-checks.ts";
import { type ChecksResult, checksComeTo } from "../helpers/cross-check/checks-come-to.ts";
import { type Base, decoded } from "./bases/base.ts";
import type { Tampering, World } from "./tampering.ts";

/** `same`: decodes to the same values. `border`: refused as malformed. */
export type Judged =
  | { readonly kind: "same" | "border" }
  | { readonly kind: "checked"; readonly verdict: ChecksResult; readonly by: readonly string[] };

export function judge({ evidence, answers }: Base, { apply }: Tampering): Judged {
  const world: World = { ...structuredClone(answers), facts: structuredClone(evidence.facts) };
  apply(world);
  let witnesses: ReturnType<typeof decoded>;
  try {
    witnesses = decoded(world);
  } catch {
    return { kind: "border" };
  }
  const { record, query, creationBlock, facts } = evidence;
  const { facts: factsNow } = world;
  const before = { record, query, creationBlock, facts };
  if (isDeepStrictEqual({ ...witnesses, facts: factsNow }, before)) return { kind: "same" };
  const checks = runChecks({ ...evidence, ...witnesses, facts: factsNow });
  const by = checks.filter(({ status }) => status === "failed" || status === "unknown").map(({ id }) => id);
  return { kind: "checked", verdict: checksComeTo(checks), by };
}
