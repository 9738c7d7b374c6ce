import { getCreateAddress } from "ethers/address";
import { chooseBuild, type FittingBuild } from "../builds/choose-build.ts";
import { ChainError, ifAnswered } from "../chain/chain-port.ts";
import { CreationWitness } from "../chain/creation-witness.ts";
import { type CodeOnChain, waitForCode } from "../chain/read-code.ts";
import { readCreation } from "../chain/read-creation.ts";
import type { RecordedDeployment } from "../domain/build.ts";
import { findSystemContract } from "../domain/hedera.ts";
import { isSourceless } from "../domain/proxy.ts";
import { parseTarget } from "../domain/target.ts";
import { VerifyContractError } from "../errors/problem.ts";
import type { Relation } from "../report/model.ts";
import { proxyLeads } from "../report/relate-proxies.ts";
import { ServiceError } from "../services/service-error.ts";
import { planSubmission } from "../submission/plan-submission.ts";
import type { Ports } from "./ports.ts";
import type { Known, VerifyRequest } from "./request.ts";
import { ContractRun, Ended, type Run } from "./run.ts";
import { locate } from "./stages/locate.ts";
import {
  type Builds,
  type CompiledBuilds,
  loadBuild,
  readBuildsIfAny,
  readWiderBuilds,
} from "./stages/read-builds.ts";
import { readCode } from "./stages/read-deployment.ts";
import { readProxyAdmin, recogniseProxy } from "./stages/recognise-proxy.ts";

/**
 * Creates the request for a contract that belongs to another request's contract, or whose code that contract runs.
 * Options for a single contract are dropped.
 *
 * @param isOfClone True if this is a clone's implementation, so the name that the user specified for the clone applies
 * to it.
 */
export function relateRequest(
  by: VerifyRequest,
  address: string,
  related: Omit<NonNullable<VerifyRequest["related"]>, "depth">,
  isOfClone: boolean,
): VerifyRequest {
  const belongs = related.because !== undefined;
  const dropped = [
    "--creation-tx-hash",
    ...(belongs ? ["--sources"] : []),
    ...(isOfClone ? [] : ["--contract"]),
  ];
  return {
    ...by,
    target: parseTarget(address),
    known: undefined,
    name: undefined,
    isLongAgo: undefined,
    origins: [],
    recorded: [],
    options: by.options.filter(([flag]) => !dropped.includes(flag)),
    contract: isOfClone ? by.contract : undefined,
    creationTransactionHash: undefined,
    // The user didn't ask to publish a contract that merely belongs to another, so only its imports are sent.
    sources: belongs ? "minimal" : by.sources,
    related: { ...related, depth: (by.related?.depth ?? 0) + 1 },
  };
}

/**
 * Finds contracts that are submitted with a named contract: a proxy's implementation, and contracts created by a
 * transaction in the project's deployment records. Each has the metadata hash of exactly one contract in the builds. If
 * something can't be read, the named contract's run reports the reason.
 *
 * @param mentioned Checksummed addresses that the records list as deployed by someone else.
 */
export async function findRelated(
  request: VerifyRequest,
  ports: Ports,
  readRecorded: (named: string) => Promise<readonly RecordedDeployment[]>,
  mentioned: readonly string[],
): Promise<{ readonly known: Known; readonly related: readonly VerifyRequest[] } | undefined> {
  // A proxy that can't be read has no related contracts. Its own run reports the reason.
  const run = new ContractRun({ ...request, followProxy: false, lookAtProxy: true }, ports);
  try {
    // If there is no build, no contract is related. An unusable build ends the run before any request is sent.
    if ((await readBuildsIfAny(run))?.kind !== "compiled") return undefined;
    const located = await locate(run).catch(keepExpected);
    if (located instanceof Error) return { known: { located, atMs: ports.clock.elapsedMs() }, related: [] };
    const { address: named } = located;
    if (findSystemContract(ports.chainId, named) !== undefined) return undefined;
    const known = { located, onchain: await readCode(run, named), atMs: ports.clock.elapsedMs() };
    const { chainId } = ports;
    const { code: runtimeBytecode, blockNumber } = known.onchain;
    const facts = { chainId, address: named, runtimeBytecode, blockNumber, creation: undefined };
    run.note(await recogniseProxy(run, facts));
    run.note(await readProxyAdmin(run, facts));
    const { proxy } = run.findings;
    // An account that delegates to a contract isn't one of the project's contracts.
    const leads = proxy?.kind === "EIP-7702" ? [] : proxyLeads({ proxy, target: { address: named } });
    const isClone = proxy !== null && isSourceless(proxy.kind);
    const related = await Promise.all(
      [...leads, ...mentioned.map((address) => ({ role: undefined, address }))].map(
        async ({ role, address }): Promise<readonly VerifyRequest[]> => {
          const onchain = await waitForCode(ports.chain, address, ports.signal, () => ({ waitMs: 0 }));
          const name = onchain.code === "0x" ? undefined : await findBuildName(request, ports, onchain.code);
          if (name === undefined) return [];
          const isRun = role === "implementation" || role === "facet";
          const isPart = role !== undefined && request.origins.some(({ naming }) => naming === "role");
          const because = isRun
            ? "implementation"
            : await findReason({ address, ...onchain }, await readRecorded(named), isPart, ports);
          if (because === undefined) return [];
          return [{ ...relateRequest(request, address, { because }, isRun && isClone), name }];
        },
      ),
    );
    return { known, related: related.flat() };
  } catch (error) {
    if (!ports.signal.aborted) keepExpected(error);
    return undefined;
  }
}

function keepExpected(error: unknown): Error {
  for (const kind of [Ended, ChainError, ServiceError, VerifyContractError])
    if (error instanceof kind) return error;
  throw error;
}

/** Undefined if the contract can't be submitted. */
async function findBuildName(
  request: VerifyRequest,
  ports: Ports,
  code: string,
): Promise<string | undefined> {
  // The user's contract name applies to the proxy.
  const run = new ContractRun({ ...request, contract: undefined }, ports);
  const fit = await findFit(run, code, await readBuildsIfAny(run));
  if (fit === undefined || "unsent" in fit) return undefined;
  const { candidate, compilation } = await loadBuild(fit.set, fit.build);
  const planned = planSubmission({ contract: candidate, compilation }, "minimal");
  return "first" in planned ? candidate.name : undefined;
}

type Fit =
  | { readonly build: FittingBuild; readonly set: CompiledBuilds["set"] }
  | { readonly unsent: Exclude<NonNullable<Relation["unsent"]>, "only-named" | "deployed-elsewhere"> };

export async function findFit(run: Run, code: string, builds: Builds | undefined): Promise<Fit | undefined> {
  const { buildSource } = run.request;
  if (builds?.kind !== "compiled" || buildSource.kind !== "build-files") return undefined;
  const quick = findFitIn(code, builds);
  return quick !== undefined && "build" in quick
    ? quick
    : findFitIn(code, await readWiderBuilds(run, buildSource));
}

function findFitIn(code: string, { set, candidates }: CompiledBuilds): Fit | undefined {
  const fitting = chooseBuild(code, undefined, candidates);
  if (fitting.length === 0) return undefined;
  const withHash = fitting.filter(({ runtime }) => runtime.hasMetadataHash);
  const [build, ...others] = withHash.filter(({ runtime }) => runtime.sameMetadata);
  if (build === undefined) return { unsent: withHash.length > 0 ? "other-metadata" : "no-metadata-hash" };
  const { metadata } = build.candidate;
  // Several build files may contain the same contract.
  const isOne = others.every(({ candidate }) => metadata !== undefined && candidate.metadata === metadata);
  return isOne ? { build, set } : { unsent: "ambiguous" };
}

/** Constructors rarely create more contracts than this. A contract's first creation has nonce 1 (EIP-161). */
const MOST_CHILDREN = 16;

/**
 * A contract belongs to the project if one of the project's transactions created it. A reference in a storage slot
 * proves nothing.
 *
 * @param isPart True if the tool deploys the contract together with the proxy and records only the proxy. In that case,
 * the two must have the same deployer.
 */
async function findReason(
  { address, code: runtimeBytecode, blockNumber }: CodeOnChain & { readonly address: string },
  recorded: readonly RecordedDeployment[],
  isPart: boolean,
  { chain, chainId, query, signal }: Ports,
): Promise<Relation["because"]> {
  const creator = recorded.find((each) => isChildOf(each.address, address));
  const witness = new CreationWitness(query, address, signal);
  const sources = { chain, chainId, address, runtimeBytecode, witness, signal };
  const hashes = recorded.flatMap(({ transactionHashes }) => transactionHashes);
  const hints = { fromDeployments: creator?.transactionHashes ?? [] };
  const creation = await readCreation(sources, hints, blockNumber);
  const byNonce = creator === undefined ? undefined : "same-transaction";
  if (creation === undefined) return byNonce;
  const { deployer, factory, initCode, isSigned, statedTimestamp, transactionHash } = creation;
  if (hashes.includes(transactionHash))
    return initCode === undefined && statedTimestamp === undefined ? byNonce : "same-transaction";
  if (!isPart || !isSigned || factory !== null) return undefined;
  const senders = await Promise.all(
    hashes.slice(0, MOST_SENDERS).map((hash) => ifAnswered(signal, () => chain.transaction(hash, signal))),
  );
  return senders.some((sent) => sent?.isSigned && sent.from === deployer) ? "same-deployer" : undefined;
}

const MOST_SENDERS = 8;

function isChildOf(creator: string, address: string): boolean {
  for (let nonce = 1; nonce <= MOST_CHILDREN; nonce++)
    if (getCreateAddress({ from: creator, nonce }) === address) return true;
  return false;
}
