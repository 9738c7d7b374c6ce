import { parseTarget } from "../domain/target.ts";
import { type Lead, leadsOf } from "../report/leads-of.ts";
import type { ContractReport } from "../report/model.ts";
import { hasRole } from "../report/recorded-name.ts";
import type { VerifyRequest } from "./request.ts";

/**
 * The requests for what a proxy leads to and the run does not have yet.
 *
 * @param taken Checksummed addresses of the run; what is returned is added, so that nothing is looked at twice.
 * @param judged Those of them that are judged in any case: what was only looked at is judged where a clone needs it.
 */
export function nextContracts(
  request: VerifyRequest,
  report: ContractReport,
  taken: Set<string>,
  judged: Set<string>,
): readonly VerifyRequest[] {
  const { target } = report;
  if (target.address !== null) taken.add(target.address);
  // An account that runs a contract's code is none.
  const isLookedAt = request.lookAtProxy === true && report.proxy?.kind !== "EIP-7702";
  if (!request.followProxy && !isLookedAt) return [];
  return leadsOf(report).flatMap((lead) => {
    const next = requestFor(lead, request, report);
    const isJudged = next.lookedAtAs?.isJudged === true;
    if ((isJudged ? judged : taken).has(lead.address)) return [];
    taken.add(lead.address);
    if (isJudged) judged.add(lead.address);
    return [next];
  });
}

function requestFor(
  { role, address }: Lead,
  request: VerifyRequest,
  { outcome, named = [] }: ContractReport,
): VerifyRequest {
  const isRun = role === "implementation";
  // A minimal proxy has no name in a build, so the given name is its implementation's.
  const isNamed = isRun && outcome === "minimal-proxy";
  const isJudged = (isNamed && isAsked(request)) || (isRun && named.some(({ by }) => by !== "guess"));
  return {
    ...request,
    target: parseTarget(address),
    origins: [],
    recorded: [],
    options: request.options.filter(
      ([flag]) => flag !== "--creation-tx-hash" && (isNamed || flag !== "--contract"),
    ),
    contract: isNamed ? request.contract : undefined,
    creationTransactionHash: undefined,
    lookedAtAs: {
      isSubmitted: request.followProxy || isPartOfDeployment(role, request),
      ...(isJudged ? { isJudged, names: named.map(({ name }) => name) } : {}),
    },
  };
}

/** A clone that the user asks about is as good as what it runs. */
function isAsked({ origins, lookedAtAs }: VerifyRequest): boolean {
  return lookedAtAs === undefined ? origins.length === 0 : lookedAtAs.isJudged === true;
}

/** What records roles deploys beacon and admin with the proxies, and does not record them. */
function isPartOfDeployment(role: Lead["role"], { origins }: VerifyRequest): boolean {
  return (role === "beacon" || role === "admin") && origins.some(hasRole);
}
