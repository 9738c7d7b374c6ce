import { addressesOf } from "../domain/contract-addresses.ts";
import type { QueryContract } from "../services/query/model.ts";
import type { QueryService } from "../services/query/query-service.ts";
import { ServiceError } from "../services/service-error.ts";
import type { QueryKnowledge } from "./deployment-facts.ts";
import { readQuery } from "./read-query.ts";
import {
  readStatedCreation,
  readStatedInitCode,
  type StatedCreation,
  type StatedInitCode,
} from "./stated-creation.ts";

/** The query service as a witness of one contract's creation. It is asked when it is needed, and each question once. */
export class CreationWitness {
  readonly #query: QueryService | undefined;
  readonly #address: string;
  readonly #signal: AbortSignal;
  #knowledge: QueryKnowledge | undefined;
  #creation: Promise<StatedCreation | "not-established" | undefined> | undefined;

  /** @param address Lower case or checksummed. */
  constructor(query: QueryService | undefined, address: string, signal: AbortSignal) {
    this.#query = query;
    this.#address = address;
    this.#signal = signal;
  }

  /** Its answer about the contract; undefined as long as it was not asked. */
  get knowledge(): QueryKnowledge | undefined {
    return this.#knowledge;
  }

  async contract(): Promise<QueryContract | undefined> {
    this.#knowledge ??= await readQuery(this.#query, this.#address, this.#signal);
    if (this.#knowledge.state !== "known") return undefined;
    const { contract } = this.#knowledge;
    const isOfAnother = !addressesOf(contract.evm_address, contract).includes(this.#address.toLowerCase());
    return isOfAnother ? undefined : contract;
  }

  /** The creating transaction that it states; undefined where it does not answer. */
  creation(): Promise<StatedCreation | "not-established" | undefined> {
    this.#creation ??= this.#ask((query, contract) => readStatedCreation(query, contract, this.#signal));
    return this.#creation;
  }

  /**
   * The init code of a creation that it states.
   *
   * @param hapiInput See {@link readStatedInitCode}.
   */
  initCode(stated: StatedCreation, hapiInput: string | undefined): Promise<StatedInitCode | undefined> {
    return this.#ask((query, contract) =>
      readStatedInitCode(query, contract, stated, hapiInput, this.#signal),
    );
  }

  /** A failure of a service is no knowledge, and ends nothing. */
  async #ask<T>(
    question: (query: QueryService, contract: QueryContract) => Promise<T>,
  ): Promise<T | undefined> {
    const contract = await this.contract();
    if (this.#query === undefined || contract === undefined) return undefined;
    try {
      return await question(this.#query, contract);
    } catch (error) {
      if (error instanceof ServiceError && !this.#signal.aborted) return undefined;
      throw error;
    }
  }
}
