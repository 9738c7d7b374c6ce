import { createExplorerLinks } from "../domain/explorer.ts";
import { groupByOperator } from "../domain/operators.ts";
import { WITNESSES } from "../domain/witness.ts";
import type { Check, ContractReport, Outcome, Problem, Relation } from "../report/model.ts";
import { withoutUndefined } from "../text/is-object.ts";
import type { Ports } from "./ports.ts";
import { addFound, type Findings, type Run } from "./run.ts";

export function createContractReport(
  { code, entity: _, waiting: __, ...findings }: Findings,
  outcome: Outcome,
  error: Problem | undefined,
): ContractReport {
  return withoutUndefined({ ...findings, code: code?.(), outcome, error });
}

export function createReport(run: Run, outcome: Outcome, error: Problem | undefined): ContractReport {
  const { findings, ports, request } = run;
  const witnesses = listWitnesses(findings.checks, ports);
  const known = addFound(findings, {
    code: request.drawsCode === false ? () => undefined : undefined,
    timings: run.timings(),
    relation: outcome === "not-tried" ? undefined : getRelation(run),
    links: [...findings.links, ...createLinks(run, outcome)],
    witnesses: witnesses.length === 0 ? undefined : witnesses,
  });
  return createContractReport(known, outcome, error);
}

/** Returns how a contract that the user didn't name relates to a named one and to this project. */
function getRelation({ findings, request: { related } }: Run): Relation | undefined {
  if (related === undefined) return undefined;
  const { because, unsent } = related;
  if (because !== undefined) return { whose: "ours", because, roles: [] };
  if (findings.relation !== undefined) return findings.relation;
  return findings.contract === null
    ? { whose: "others", roles: [] }
    : withoutUndefined({ whose: "ours" as const, unsent, roles: [] });
}

/** Omits a contract page that would show a different service's record. */
function createLinks({ findings, ports }: Run, outcome: Outcome): ReturnType<typeof createExplorerLinks> {
  const { explorer, chainId, verification } = ports;
  const { address, contractId, creationTransactionHash: transactionHash } = findings.target;
  if (explorer === undefined || address === null) return [];
  const kind = findings.entity ?? (outcome === "not-deployed" ? "nothing" : "contract");
  if (kind === "contract" && explorer.reads !== undefined && explorer.reads !== verification?.url) return [];
  return createExplorerLinks(explorer, chainId, { address, contractId, transactionHash, kind });
}

export function listWitnesses(
  checks: readonly Check[],
  ports: Pick<Ports, "chainId" | "operators" | "query" | "verification">,
): NonNullable<ContractReport["witnesses"]> {
  const { chainId, operators, query, verification } = ports;
  const getOperator = groupByOperator({
    chainId,
    urls: withoutUndefined({
      chain: operators?.urls.node ?? null,
      "query service": query && (operators?.urls.query ?? query.url),
      record: verification && (operators?.urls.verification ?? verification.url),
    }),
    configured: operators?.names ?? {},
  });
  const decided = checks.filter(({ status }) => status === "passed" || status === "failed");
  const heard = new Set(decided.flatMap(({ witnesses }) => witnesses));
  return WITNESSES.filter((witness) => heard.has(witness)).map((witness) => ({
    witness,
    operator: getOperator(witness),
  }));
}
