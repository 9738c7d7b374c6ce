import { detectHederaEntity, findKnownCode, readDelegate } from "../../bytecode/known-codes.ts";
import { stateAt } from "../../chain/chain-state.ts";
import type { DeploymentFacts } from "../../chain/deployment-facts.ts";
import { readAdmin } from "../../chain/proxy-links.ts";
import { readInner, readProxy } from "../../chain/read-proxy.ts";
import { fitsCreation } from "../../cross-check/compare/records-of-this.ts";
import { isUnnamed } from "../../deployments/model.ts";
import type { RecordedDeployment } from "../../domain/build.ts";
import { demandsSources } from "../../domain/options.ts";
import { isSourceless } from "../../domain/proxy.ts";
import { again, followProxy, verifyOne } from "../../errors/next-step.ts";
import type { GivenName, ProxyFacts } from "../../report/model.ts";
import { isSameJson } from "../../text/canonical-json.ts";
import { distinct } from "../../text/is-object.ts";
import type { VerifyRequest } from "../request.ts";
import { Ended, type Findings, type Found, type Run } from "../run.ts";

/** @returns `proxy` is null for a contract that isn't a proxy, and undefined if unknown. */
export async function recogniseProxy(
  run: Run,
  facts: DeploymentFacts,
): Promise<{ readonly proxy?: ProxyFacts | null; readonly proxyUnknown?: string }> {
  const { address, runtimeBytecode, blockNumber, creation } = facts;
  const { chain, chainId, signal } = run.ports;
  if (detectHederaEntity(chainId, runtimeBytecode) !== undefined) return { proxy: null };
  const contract = { address, runtimeBytecode, createdInBlock: creation?.blockNumber };
  const reading = await readProxy(stateAt(chain, blockNumber, signal), contract);
  if (reading.proxy !== undefined) return { proxy: reading.proxy };
  const found = { proxyUnknown: reading.reason };
  // Without `--follow-proxy`, unreadable proxy facts stay unknown, and only the proxy itself is verified.
  if (run.request.followProxy && reading.failed !== undefined) {
    const facts = [["Not answered", reading.failed]] as const;
    throw new Ended("unavailable", { code: "VC304", values: { address }, facts, next: again, found });
  }
  return found;
}

/** Called once the proxy is in the findings, because reading the admin may fail. */
export async function readProxyAdmin(
  { findings: { proxy }, request, ports: { chain, signal } }: Run,
  { address, blockNumber }: DeploymentFacts,
): Promise<Found> {
  if (proxy?.kind !== "EIP-1967" || !looksFurther(request)) return {};
  const admin = await readAdmin(stateAt(chain, blockNumber, signal), address);
  return admin === undefined ? {} : { proxy: { ...proxy, admin } };
}

/** Code without sources has no name, so the names must belong to the implementation. */
export function listNames(request: VerifyRequest, facts: DeploymentFacts): readonly GivenName[] | undefined {
  if (!isSourcelessCode(facts.runtimeBytecode)) return undefined;
  const { contract, recorded, origins } = request;
  const isOfOther = (record: RecordedDeployment) =>
    facts.creation !== undefined && !fitsCreation(record, { facts });
  const names: readonly GivenName[] = [
    ...(contract === undefined ? [] : [{ name: contract, by: "user" as const }]),
    ...recorded.flatMap((record) => {
      const { contractName: name } = record;
      return name === undefined ? [] : [{ name, by: isOfOther(record) ? "guess" : "record" } as const];
    }),
    ...origins.flatMap(({ name, naming }) =>
      naming === "guess" && !isUnnamed(name) ? [{ name, by: "guess" as const }] : [],
    ),
  ];
  return names.length > 0 ? distinct(names, (name) => JSON.stringify(name)) : undefined;
}

export function isSourcelessCode(code: string): boolean {
  return findKnownCode(code) !== undefined || readDelegate(code) !== undefined;
}

export function looksFurther({ followProxy, lookAtProxy = false }: Run["request"]): boolean {
  return followProxy || lookAtProxy;
}

/** Code that only forwards calls has no sources to verify, so the run checks the implementation. */
export function isFollowedClone({ request, findings: { proxy } }: Run): boolean {
  if (proxy === null || proxy.implementation === null || !isSourceless(proxy.kind)) return false;
  if (request.followProxy || request.lookedAt.has(proxy.implementation)) return true;
  // A delegated account isn't a contract, and a clone can't meet per-contract requirements.
  return looksFurther(request) && proxy.kind !== "EIP-7702" && listDemanded(request).length === 0;
}

/**
 * A clone can be trusted as much as its implementation, unless that is a proxy: its code then looks up the contract to
 * run in the clone's storage, which may contain a different address than the proxy's own storage.
 */
export async function endFollowedClone(
  { ports: { chain, signal }, findings: { proxy } }: Run,
  { address, blockNumber }: DeploymentFacts,
): Promise<Ended> {
  const implementation = proxy?.implementation ?? address;
  const state = stateAt(chain, blockNumber, signal);
  const [here = [], there] = await Promise.all(
    [address, implementation].map(async (at) =>
      (await readInner(state, at, implementation)).map((each) => each.implementation),
    ),
  );
  if (isSameJson(here, there)) return new Ended("minimal-proxy");
  return new Ended("no-build", {
    code: "VC207",
    values: { address },
    facts: [
      ["Implementation", implementation],
      ["It forwards to", here[0] ?? "an unknown contract"],
    ],
    likely: "the implementation is a proxy, which finds another contract in this contract's storage",
  });
}

/**
 * Only a contract with sources can satisfy these options. A configured `minMatch` is only a default, so it is excluded.
 */
export function listDemanded({ options, required }: Run["request"]): readonly string[] {
  return options
    .filter(([flag, value]) => demandsSources(flag, value) && (flag !== "--require" || required.length > 0))
    .map((option) => option.join(" "));
}

/** No service can verify a minimal proxy. */
export function endAsMinimalProxy({ proxy }: Findings, address: string, implementation: string): Ended {
  return new Ended("no-build", {
    code: "VC206",
    values: { address, implementation },
    // `--follow-proxy` works only for a recognized proxy.
    next: proxy === null ? verifyOne(implementation) : followProxy,
  });
}
