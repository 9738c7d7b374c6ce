import type { QueryEndpointName } from "../endpoints.ts";
import type { CallOptions, ServiceAnswer } from "../http/http-client.ts";
import type { PathValue } from "../path-formats.ts";
import { decoderOf } from "../wire/decode.ts";
import type {
  QueryContractActions,
  QueryContractResult,
  QueryContractResults,
  QueryTransaction,
} from "./model.ts";
import { QueryEndpoints } from "./query-endpoints.ts";
import type { QueryOptions } from "./query-options.ts";
import { sameTimestamp, timestampsOf } from "./timestamp-filters.ts";
import { wireContractActions, wireContractResult, wireContractResults, wireTransactions } from "./wire.ts";

/** Options of a list of contract results. Any other parameter of the service goes into `query`. */
export interface ContractResultsOptions extends QueryOptions {
  /**
   * Consensus timestamps, `seconds` or `seconds.nanoseconds`, each with an operator in front or without:
   * `eq:`, `gt:`, `gte:`, `lt:`, `lte:`, `ne:`.
   */
  readonly timestamp?: string | readonly string[] | undefined;
  /** Whether child transactions are listed too, such as a creation by a factory. @default false */
  readonly internal?: boolean | undefined;
  /** By consensus timestamp. @default "desc" */
  readonly order?: "asc" | "desc" | undefined;
  /** Rows of a page; a service answers 100 at the most. @default 25 */
  readonly limit?: number | undefined;
}

export interface ContractResultOptions extends CallOptions {
  /** With a transaction id: 0 for the transaction itself, from 1 on for its children. @default 0 */
  readonly nonce?: number | undefined;
}

/** What is made of an answer. Public declarations name no type of zod: it is not installed with the package. */
export interface Expected<Value> {
  readonly decode: (answer: ServiceAnswer) => Value;
  /** Why the answer can't belong to the request. */
  readonly contradiction?: (value: Value) => string | undefined;
}

/** The endpoints about contract transactions. Their answers are decoded; fields that `model.ts` does not list are left out. */
export abstract class ContractResultsEndpoints extends QueryEndpoints {
  /** Undefined where the service says that there is none. */
  protected abstract read<Value>(
    name: QueryEndpointName,
    values: readonly PathValue[],
    options: QueryOptions,
    expected: Expected<Value>,
  ): Promise<Value | undefined>;

  /**
   * Results of contract transactions, of all contracts: `GET /api/v1/contracts/results`.
   *
   * @returns `undefined` when the service knows none.
   * @throws ServiceError; VerifyContractError (VC106) when a timestamp is of the wrong form
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * const page = await query.contractResults({ timestamp: "1795253078.123456789", internal: true });
   * console.log(page?.results[0]?.hash, page?.results[0]?.block_number);
   */
  contractResults(options: ContractResultsOptions = {}): Promise<QueryContractResults | undefined> {
    return this.read("contractResults", [], listOptions(options), { decode: decoderOf(wireContractResults) });
  }

  /**
   * One contract transaction, by its id or its 32-byte EVM hash: `GET /api/v1/contracts/results/{transactionIdOrHash}`.
   * Its `function_parameters` are the init code of a creation by an Ethereum transaction, which the lists leave out.
   *
   * @returns `undefined` when there is none.
   * @throws ServiceError; VerifyContractError (VC106) when the parameter is of the wrong form
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * const result = await query.contractResult("0.0.1001-1795253078-123456789", { nonce: 1 });
   * console.log(result?.created_contract_ids);
   */
  contractResult(
    transactionIdOrHash: PathValue,
    { nonce, signal }: ContractResultOptions = {},
  ): Promise<QueryContractResult | undefined> {
    const asked = hashOf(transactionIdOrHash);
    return this.read(
      "contractResult",
      [transactionIdOrHash],
      { query: { nonce }, signal },
      {
        decode: decoderOf(wireContractResult),
        contradiction: ({ hash }) =>
          asked !== undefined && hash !== asked ? `it is about another transaction, ${hash}` : undefined,
      },
    );
  }

  /**
   * The calls and creations inside one contract transaction: `GET /api/v1/contracts/results/{transactionIdOrHash}/actions`.
   * Those of a factory are found by the hash of the transaction that called it; the hash of the child has none.
   *
   * @returns `undefined` when there is no such transaction.
   * @throws ServiceError; VerifyContractError (VC106) when the parameter is of the wrong form
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * const page = await query.contractActions("0.0.1001-1795253078-123456789");
   * console.log(page?.actions.filter((action) => action.call_operation_type === "CREATE2"));
   */
  contractActions(
    transactionIdOrHash: PathValue,
    options: QueryOptions = {},
  ): Promise<QueryContractActions | undefined> {
    return this.read("contractActions", [transactionIdOrHash], options, {
      decode: decoderOf(wireContractActions),
    });
  }

  /**
   * Results of the transactions of a contract: `GET /api/v1/contracts/{contractIdOrAddress}/results`. With `internal` and
   * in ascending order, the first one created it. The address of a deleted contract is unknown here: ask with its id.
   *
   * @returns `undefined` when there is no such contract.
   * @throws ServiceError; VerifyContractError (VC102, VC106) when a parameter is of the wrong form
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * const first = await query.resultsOfContract("0.0.1234", { internal: true, order: "asc", limit: 1 });
   * console.log(first?.results[0]?.hash);
   */
  resultsOfContract(
    contractIdOrAddress: PathValue,
    options: ContractResultsOptions = {},
  ): Promise<QueryContractResults | undefined> {
    return this.read("resultsOfContract", [contractIdOrAddress], listOptions(options), {
      decode: decoderOf(wireContractResults),
    });
  }

  /**
   * One transaction of a contract, by its consensus timestamp:
   * `GET /api/v1/contracts/{contractIdOrAddress}/results/{consensusTimestamp}`.
   *
   * @returns `undefined` when there is none.
   * @throws ServiceError; VerifyContractError (VC102, VC106) when a parameter is of the wrong form
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * const result = await query.resultOfContractAt("0.0.1234", "1795253078.123456789");
   * console.log(result?.function_parameters);
   */
  resultOfContractAt(
    contractIdOrAddress: PathValue,
    consensusTimestamp: PathValue,
    options: CallOptions = {},
  ): Promise<QueryContractResult | undefined> {
    return this.read("resultOfContractAt", [contractIdOrAddress, consensusTimestamp], options, {
      decode: decoderOf(wireContractResult),
      contradiction: ({ timestamp }) => otherTimestamp([timestamp], String(consensusTimestamp)),
    });
  }

  /**
   * The transactions at one consensus timestamp, decoded: `GET /api/v1/transactions?timestamp=…`. There is one at the most.
   *
   * @param consensusTimestamp `seconds` or `seconds.nanoseconds`.
   * @throws ServiceError; VerifyContractError (VC106) when the timestamp is of the wrong form
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * const [transaction] = await query.transactionsAt("1795253078.123456789");
   * console.log(transaction?.name, transaction?.parent_consensus_timestamp);
   */
  async transactionsAt(
    consensusTimestamp: string,
    { signal }: CallOptions = {},
  ): Promise<readonly QueryTransaction[]> {
    const query = { timestamp: timestampsOf(consensusTimestamp) };
    const decode = decoderOf(wireTransactions);
    const page = await this.read(
      "transactions",
      [],
      { query, signal },
      {
        decode,
        contradiction: ({ transactions }) =>
          otherTimestamp(
            transactions.map((row) => row.consensus_timestamp),
            consensusTimestamp,
          ),
      },
    );
    return page?.transactions ?? [];
  }
}

function listOptions(options: ContractResultsOptions): QueryOptions {
  const { timestamp, internal, order, limit, query, signal } = options;
  return { query: { ...query, timestamp: timestampsOf(timestamp), internal, order, limit }, signal };
}

/** The lower-case hash with 0x that a path value is; undefined for a transaction id. */
function hashOf(value: PathValue): string | undefined {
  const digits = String(value).toLowerCase().replace(/^0x/, "");
  return /^[0-9a-f]{64}$/.test(digits) ? `0x${digits}` : undefined;
}

function otherTimestamp(found: readonly string[], asked: string): string | undefined {
  const other = found.find((timestamp) => !sameTimestamp(timestamp, asked));
  return other === undefined ? undefined : `it is about another time, ${other}`;
}
