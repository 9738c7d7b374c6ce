import { problem } from "../errors/problem.ts";
import type { ContractReport } from "../reports/model.ts";
import { parseTarget } from "../target/parse-target.ts";
import { checkContract } from "./check-contract.ts";
import type { Ports } from "./ports.ts";
import type { VerifyRequest } from "./request.ts";
import { verifyContract } from "./verify-contract.ts";

/** A proxy may stand for a proxy; more than this is a mistake. */
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
  const reports: ContractReport[] = [];
  const known = new Set<string>();
  let next: VerifyRequest | undefined = request;
  while (next !== undefined) {
    const report: ContractReport = await look(next, ports);
    if (report.target.address !== null) known.add(report.target.address);
    const target: string | undefined = request.followProxy ? report.proxy?.implementation : undefined;
    const isEnd = target === undefined || known.has(target) || reports.length === MOST_PROXIES;
    reports.push(isEnd ? withoutEnd(report) : report);
    next = isEnd ? undefined : implementationOf(request, target, report);
  }
  return reports;
}

function implementationOf(
  request: VerifyRequest,
  address: string,
  { outcome }: ContractReport,
): VerifyRequest {
  return {
    ...request,
    target: parseTarget(address),
    options: request.options.filter(
      ([flag]) => flag !== "--creation-tx-hash" && (outcome === "minimal-proxy" || flag !== "--contract"),
    ),
    // A minimal proxy has no name in a build, so the name that was given is of what it stands for.
    contract: outcome === "minimal-proxy" ? request.contract : undefined,
    creationTransactionHash: undefined,
  };
}

/** A minimal proxy that stands for no contract that was looked at is not good enough: nobody knows what it runs. */
function withoutEnd(report: ContractReport): ContractReport {
  if (report.outcome !== "minimal-proxy") return report;
  const { facts, ...told } = problem("VC207", {
    values: { address: report.target.address ?? report.target.input },
    facts: [["Stands for", report.proxy?.implementation]],
    likely: "the proxies stand for each other, or too many of them follow each other",
  });
  return { ...report, outcome: "no-build", error: { ...told, facts: [...facts] } };
}
