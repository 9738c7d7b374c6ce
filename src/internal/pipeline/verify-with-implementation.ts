import type { ContractReport } from "../reports/model.ts";
import { parseTarget } from "../target/parse-target.ts";
import { checkContract } from "./check-contract.ts";
import type { Ports } from "./ports.ts";
import type { VerifyRequest } from "./request.ts";
import { verifyContract } from "./verify-contract.ts";

/** A proxy may stand for a proxy; more than this is a circle or a mistake. */
const MOST_PROXIES = 4;

/**
 * Verifies a contract, or checks it, and, where that was asked for, the one that it stands for as a proxy, and so on.
 *
 * @returns The report of the contract that was named, and after it those of its implementations.
 * @throws VerifyContractError as for one contract.
 */
export async function verifyWithImplementation(
  request: VerifyRequest,
  ports: Ports,
): Promise<readonly ContractReport[]> {
  const look = request.action === "check" ? checkContract : verifyContract;
  const reports = [await look(request, ports)];
  const known = new Set([reports[0]?.target.address]);
  for (let proxies = 0; request.followProxy && proxies < MOST_PROXIES; proxies += 1) {
    const { proxy, outcome } = reports.at(-1) ?? { proxy: null };
    if (proxy === null || known.has(proxy.implementation)) break;
    known.add(proxy.implementation);
    const next: VerifyRequest = {
      ...request,
      target: parseTarget(proxy.implementation),
      // A minimal proxy has no name in a build, so the name that was given is of what it stands for.
      contract: outcome === "minimal-proxy" ? request.contract : undefined,
      creationTransactionHash: undefined,
    };
    reports.push(await look(next, ports));
  }
  return reports;
}
