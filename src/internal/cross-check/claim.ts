import type { Witness } from "../domain/witness.ts";
import type { ClaimId } from "../report/claim-ids.ts";
import type { Check, Claim } from "../report/model.ts";
import { withoutUndefined } from "../text/is-object.ts";
import type { Finding } from "./check.ts";
import type { Evidence } from "./evidence.ts";

/** A way to close an open claim. `wait`: run again later. */
export type Closing = "wait" | "build" | "recompile" | "compiler" | "library-build" | "creation-tx" | "none";

/**
 * The state of a claim. `proven`: verified on this machine with evidence that doesn't come from the party making the
 * claim. `vouched`: only stated by the listed witnesses. `open`: neither proven nor vouched for. `refuted`:
 * contradicted by the evidence.
 */
export type Judgement = Omit<Claim, "id" | "mayClose"> & { readonly closing?: Closing };

export type OpenJudgement = Judgement & { readonly reason: string; readonly closing: Closing };

/** One claim in the verdict. Each claim is defined in the file for its topic in `claims/` and listed in `CLAIMS`. */
export interface ClaimRule {
  readonly id: ClaimId;
  /** Text for docs/cross-checks.md: when the claim is proven, vouched for or open. */
  readonly proof: string;
  /** Judges the claim if none of its checks failed. A skipped check proves nothing. */
  readonly judge: (evidence: Evidence, checks: Findings) => Judgement;
}

export class Findings {
  readonly #results: ReadonlyMap<string, Check>;

  constructor(results: readonly Check[]) {
    this.#results = new Map(results.map((result) => [result.id, result]));
  }

  passed(...ids: readonly string[]): boolean {
    return ids.every((id) => this.status(id) === "passed");
  }

  status(id: string): Finding["status"] | undefined {
    return this.#results.get(id)?.status;
  }

  reason(id: string): string | undefined {
    return this.#results.get(id)?.reason;
  }

  select(ids: readonly string[]): readonly Check[] {
    return ids.flatMap((id) => this.#results.get(id) ?? []);
  }
}

export type ClaimResult = Judgement & Pick<Claim, "id">;

export function proven(witnesses: readonly Witness[], reason?: string): Judgement {
  return withoutUndefined({ state: "proven" as const, witnesses, reason });
}

/** Treats an inapplicable claim as proven, because it asserts nothing that could be wrong. */
export function notApplicable(reason: string): Judgement {
  return proven([], reason);
}

export function vouched(witnesses: readonly Witness[], reason?: string): Judgement {
  return withoutUndefined({ state: "vouched" as const, witnesses, reason });
}

export function open(reason: string, closing: Closing): OpenJudgement {
  return { state: "open", witnesses: [], reason, closing };
}

/** Leaves a claim open because the record is incomplete, and names the service that omits the data. */
export function openForIncompleteRecord(
  { serviceUrl }: Evidence,
  reason: string,
  closing: Closing,
): Judgement {
  return open(serviceUrl === undefined ? reason : `${reason} (${serviceUrl})`, closing);
}

export function refuted(witnesses: readonly Witness[], reason: string): Judgement {
  return { state: "refuted", witnesses, reason };
}

/**
 * Explains why no local build or compiler provides the code that the sources compile to, and how the user can change
 * that.
 */
export function explainNotCompiled({ recompiled, givenCompiled }: Evidence, checks: Findings): OpenJudgement {
  const compiled = recompiled ?? givenCompiled;
  const check = recompiled === undefined ? "given-input-here" : "recompiled-here";
  const why = checks.reason(check)?.replace(/\.$/, "") ?? "nothing was compiled on this machine";
  switch (compiled?.kind) {
    case undefined:
      return open("no local build has the code, and nothing was compiled on this machine", "recompile");
    case "no-compiler":
      return open(why, "compiler");
    case "not-possible":
    case "failed":
    case "compiled":
      return open(why, "build");
  }
}
