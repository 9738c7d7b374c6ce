import { assert } from "chai";
import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import type { RecordedDeployment } from "../../../src/internal/domain/build.ts";
import { checkOf } from "./one-check.ts";

export const OTHER_HASH = `0x${"ab".repeat(32)}`;
export const OTHER_ADDRESS = `0x${"ab".repeat(20)}`;

export type RecordedCase = readonly [what: string, status: string, evidence: Evidence];

export function recorded(evidence: Evidence, more: Partial<RecordedDeployment>): Evidence {
  const { facts } = evidence;
  const record = {
    address: facts.address,
    transactionHashes: [facts.creation?.transactionHash ?? ""],
    ...more,
  };
  return { ...evidence, recorded: [record] };
}

export function itHasStatus(check: string, cases: readonly RecordedCase[]): void {
  for (const [what, status, evidence] of cases)
    it(`should have ${status} for ${what}`, () => {
      const result = checkOf(check, evidence);
      assert.equal(result.status, status, JSON.stringify(result));
    });
}
