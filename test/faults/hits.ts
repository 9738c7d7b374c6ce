import type { Exchange } from "./fault-proxy.ts";
import type { Operation } from "./faults.ts";
import type { Row } from "./rows.ts";

/** Whether a request is one of those that the fault of a row is for. */
export function isHit(
  row: Row,
  operation: Operation,
  before: readonly Pick<Exchange, "operation">[],
): boolean {
  if (operation !== row.operation) return false;
  return row.hits !== "after submitting" || before.some((each) => each.operation === "submit");
}

export function faultsIn(journal: readonly Exchange[]): number {
  return journal.filter(({ faulted }) => faulted).length;
}
