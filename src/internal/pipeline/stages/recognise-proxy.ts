import { stateAt } from "../../chain/chain-state.ts";
import type { DeploymentFacts } from "../../chain/deployment-facts.ts";
import { readProxy } from "../../chain/read-proxy.ts";
import { isSourceless, type ProxyFacts } from "../../domain/proxy.ts";
import { problem } from "../../errors/problem.ts";
import type { ContractProxy } from "../../report/model.ts";
import { Ended, type Run } from "../run.ts";

/** Proxy: whether the contract forwards its calls, and to which implementation; undefined if that is not known. */
export async function recogniseProxy(
  run: Run,
  { address, runtimeBytecode, blockNumber, creation }: DeploymentFacts,
): Promise<ProxyFacts | null | undefined> {
  const { chain, signal } = run.ports;
  const contract = { address, runtimeBytecode, createdInBlock: creation?.blockNumber };
  const reading = await readProxy(stateAt(chain, blockNumber), contract, signal);
  if (reading.proxy === undefined) {
    run.draft.proxyUnknown = reading.reason;
    // What no node can show is open, and no reason to leave the proxy itself unverified.
    if (run.request.followProxy && reading.failed !== undefined) {
      const facts = [["Not answered", reading.failed]] as const;
      throw new Ended("unavailable", problem("VC304", { values: { address }, facts, next: run.command() }));
    }
    return undefined;
  }
  run.draft.proxy = reading.proxy === null ? null : reported(reading.proxy);
  return reading.proxy;
}

function reported({ candidates, facets, ...proxy }: ProxyFacts): ContractProxy {
  return {
    ...proxy,
    candidates: candidates.map((candidate) => ({ ...candidate })),
    ...(facets === undefined ? {} : { facets: { from: facets.from, list: facets.list.map(copied) } }),
  };
}

function copied({ address, selectors }: NonNullable<ProxyFacts["facets"]>["list"][number]): {
  readonly address: string;
  readonly selectors: string[];
} {
  return { address, selectors: [...selectors] };
}

/** Bytes that only forward calls have no sources that could be verified; the implementation is looked at instead. */
export function isFollowedClone({ request, draft }: Run): boolean {
  const { proxy } = draft;
  if (proxy === null || proxy.implementation === null || !isSourceless(proxy.kind)) return false;
  return request.followProxy || request.lookedAt.has(proxy.implementation);
}
