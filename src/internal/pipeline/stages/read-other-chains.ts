import { chainName } from "../../domain/chain-names.ts";
import type { MatchSummary } from "../../domain/record.ts";
import type { ContractReport, OtherChain } from "../../report/model.ts";
import { limitedSignal } from "../../services/http/limited-signal.ts";
import { ServiceError } from "../../services/service-error.ts";
import type { Run } from "../run.ts";

/** The verdict waits for it. */
const MOST_WAIT_MS = 5000;

/**
 * Adds the other chains on which the address is verified, where the report shows them. One request, after everything else;
 * where it fails, the report is as it was.
 */
export async function withOtherChains(run: Run, report: ContractReport): Promise<ContractReport> {
  const { request, ports } = run;
  const { address } = report.target;
  if (request.extras?.otherChains !== true || address === null || isSilent(report)) return report;
  using limit = limitedSignal(ports.signal, MOST_WAIT_MS, () => new Error("no answer in time"));
  try {
    const results = await ports.verification?.allChains(address, { once: true, signal: limit.signal });
    return results === undefined ? report : { ...report, otherChains: otherChains(results, ports.chainId) };
  } catch (error) {
    if (error instanceof ServiceError) return report;
    throw error;
  }
}

/** Whether the service may not answer, or there is no time left. */
function isSilent({ outcome }: ContractReport): boolean {
  return outcome === "unavailable" || outcome === "timed-out" || outcome === "not-tried";
}

/** By chain id. What names a chain twice contradicts itself about it, so that it says nothing of that chain. */
function otherChains(results: readonly MatchSummary[], ownId: number): readonly OtherChain[] {
  const byChain = Map.groupBy(results, ({ chainId }) => Number(chainId));
  return [...byChain]
    .filter(([chainId, all]) => chainId !== ownId && Number.isSafeInteger(chainId) && all.length === 1)
    .sort(([one], [other]) => one - other)
    .flatMap(([chainId, [result]]) => (result === undefined ? [] : otherChain(chainId, result)));
}

function otherChain(
  chainId: number,
  { match, creationMatch = null, runtimeMatch = null, verifiedAt }: MatchSummary,
): readonly OtherChain[] {
  if (match === null || (match !== creationMatch && match !== runtimeMatch)) return [];
  const name = chainName(chainId);
  return [
    {
      chainId,
      ...(name === undefined ? {} : { name }),
      match,
      creationMatch,
      runtimeMatch,
      verifiedAt: verifiedAt ?? null,
    },
  ];
}
