import { getAddress } from "ethers/address";
import pLimit from "p-limit";
import type { Deployment } from "../deployments/model.ts";
import { isLongZero } from "../domain/contract-addresses.ts";
import { isHedera } from "../domain/hedera.ts";
import type { Target } from "../domain/target.ts";
import { startDeadline } from "../pipeline/deadline.ts";
import { QueryService } from "../services/query/query-service.ts";
import { ServiceError } from "../services/service-error.ts";
import { httpOptions } from "./http-options.ts";
import type { Lane } from "./lane.ts";

const MOST_AT_ONCE = 4;

/**
 * Gives ids and long-zero addresses of Hedera the address that the mirror node names, so that a contract that is named in
 * two forms is one target. What it does not know, or does not answer, keeps its form; its own run says what is wrong.
 *
 * @param targets All that is named on the chain of the lane, in any form.
 * @returns The targets by their own form.
 */
async function resolveForms(
  { node, chainId }: Lane,
  targets: readonly Target[],
  userSignal: AbortSignal | undefined,
): Promise<(target: Target) => Target> {
  const open = new Map(targets.filter(isOtherForm).map((each) => [formOf(each), each]));
  const isAmbiguous = open.size > 0 && new Set(targets.map(formOf)).size > 1;
  if (!isHedera(chainId) || node.kind === "unknown" || node.config.query === undefined || !isAmbiguous)
    return (target) => target;
  const { config, breakers } = node;
  const query = new QueryService(httpOptions(node.config.query, config, () => {}, undefined, breakers));
  using deadline = startDeadline(config.timeoutMs, userSignal);
  const inTurn = pLimit(MOST_AT_ONCE);
  const resolved = new Map<string, Target>();
  await Promise.all(
    [...open].map(([form, target]) =>
      inTurn(async () => {
        const contract = await ask(query, form, deadline.signal);
        if (contract === undefined) return;
        const { evm_address: address, contract_id: contractId } = contract;
        resolved.set(form, {
          kind: "address",
          input: target.input,
          address: getAddress(address),
          ...(contractId === null ? {} : { contractId }),
        });
      }),
    ),
  );
  return (target) => {
    const known = resolved.get(formOf(target));
    return known === undefined ? target : { ...known, input: target.input };
  };
}

/** The deployments of a lane, and what the user named there, with one form for each contract. */
export async function inOneForm<Named extends { readonly target: Target }>(
  lane: Lane,
  named: readonly Named[],
  signal: AbortSignal | undefined,
): Promise<{ readonly deployments: readonly Deployment[]; readonly named: readonly Named[] }> {
  const { deployments } = lane;
  const targets = [
    ...deployments.flatMap(({ contracts }) => contracts.map(({ target }) => target)),
    ...named.map(({ target }) => target),
  ];
  const resolve = await resolveForms(lane, targets, signal);
  return {
    deployments: deployments.map((deployment) => ({
      ...deployment,
      contracts: deployment.contracts.map((each) => ({ ...each, target: resolve(each.target) })),
    })),
    named: named.map((each) => ({ ...each, target: resolve(each.target) })),
  };
}

function isOtherForm(target: Target): boolean {
  return target.kind === "contract-id" || isLongZero(target.address);
}

function formOf(target: Target): string {
  return target.kind === "address" ? target.address.toLowerCase() : target.contractId;
}

async function ask(query: QueryService, form: string, signal: AbortSignal) {
  try {
    return await query.contract(form, { signal });
  } catch (error) {
    if (error instanceof ServiceError || signal.aborted) return undefined;
    throw error;
  }
}
