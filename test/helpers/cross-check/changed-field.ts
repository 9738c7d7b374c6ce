import { assert } from "chai";
import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import { runChecks } from "../../../src/internal/cross-check/run-checks.ts";
import type { QueryContract } from "../../../src/internal/services/query/model.ts";
import { checksComeTo } from "./checks-come-to.ts";
import { type Change, checkOf, statusOf, withBody, withQueried } from "./one-check.ts";
import { recordedEvidence, recording } from "./recorded-evidence.ts";

type Tamper = (base: string) => Evidence;

const BASES = ["plain", "constructor-arguments", "immutables", "linked-library", "library-itself"] as const;

export const FOREIGN = `0x${"ab".repeat(20)}`;

export function ofRecord(change: Change): Tamper {
  return (base) => withBody(base, change);
}

export function ofQuery(change: (contract: QueryContract) => Partial<QueryContract>): Tamper {
  return (base) => {
    const evidence = recordedEvidence(recording(base));
    if (evidence.query.state !== "known") throw new Error("The query service has to know the contract.");
    return withQueried(evidence, change(evidence.query.contract));
  };
}

export function ofChain(change: (facts: Evidence["facts"]) => Partial<Evidence["facts"]>): Tamper {
  return (base) => {
    const evidence = recordedEvidence(recording(base));
    return { ...evidence, facts: { ...evidence.facts, ...change(evidence.facts) } };
  };
}

export function ofCreation(change: Partial<NonNullable<Evidence["facts"]["creation"]>>): Tamper {
  return ofChain(({ creation }) => ({
    creation: creation === undefined ? undefined : { ...creation, ...change },
  }));
}

/** Declares a test per change and good recording: the check fails, reports the difference, and decides the verdict. */
export function itFails(check: string, changes: Readonly<Record<string, Tamper>>): void {
  for (const base of BASES)
    for (const [what, tamper] of Object.entries(changes))
      it(`should fail for ${what}: ${base}`, () => {
        assert.notEqual(statusOf(check, recordedEvidence(recording(base))), "failed");
        const evidence = tamper(base);
        const { status, expected, actual } = checkOf(check, evidence);
        assert.equal(status, "failed");
        assert.equal(checksComeTo(runChecks(evidence)), "failed");
        assert.isNotEmpty(expected);
        assert.isNotEmpty(actual);
        assert.isBelow((actual ?? "").length, 300);
      });
}
