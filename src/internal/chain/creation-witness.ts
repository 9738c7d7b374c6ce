import { listAddresses } from "../domain/contract-addresses.ts";
import { type QueryContract, type QueryContractResult, sameTimestamp } from "../services/query/model.ts";
import type { QueryService } from "../services/query/query-service.ts";
import { ifAnswered } from "./chain-port.ts";
import type { QueryKnowledge } from "./deployment-facts.ts";
import { readQuery } from "./read-query.ts";

/** The query service as a witness to the creation of one contract. Sends each query at most once, on demand. */
export class CreationWitness {
  readonly #query: QueryService | undefined;
  readonly #address: string;
  readonly #signal: AbortSignal;
  #knowledge: QueryKnowledge | undefined;
  #creation: Promise<StatedCreation | null | undefined> | undefined;

  constructor(query: QueryService | undefined, address: string, signal: AbortSignal) {
    this.#query = query;
    this.#address = address;
    this.#signal = signal;
  }

  /** The service's data about the contract. Undefined before the first query. */
  get knowledge(): QueryKnowledge | undefined {
    return this.#knowledge;
  }

  async contract(): Promise<QueryContract | undefined> {
    // The query service is only one of several witnesses. If it refuses the connection now, it is queried again later,
    // while the verification service compiles.
    const question = { retriesRefused: false };
    this.#knowledge ??= await readQuery(this.#query, this.#address, this.#signal, question);
    if (this.#knowledge.state !== "known") return undefined;
    const { contract } = this.#knowledge;
    const isDifferentContract = !listAddresses(contract.evm_address, contract).includes(
      this.#address.toLowerCase(),
    );
    return isDifferentContract ? undefined : contract;
  }

  /**
   * Needs one request if the transaction itself created the contract, and three if another contract did. Undefined if
   * the service can't answer such queries, null if its responses don't contain the transaction.
   */
  creation(): Promise<StatedCreation | null | undefined> {
    this.#creation ??= this.#ask(async (query, { contract_id: id, created_timestamp }) => {
      if (id === null) return undefined;
      const signal = this.#signal;
      const first = await readFirstResult(query, id, created_timestamp, signal);
      if (first === undefined) return undefined;
      if (first?.contract_id !== id) return null;
      if (first.created_contract_ids.includes(id)) return createStatedCreation(first, first.timestamp, false);

      const [child, ...others] = await query.transactionsAt(first.timestamp, { signal });
      const parent = child?.parent_consensus_timestamp ?? null;
      if (others.length > 0 || child?.name !== CREATION || child.entity_id !== id || parent === null)
        return null;
      const page = await query.contractResults({ timestamp: parent }, { signal });
      const creating = page?.results.find(
        (row) => sameTimestamp(row.timestamp, parent) && row.created_contract_ids.includes(id),
      );
      return creating === undefined ? null : createStatedCreation(creating, first.timestamp, true);
    });
    return this.#creation;
  }

  /**
   * For a creation from a file, the service's code has no constructor arguments. For a creation by a contract, the
   * transaction's actions must contain the same code.
   *
   * @param hapiInput The input of an unsigned creation transaction. Undefined for a creation by a contract.
   */
  initCode(stated: StatedCreation, hapiInput: string | undefined) {
    return this.#ask(async (query, { bytecode, file_id, contract_id }) => {
      if (bytecode === null || bytecode === "0x") return undefined;
      if (hapiInput !== undefined) {
        if (stated.isByContract || stated.parameters !== hapiInput) return undefined;
        if (file_id !== null) return { bytecode: `${bytecode}${hapiInput.slice(2)}`, creator: undefined };
        return hapiInput === "0x" ? { bytecode, creator: undefined } : undefined;
      }
      if (!stated.isByContract) return undefined;
      const limit = { limit: MAX_ACTIONS };
      const page = await query.contractActions(stated.transactionHash, limit, { signal: this.#signal });
      const action = page?.actions.find(
        ({ call_operation_type: type, recipient, result_data_type: end }) =>
          (type === "CREATE" || type === "CREATE2") && recipient === contract_id && end === "OUTPUT",
      );
      return action?.input === bytecode ? { bytecode, creator: action.from ?? undefined } : undefined;
    });
  }

  /** Sends a query. Ignores failures, because a service's failure proves nothing about the contract. */
  async #ask<T>(
    question: (query: QueryService, contract: QueryContract) => Promise<T>,
  ): Promise<T | undefined> {
    const contract = await this.contract();
    const query = this.#query;
    if (query === undefined || contract === undefined) return undefined;
    return ifAnswered(this.#signal, () => question(query, contract));
  }
}

type StatedCreation = ReturnType<typeof createStatedCreation>;

/** The service's name for a child transaction that creates a contract. */
const CREATION = "CONTRACTCREATEINSTANCE";
const MAX_ACTIONS = 100;
/** In seconds. A contract is created a few nanoseconds after the transaction that requests the creation. */
const EARLIER_S = 1;

/**
 * If a query has no result, it is repeated with the creation time as the start time, because some services limit the
 * time range.
 */
async function readFirstResult(
  query: QueryService,
  id: string,
  createdAt: string | null,
  signal: AbortSignal,
): Promise<QueryContractResult | null | undefined> {
  const first = { internal: true, order: "asc", limit: 1 };
  const page = await query.resultsOfContract(id, first, { signal });
  if (page === undefined) return undefined;
  const [row] = page.results;
  if (row !== undefined || createdAt === null) return row ?? null;
  const since = `gte:${Math.max(0, Number(createdAt.split(".")[0]) - EARLIER_S)}`;
  const later = await query.resultsOfContract(id, { timestamp: since, ...first }, { signal });
  return later?.results[0] ?? null;
}

/** @param timestamp Consensus timestamp of the creation itself, `seconds.nanoseconds`. */
function createStatedCreation(row: QueryContractResult, timestamp: string, isByContract: boolean) {
  return {
    /** The submitted transaction, even if a factory created the contract within it. */
    transactionHash: row.hash,
    timestamp,
    blockNumber: row.block_number ?? undefined,
    /** For a creation from a file, the constructor arguments. */
    parameters: row.function_parameters ?? "0x",
    isByContract,
  };
}
