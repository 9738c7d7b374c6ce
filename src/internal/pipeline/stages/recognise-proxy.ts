import { hederaEntityIn } from "../../bytecode/hedera-entity.ts";
import { delegateOf, knownCode } from "../../bytecode/known-codes.ts";
import { stateAt } from "../../chain/chain-state.ts";
import type { DeploymentFacts } from "../../chain/deployment-facts.ts";
import { readAdmin } from "../../chain/read-admin.ts";
import { readProxy } from "../../chain/read-proxy.ts";
import { isOfThisCreation } from "../../cross-check/compare/records-of-this.ts";
import { UNNAMED } from "../../deployments/model.ts";
import type { RecordedDeployment } from "../../domain/build.ts";
import { isSourceless } from "../../domain/proxy.ts";
import { problem } from "../../errors/problem.ts";
import type { GivenName, ProxyFacts } from "../../report/model.ts";
import { hasGuessedName } from "../../report/recorded-name.ts";
import { Ended, type Run } from "../run.ts";
import { demandedOf } from "./no-build.ts";

/** Proxy: whether the contract forwards its calls, and to which implementation; undefined if that is not known. */
export async function recogniseProxy(
  run: Run,
  facts: DeploymentFacts,
): Promise<ProxyFacts | null | undefined> {
  const { address, runtimeBytecode, blockNumber, creation } = facts;
  const { chain, chainId, signal } = run.ports;
  if (hederaEntityIn(chainId, runtimeBytecode) !== undefined) return null;
  const contract = { address, runtimeBytecode, createdInBlock: creation?.blockNumber };
  noteNames(run, facts);
  const state = stateAt(chain, blockNumber);
  const reading = await readProxy(state, contract, signal);
  if (reading.proxy === undefined) {
    run.draft.proxyUnknown = reading.reason;
    // What no node can show is open, and no reason to leave the proxy itself unverified.
    if (run.request.followProxy && reading.failed !== undefined) {
      const facts = [["Not answered", reading.failed]] as const;
      throw new Ended("unavailable", problem("VC304", { values: { address }, facts, next: run.command() }));
    }
    return undefined;
  }
  run.draft.proxy = reading.proxy === null ? null : { ...reading.proxy };
  if (run.draft.proxy?.kind === "EIP-1967" && looksFurther(run.request)) {
    const admin = await readAdmin(state, address, signal);
    if (admin !== undefined) run.draft.proxy.admin = admin;
  }
  return reading.proxy;
}

/** Code without sources has no name of its own: what it runs must have the given ones. */
function noteNames({ request, draft }: Run, facts: DeploymentFacts): void {
  const isSourcelessCode = [knownCode, delegateOf].some((find) => find(facts.runtimeBytecode) !== undefined);
  if (!isSourcelessCode) return;
  const { contract, recorded, origins } = request;
  const isOfOther = (record: RecordedDeployment) =>
    facts.creation !== undefined && !isOfThisCreation(record, { facts });
  const names: readonly GivenName[] = [
    ...(contract === undefined ? [] : [{ name: contract, by: "user" as const }]),
    ...recorded.flatMap((record) => {
      const { contractName: name } = record;
      return name === undefined ? [] : [{ name, by: isOfOther(record) ? "guess" : "record" } as const];
    }),
    ...origins.flatMap((origin) =>
      hasGuessedName(origin) && origin.name !== UNNAMED ? [{ name: origin.name, by: "guess" as const }] : [],
    ),
  ];
  if (names.length > 0)
    draft.named = [...new Map(names.map((each) => [JSON.stringify(each), each])).values()];
}

/** Whether the run also judges what a proxy leads to. */
export function looksFurther({ followProxy, lookAtProxy = false }: Run["request"]): boolean {
  return followProxy || lookAtProxy;
}

/** Bytes that only forward calls have no sources that could be verified; the implementation is looked at instead. */
export function isFollowedClone({ request, draft }: Run): boolean {
  const { proxy } = draft;
  if (proxy === null || proxy.implementation === null || !isSourceless(proxy.kind)) return false;
  if (request.followProxy || request.lookedAt.has(proxy.implementation)) return true;
  // A delegated account is no contract, and what is demanded of each contract, a clone can't meet.
  return looksFurther(request) && proxy.kind !== "EIP-7702" && demandedOf(request).length === 0;
}
