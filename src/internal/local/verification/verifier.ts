import { randomUUID } from "node:crypto";
import { getAddress, ZeroAddress } from "ethers";
import { minimalProxyImplementation } from "../../bytecode/minimal-proxy.ts";
import { BEACON_SLOT, IMPLEMENTATION_SELECTOR, IMPLEMENTATION_SLOT } from "../../chain/proxy-slots.ts";
import type { ProxyResolution } from "../../domain/record.ts";
import type { LocalCompiler } from "../../solidity/compilers/local-compiler.ts";
import { utcSecond } from "../../text/moment.ts";
import type { Chain } from "../chain/chain.ts";
import type { ContractIndex } from "../chain/contract-index.ts";
import type { Reply } from "../http/reply.ts";
import type { LocalForwarding } from "../options.ts";
import { betterMatch, ContractStore, type StoredContract } from "./contract-store.ts";
import { errorBody, errorReply } from "./error-body.ts";
import { type JobEnd, JobStore, type StoredJob } from "./job-store.ts";
import type { JudgePool } from "./judge-pool.ts";
import type { Compilation, Judgement } from "./judgement.ts";
import type { ContractsPage } from "./parameters.ts";
import { fullRecord } from "./record.ts";
import type { Submission } from "./submission.ts";

export interface VerifierOptions {
  readonly chainId: string;
  readonly rpcUrl: string;
  readonly chain: Chain;
  readonly index: ContractIndex;
  readonly pool: JudgePool;
  readonly compilers: readonly LocalCompiler[];
  readonly forwarding: readonly LocalForwarding[];
  /** Time of day, in milliseconds since 1970. */
  readonly now: () => number;
}

type Json = Readonly<Record<string, unknown>>;

/** Takes submissions, runs their jobs, and keeps the results. */
export class Verifier {
  readonly chainId: string;
  readonly #options: VerifierOptions;
  readonly #jobs = new JobStore();
  readonly #contracts = new ContractStore();

  constructor(options: VerifierOptions) {
    this.#options = options;
    this.chainId = options.chainId;
  }

  /** Starts a job for a submission of valid form. */
  submit(address: string, submission: Submission): Reply {
    const stored = this.#contracts.get(address);
    const where = `Contract ${address} on chain ${this.chainId}`;
    if (stored?.creation.match === "exact_match" && stored.runtime.match === "exact_match") {
      const message = `${where} is already verified with runtimeMatch and creationMatch both being exact matches.`;
      return errorReply(409, "already_verified", message);
    }
    if (this.#jobs.isRunning(address)) {
      return errorReply(429, "duplicate_verification_request", `${where} is already being verified`);
    }
    if (!this.#options.pool.hasRoom) {
      return errorReply(503, "internal_error", "Too many verifications are waiting already.");
    }
    const verificationId = randomUUID();
    this.#jobs.start({ verificationId, address, startedAt: this.#timestamp() });
    void this.#run(verificationId, address, submission).catch((error) => {
      const message = error instanceof Error ? error.message : String(error);
      this.#jobs.end(verificationId, {
        kind: "failed",
        finishedAt: this.#timestamp(),
        error: errorBody("internal_error", message),
      });
    });
    return { status: 202, json: { verificationId } };
  }

  job(verificationId: string): Json | undefined {
    const job = this.#jobs.get(verificationId);
    if (job === undefined) return undefined;
    const { forwarding, now } = this.#options;
    const view = jobView(job, this.chainId, this.#contracts.get(job.address));
    return { ...view, ...forwardedView(job, forwarding, now()) };
  }

  /** The matches of an address on every chain, of which there is one. */
  onAllChains(address: string): readonly Json[] {
    return this.#contracts.get(address) === undefined ? [] : [this.match(address)];
  }

  match(address: string): Json {
    return matchView(this.#contracts.get(address), this.chainId, address);
  }

  /** A page of the list of verified contracts. */
  contracts({ isAscending, limit, afterMatchId }: ContractsPage): readonly Json[] {
    const isAfter = (matchId: bigint): boolean =>
      afterMatchId === undefined || (isAscending ? matchId > afterMatchId : matchId < afterMatchId);
    const all = this.#contracts.all();
    return (isAscending ? all : all.toReversed())
      .filter(({ matchId }) => isAfter(BigInt(matchId)))
      .slice(0, limit)
      .map(({ address }) => this.match(address));
  }

  /** The chain as `GET /chains` has it. The node's URL is without its path, which often holds a key. */
  chainView(): Json {
    const { chainId, rpcUrl } = this.#options;
    const name = `Development chain ${chainId}`;
    const rpc = [new URL(rpcUrl).origin];
    return {
      ...{ name, title: name, chainId: Number(chainId), rpc, traceSupportedRPCs: [] },
      ...{ supported: true, etherscanAPI: false },
    };
  }

  /** A verified contract with its compilation; undefined for one that is not verified. */
  stored(
    address: string,
  ): { readonly contract: StoredContract; readonly compilation: Compilation } | undefined {
    const contract = this.#contracts.get(address);
    return contract === undefined
      ? undefined
      : { contract, compilation: this.#contracts.compilationOf(contract) };
  }

  /** Undefined when the contract is not verified. */
  async record(address: string, withProxy: boolean): Promise<Json | undefined> {
    const stored = this.stored(address);
    if (stored === undefined) return undefined;
    const { contract, compilation } = stored;
    const proxy = withProxy
      ? await resolveProxy(this.#options.chain, address.toLowerCase(), contract.runtime.onchain ?? "0x")
      : undefined;
    return fullRecord(contract, compilation, proxy);
  }

  async #run(verificationId: string, address: string, submission: Submission): Promise<void> {
    const { pool, chainId, rpcUrl, compilers } = this.#options;
    const hash = submission.creationTransactionHash ?? (await this.#searchCreation(address));
    const judgement = await pool.judge({
      submission: hash === undefined ? submission : { ...submission, creationTransactionHash: hash },
      chain: { rpcUrl, chainId },
      address,
      compilers,
    });
    this.#jobs.end(verificationId, this.#settle(verificationId, address, judgement));
  }

  #settle(verificationId: string, address: string, judgement: Judgement): JobEnd {
    const finishedAt = this.#timestamp();
    if (judgement.kind === "failed") {
      const { customCode, message, ...rest } = judgement.failure;
      return { kind: "failed", finishedAt, error: { ...errorBody(customCode, message), ...rest } };
    }
    const { verified } = judgement;
    const outcome = this.#contracts.store(address, verificationId, verified, finishedAt);
    switch (outcome.kind) {
      case "stored":
        return {
          kind: "matched",
          finishedAt,
          endedAtMs: this.#options.now(),
          compilationTimeMs: verified.compilationTimeMs,
          creationMatch: verified.creation.match,
          runtimeMatch: verified.runtime.match,
        };
      case "not-better": {
        const message = `Contract ${address} on chain ${this.chainId} is already verified, and this match is not better.`;
        return { kind: "failed", finishedAt, error: errorBody("already_verified", message) };
      }
    }
  }

  /** The creating transaction, when the submitter did not name one. A search that fails finds nothing. */
  async #searchCreation(address: string): Promise<string | undefined> {
    try {
      const contract = await this.#options.index.byAddress(address.toLowerCase());
      return contract?.creation?.transaction?.hash;
    } catch {
      return undefined;
    }
  }

  /** Whole seconds, as the real service writes them. */
  #timestamp(): string {
    return utcSecond(new Date(this.#options.now()));
  }
}

const NO_PROXY: ProxyResolution = { isProxy: false, proxyType: null, implementations: [] };

/** Looks for the proxies of EIP-1167 and EIP-1967. `undefined` when the chain does not answer. */
async function resolveProxy(
  chain: Chain,
  address: string,
  runtimeCode: string,
): Promise<ProxyResolution | undefined> {
  const clone = minimalProxyImplementation(runtimeCode);
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

/** The body of `GET /v2/verify/{verificationId}`. */
function jobView(
  job: StoredJob,
  chainId: string,
  stored: StoredContract | undefined,
): Readonly<Record<string, unknown>> {
  const { verificationId, address, startedAt, end } = job;
  const head = { isJobCompleted: end !== undefined, verificationId, jobStartTime: startedAt };
  const contract = { match: null, creationMatch: null, runtimeMatch: null, chainId, address };
  if (end === undefined) return { ...head, contract };
  switch (end.kind) {
    case "matched": {
      const { creationMatch, runtimeMatch } = end;
      // After an upgrade the record belongs to the later job.
      const isCurrent = stored?.verificationId === verificationId;
      return {
        ...head,
        jobFinishTime: end.finishedAt,
        compilationTime: String(end.compilationTimeMs),
        contract: {
          match: betterMatch(creationMatch, runtimeMatch),
          creationMatch,
          runtimeMatch,
          chainId,
          address,
          ...(isCurrent ? { verifiedAt: stored.verifiedAt, matchId: stored.matchId } : {}),
        },
      };
    }
    case "failed":
      return { ...head, jobFinishTime: end.finishedAt, contract, error: end.error };
  }
}

/** What other services answered by now to a job that found a match; a job that was not forwarded has no such key. */
function forwardedView(
  { end }: StoredJob,
  forwarding: readonly LocalForwarding[],
  nowMs: number,
): Readonly<Record<string, unknown>> {
  if (end?.kind !== "matched") return {};
  const known = forwarding.filter(({ afterMs = 0 }) => nowMs - end.endedAtMs >= afterMs);
  if (known.length === 0) return {};
  return { externalVerifications: Object.fromEntries(known.map(({ to, answer }) => [to, answer])) };
}

/** What every answer about a contract has, verified or not. */
function matchView(
  stored: StoredContract | undefined,
  chainId: string,
  address: string,
): Readonly<Record<string, unknown>> {
  if (stored === undefined) {
    return { match: null, creationMatch: null, runtimeMatch: null, chainId, address };
  }
  const creationMatch = stored.creation.match;
  const runtimeMatch = stored.runtime.match;
  return {
    matchId: stored.matchId,
    creationMatch,
    runtimeMatch,
    verifiedAt: stored.verifiedAt,
    match: betterMatch(creationMatch, runtimeMatch),
    chainId,
    address,
  };
}
