import { randomUUID } from "node:crypto";
import { formatUtcSecond } from "../../text/moment.ts";
import type { IndexedContract } from "../chain/contract-index.ts";
import type { VerifiedContract } from "../verification/contract-store.ts";
import type { JudgeFailure } from "../verification/judgement.ts";
import type { Submission } from "../verification/submission.ts";
import type { Verified } from "../verification/verified.ts";
import { resolveProxy, type Verifier, type VerifierOptions } from "../verification/verifier.ts";

export interface ExplorerSubmission {
  readonly submission: Submission;
  /** ABI-encoded hex digits without 0x. */
  readonly constructorArguments: string;
}

/** Keeps the submitted input, even if another contract with the same code has a different input. */
export interface Shown extends ExplorerSubmission {
  readonly record: VerifiedContract;
  /** Checksummed. Undefined until the proxy is linked. */
  readonly implementation: string | undefined;
}

/** A response in Etherscan's format. */
export interface Answer {
  readonly status: "0" | "1";
  readonly message: "OK" | "NOTOK";
  readonly result: unknown;
}

export function ok(result: unknown): Answer {
  return { status: "1", message: "OK", result };
}

export function notOk(result: string): Answer {
  return { status: "0", message: "NOTOK", result };
}

export class NotOk extends Error {}

const FAILED = "Fail - Unable to verify";

/** Shows only submitted contracts, even if the verification service knows others. */
export class Explorer {
  readonly chainId: string;
  readonly #verifier: Verifier;
  readonly #options: VerifierOptions;
  /** By checksummed address. */
  readonly #shown = new Map<string, Shown>();
  readonly #jobs = new Map<string, Answer | "pending">();

  constructor(verifier: Verifier, options: VerifierOptions) {
    this.chainId = options.chainId;
    this.#verifier = verifier;
    this.#options = options;
  }

  /**
   * @param address Checksummed.
   * @returns The job's id.
   * @throws NotOk
   */
  async submit(address: string, submission: ExplorerSubmission): Promise<string> {
    if (this.#shown.has(address)) throw new NotOk("Contract source code already verified");
    if ((await this.#options.chain.code(address)) === "0x")
      throw new NotOk(`Unable to locate ContractCode at ${address}`);
    if (!this.#options.pool.hasRoom) throw new NotOk("Max rate limit reached");
    const guid = randomUUID();
    this.#jobs.set(guid, "pending");
    void this.#judge(address, submission)
      .catch(() => notOk(FAILED))
      .then((end) => this.#jobs.set(guid, end));
    return guid;
  }

  async #judge(address: string, submission: ExplorerSubmission): Promise<Answer> {
    const judgement = await this.#verifier.judge(address, submission.submission);
    if (judgement.kind === "failed") return failed(describeFailure(judgement.failure));
    const { verified } = judgement;
    const problem = findMismatch(verified, submission, await this.contract(address));
    if (problem !== undefined) return failed(problem);
    // Another job for the same address finished first.
    if (this.#shown.has(address)) return notOk("Already Verified");
    const record = { address, verifiedAt: formatUtcSecond(new Date()), ...verified };
    this.#shown.set(address, { ...submission, record, implementation: undefined });
    return ok("Pass - Verified");
  }

  /** Returns the number of dropped records. */
  forget(): number {
    const { size } = this.#shown;
    this.#shown.clear();
    return size;
  }

  job(guid: string): Answer | "pending" | undefined {
    return this.#jobs.get(guid);
  }

  shown(address: string): Shown | undefined {
    return this.#shown.get(address);
  }

  /** Undefined if the address has no code or the chain doesn't answer. */
  contract(address: string): Promise<IndexedContract | undefined> {
    return this.#options.index.byAddress(address.toLowerCase()).catch(() => undefined);
  }

  /**
   * Adds the implementation to the proxy's record, if there is one.
   *
   * @param expected Checksummed. If undefined, any implementation is accepted.
   * @returns The id of a finished job.
   */
  async link(address: string, expected: string | undefined): Promise<string> {
    const { chain } = this.#options;
    const resolved = await resolveProxy(chain, address.toLowerCase(), await chain.code(address));
    const implementation = resolved?.implementations[0]?.address;
    const isFound = implementation !== undefined && (expected ?? implementation) === implementation;
    const shown = this.#shown.get(address);
    if (isFound && shown !== undefined) this.#shown.set(address, { ...shown, implementation });
    const guid = randomUUID();
    const end = isFound
      ? ok(
          `The proxy's (${address}) implementation contract is found at ${implementation} and is successfully updated.`,
        )
      : notOk(
          "A corresponding implementation contract was unfortunately not detected for the proxy address.",
        );
    this.#jobs.set(guid, end);
    return guid;
  }
}

function failed(reason: string | undefined): Answer {
  return notOk(reason === undefined ? FAILED : `${FAILED}. ${reason}`);
}

function describeFailure({ customCode, message, errorData }: JudgeFailure): string | undefined {
  if (customCode !== "compiler_error") return customCode === "internal_error" ? message : undefined;
  const [first] = (errorData?.compilerErrors ?? []) as readonly { readonly message?: string }[];
  return `Solidity Compilation Error: ${first?.message ?? errorData?.compilerErrorMessage ?? message}`;
}

/** An explorer, unlike lib-sourcify, doesn't infer library addresses and constructor arguments. */
function findMismatch(
  { creation, runtime, compilation }: Verified,
  { constructorArguments }: ExplorerSubmission,
  contract: IndexedContract | undefined,
): string | undefined {
  const filledIn = [...(creation.transformations ?? []), ...(runtime.transformations ?? [])];
  if (filledIn.some(({ reason }) => reason === "library"))
    return "Library was required but suitable match not found";
  // Without a trace, the arguments of a contract created by another contract can't be compared.
  const { initCode, child } = contract?.creation ?? {};
  if (initCode === undefined) return undefined;
  if (child === 0 && creation.match === null)
    return "Compiled contract deployment bytecode does NOT match the transaction deployment bytecode";
  return initCode.slice(compilation.creation.recompiledBytecode.length).toLowerCase() === constructorArguments
    ? undefined
    : "Please check if the correct constructor argument was entered.";
}
