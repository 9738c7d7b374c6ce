import { randomUUID } from "node:crypto";
import { getAddress, ZeroAddress } from "ethers";
import { readMinimalProxy } from "../../bytecode/known-codes.ts";
import { BEACON_SLOT, IMPLEMENTATION_SELECTOR, IMPLEMENTATION_SLOT } from "../../chain/read-statements.ts";
import { betterMatch, isExact, type Sides } from "../../domain/match.ts";
import type { ProxyResolution } from "../../domain/record.ts";
import type { LocalCompiler } from "../../solidity/compilers/find-compilers.ts";
import { messageOf } from "../../text/file-reason.ts";
import type { Json } from "../../text/is-object.ts";
import { formatUtcSecond } from "../../text/moment.ts";
import type { Chain, KnownHead } from "../chain/chain.ts";
import type { ContractIndex } from "../chain/contract-index.ts";
import { ContractStore, getMatches, type StoredContract } from "./contract-store.ts";
import type { JudgeFailure, Judgement, JudgePool } from "./judge-pool.ts";
import { fullRecord } from "./record.ts";
import { type ContractsPage, type ErrorBody, errorBody, refusal, type Submission } from "./requests.ts";

export interface VerifierOptions {
  readonly chainId: string;
  readonly rpcUrl: string;
  readonly chain: Chain;
  readonly head: KnownHead;
  readonly index: ContractIndex;
  readonly pool: JudgePool;
  readonly compilers: readonly LocalCompiler[];
}

interface Job {
  readonly verificationId: string;
  /** Checksummed. */
  readonly address: string;
  readonly startedAt: Date;
  readonly end?: JobEnd & { readonly endedAt: Date };
}

interface JobEnd {
  readonly matched?: Sides & { readonly compilationTimeMs: number };
  readonly error?: ErrorBody & Omit<JudgeFailure, "customCode" | "message">;
}

/** Failed jobs contain full bytecode and would fill the memory. */
const MAX_JOBS = 10_000;

export class Verifier {
  readonly chainId: string;
  readonly #options: VerifierOptions;
  readonly #jobs = new Map<string, Job>();
  readonly contracts = new ContractStore();

  constructor(options: VerifierOptions) {
    this.#options = options;
    this.chainId = options.chainId;
  }

  submit(address: string, submission: Submission): string {
    const stored = this.contracts.get(address);
    const where = `Contract ${address} on chain ${this.chainId}`;
    if (stored !== undefined && isExact(getMatches(stored))) {
      const message = `${where} is already verified with runtimeMatch and creationMatch both being exact matches.`;
      throw refusal(409, "already_verified", message);
    }
    if ([...this.#jobs.values()].some((job) => job.end === undefined && job.address === address))
      throw refusal(429, "duplicate_verification_request", `${where} is already being verified`);
    if (!this.#options.pool.hasRoom)
      throw refusal(503, "internal_error", "Too many verifications are already waiting.");

    const verificationId = randomUUID();
    const job: Job = { verificationId, address, startedAt: new Date() };
    this.#jobs.set(verificationId, job);
    const [oldest] = this.#jobs.values();
    if (this.#jobs.size > MAX_JOBS && oldest?.end !== undefined) this.#jobs.delete(oldest.verificationId);
    void this.#judge(verificationId, address, submission)
      .catch((error: unknown): JobEnd => ({ error: errorBody("internal_error", messageOf(error)) }))
      .then((end) => this.#jobs.set(verificationId, { ...job, end: { ...end, endedAt: new Date() } }));
    return verificationId;
  }

  async #judge(verificationId: string, address: string, submission: Submission): Promise<JobEnd> {
    const judgement = await this.judge(address, submission);
    if (judgement.kind === "failed") {
      const { customCode, message, ...rest } = judgement.failure;
      return { error: { ...errorBody(customCode, message), ...rest } };
    }
    const { verified } = judgement;
    if (!this.contracts.store(address, verificationId, verified, formatUtcSecond(new Date()))) {
      const message = `Contract ${address} on chain ${this.chainId} is already verified, and this match is not better.`;
      return { error: errorBody("already_verified", message) };
    }
    return { matched: { ...getMatches(verified), compilationTimeMs: verified.compilationTimeMs } };
  }

  /** Doesn't store the result. */
  async judge(address: string, submission: Submission): Promise<Judgement> {
    const { pool, chainId, rpcUrl, compilers, head } = this.#options;
    // Results are dropped if the chain is replaced after this point.
    await head.rememberLatest().catch(() => {});
    const hash = submission.creationTransactionHash ?? (await this.#searchCreation(address));
    return pool.judge({
      submission: hash === undefined ? submission : { ...submission, creationTransactionHash: hash },
      chain: { rpcUrl, chainId },
      address,
      compilers,
    });
  }

  /** Undefined if the search fails. */
  async #searchCreation(address: string): Promise<string | undefined> {
    const contract = await this.#options.index.byAddress(address.toLowerCase()).catch(() => undefined);
    const { creation } = contract ?? {};
    return creation?.child === 0 ? creation.transaction?.hash : undefined;
  }

  /** The body of `GET /v2/verify/{verificationId}`, without undefined keys. */
  job(verificationId: string): Json {
    const job = this.#jobs.get(verificationId);
    if (job === undefined)
      throw refusal(404, "job_not_found", `No verification job found for id ${verificationId}`);
    const { address, startedAt, end } = job;
    const matched = end?.matched;
    const stored = this.contracts.get(address);
    // After an upgrade, the record belongs to the later job.
    const isCurrent = matched !== undefined && stored?.verificationId === verificationId;
    return {
      isJobCompleted: end !== undefined,
      verificationId,
      // Whole seconds, as in the public service.
      jobStartTime: formatUtcSecond(startedAt),
      jobFinishTime: end && formatUtcSecond(end.endedAt),
      compilationTime: matched?.compilationTimeMs.toString(),
      contract: this.#matchView(address, matched, isCurrent ? stored : undefined),
      error: end?.error,
    };
  }

  /** The fields in every response about a contract, whether verified or not. */
  match(address: string): Json {
    const stored = this.contracts.get(address);
    return this.#matchView(address, stored && getMatches(stored), stored);
  }

  #matchView(address: string, sides: Sides | undefined, stored: StoredContract | undefined): Json {
    const { creationMatch = null, runtimeMatch = null } = sides ?? {};
    return {
      match: betterMatch(creationMatch, runtimeMatch),
      creationMatch,
      runtimeMatch,
      chainId: this.chainId,
      address,
      verifiedAt: stored?.verifiedAt,
      matchId: stored?.matchId,
    };
  }

  listMatches({ isAscending, limit, afterMatchId }: ContractsPage): readonly Json[] {
    const isAfter = (matchId: bigint): boolean =>
      afterMatchId === undefined || (isAscending ? matchId > afterMatchId : matchId < afterMatchId);
    const all = this.contracts.all();
    return (isAscending ? all : all.toReversed())
      .filter(({ matchId }) => isAfter(BigInt(matchId)))
      .slice(0, limit)
      .map(({ address }) => this.match(address));
  }

  /** The entry in `GET /chains`. A node's URL is shortened to its origin, because its path often contains a key. */
  chainView(): Json {
    const { chainId, rpcUrl } = this.#options;
    const name = `Development chain ${chainId}`;
    const rpc = [new URL(rpcUrl).origin];
    return {
      ...{ name, title: name, chainId: Number(chainId), rpc, traceSupportedRPCs: [] },
      ...{ supported: true, etherscanAPI: false },
    };
  }

  /** Returns undefined if the contract isn't verified. */
  async record(address: string, withProxy: boolean): Promise<Json | undefined> {
    const stored = this.contracts.get(address);
    if (stored === undefined) return undefined;
    const proxy = withProxy
      ? await resolveProxy(this.#options.chain, address.toLowerCase(), stored.runtime.onchainBytecode ?? "0x")
      : undefined;
    return fullRecord(stored, proxy);
  }
}

const NO_PROXY: ProxyResolution = { isProxy: false, proxyType: null, implementations: [] };

/** Resolves EIP-1167 and EIP-1967 proxies. Undefined if the chain doesn't answer. */
export async function resolveProxy(
  chain: Chain,
  address: string,
  runtimeCode: string,
): Promise<ProxyResolution | undefined> {
  const clone = readMinimalProxy(runtimeCode);
  if (clone !== undefined) return proxy("EIP1167Proxy", getAddress(clone));
  try {
    const implementation = toAddress(await chain.storage(address, IMPLEMENTATION_SLOT));
    if (implementation !== undefined) return proxy("EIP1967Proxy", implementation);
    const beacon = toAddress(await chain.storage(address, BEACON_SLOT));
    if (beacon === undefined) return NO_PROXY;
    const behind = toAddress(await chain.call(beacon, IMPLEMENTATION_SELECTOR));
    return behind === undefined ? NO_PROXY : proxy("EIP1967Proxy", behind);
  } catch {
    return undefined;
  }
}

function proxy(proxyType: string, implementation: string): ProxyResolution {
  return { isProxy: true, proxyType, implementations: [{ address: implementation }] };
}

function toAddress(word: string): string | undefined {
  const address = getAddress(`0x${word.slice(2).padStart(40, "0").slice(-40)}`);
  return address === ZeroAddress ? undefined : address;
}
