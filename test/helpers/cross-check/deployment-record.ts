import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import type { RecordedDeployment } from "../../../src/internal/domain/build.ts";

export const OTHER_HASH = `0x${"ab".repeat(32)}`;

export function recorded(evidence: Evidence, more: Partial<RecordedDeployment>): Evidence {
  const { facts } = evidence;
  const record = {
    address: facts.address,
    transactionHashes: [facts.creation?.transactionHash ?? ""],
    ...more,
  };
  return { ...evidence, recorded: [record] };
}
