import type { VerifyContractError } from "../../../src/internal/errors/problem.ts";
import type { Ports } from "../../../src/internal/pipeline/ports.ts";
import type { VerifyRequest } from "../../../src/internal/pipeline/request.ts";
import { type ContractsOptions, verifyContracts } from "../../../src/internal/pipeline/verify-contracts.ts";
import type { ContractReport } from "../../../src/internal/report/model.ts";

/** Verifies contracts in parallel through the same ports. Throws usage errors that affect all of them, like a run. */
export async function verifyAll(
  requests: readonly VerifyRequest[],
  ports: Ports,
  options: Partial<ContractsOptions> = {},
): Promise<readonly ContractReport[]> {
  const wrongUses: VerifyContractError[] = [];
  const reports = await verifyContracts(requests, {
    inTurn: (work) => work(),
    startTurn: () => ({ ports, [Symbol.dispose]: () => {} }),
    isStopped: () => false,
    onStarted: () => {},
    onEnded: () => {},
    onWrongUse: (error) => wrongUses.push(error),
    canResume: true,
    onBack: () => {},
    bail: false,
    failures: { any: false },
    elsewhere: new Set(),
    ...options,
  });
  const [first] = wrongUses;
  if (first !== undefined && wrongUses.length === reports.length) throw first;
  return reports;
}
