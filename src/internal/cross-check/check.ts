import type { Witness } from "../domain/witness.ts";
import type { Evidence } from "./evidence.ts";

/** What a check found. `skipped`: it does not apply. `unknown`: it applies, but could not run. */
export type Finding =
  | { readonly status: "passed"; readonly actual?: string }
  | {
      readonly status: "failed";
      readonly expected: string;
      readonly actual: string;
      readonly reason?: string;
    }
  | { readonly status: "skipped"; readonly reason: string }
  | {
      readonly status: "unknown";
      readonly reason: string;
      readonly expected?: string;
      readonly actual?: string;
    };

/** One rule of the cross-check: one file in `checks/`, and one line in its list. */
export interface CheckRule {
  /** Stable, kebab-case. */
  readonly id: string;
  /** What is compared, in a few words, for the table of checks. */
  readonly subject: string;
  readonly witnesses: readonly Witness[];
  /** What it proves, and when it is skipped; for docs/cross-checks.md. */
  readonly proves: string;
  /** Without it, the rule is left out. @default nothing */
  readonly needs?: "compiled-record" | "given-input" | "deployment-record";
  readonly run: (evidence: Evidence) => Finding;
}

export const passed = (actual?: string): Finding => ({
  status: "passed",
  ...(actual === undefined ? {} : { actual }),
});

export const failed = (expected: string, actual: string, reason?: string): Finding => ({
  status: "failed",
  expected,
  actual,
  ...(reason === undefined ? {} : { reason }),
});

export const skipped = (reason: string): Finding => ({ status: "skipped", reason });

export const unknown = (reason: string): Finding => ({ status: "unknown", reason });

/** A record without something refutes nothing. */
export const notGiven = (what: string): Finding => unknown(`the service does not give ${what}`);
