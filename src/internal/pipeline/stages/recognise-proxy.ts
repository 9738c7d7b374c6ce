import { stateAt } from "../../chain/chain-state.ts";
import type { DeploymentFacts } from "../../chain/deployment-facts.ts";
import { type ProxyFacts, readProxy } from "../../chain/read-proxy.ts";
import { problem } from "../../errors/problem.ts";
import { Ended, type Run } from "../run.ts";

/** Proxy: whether the contract forwards its calls, and to which implementation. */
export async function recogniseProxy(
  run: Run,
  { address, runtimeBytecode, blockNumber }: DeploymentFacts,
): Promise<ProxyFacts | null | undefined> {
  const { chain, signal } = run.ports;
  const proxy = await readProxy(stateAt(chain, blockNumber), address, runtimeBytecode, signal);
  if (proxy === undefined && run.request.followProxy) {
    throw new Ended("unavailable", problem("VC304", { values: { address }, next: run.command() }));
  }
  run.draft.proxy = proxy === null || proxy === undefined ? null : { ...proxy };
  return proxy;
}

/** A minimal proxy has no sources that could be verified; its implementation is looked at instead. */
export function isFollowedClone({ request, draft }: Run): boolean {
  const { proxy } = draft;
  return proxy?.kind === "EIP-1167" && (request.followProxy || request.lookedAt.has(proxy.implementation));
}
