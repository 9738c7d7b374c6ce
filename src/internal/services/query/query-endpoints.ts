// Generated from src/internal/services/endpoints.ts by `npm run generate`. Do not edit.
import type { QueryEndpointName } from "../endpoints.ts";
import type { PathValue } from "../path-formats.ts";
import type { JsonObject } from "./json.ts";
import type { QueryOptions } from "./query-options.ts";

/**
 * The endpoints whose answers are passed on as JSON: checked to be an object, every digit of an integer kept. Query
 * parameters go out as they are given.
 */
export abstract class QueryEndpoints {
  protected abstract ask(
    name: QueryEndpointName,
    values: readonly PathValue[],
    options: QueryOptions,
  ): Promise<JsonObject>;

  /** Undefined where the service says that there is none. */
  protected abstract find(
    name: QueryEndpointName,
    values: readonly PathValue[],
    options: QueryOptions,
  ): Promise<JsonObject | undefined>;

  protected abstract post(
    name: QueryEndpointName,
    content: Uint8Array | JsonObject,
    options: QueryOptions,
  ): Promise<JsonObject>;

  /**
   * Accounts: `GET /api/v1/accounts`.
   *
   * @throws ServiceError
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * console.log(await query.accounts());
   */
  accounts(options: QueryOptions = {}): Promise<JsonObject> {
    return this.ask("accounts", [], options);
  }

  /**
   * One account: `GET /api/v1/accounts/{idOrAliasOrEvmAddress}`.
   *
   * @returns `undefined` when there is none.
   * @throws ServiceError; VerifyContractError when a parameter is of the wrong form
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * console.log(await query.account("0.0.1001"));
   */
  account(idOrAliasOrEvmAddress: PathValue, options: QueryOptions = {}): Promise<JsonObject | undefined> {
    return this.find("account", [idOrAliasOrEvmAddress], options);
  }

  /**
   * Allowances of the native currency that an account granted: `GET /api/v1/accounts/{idOrAliasOrEvmAddress}/allowances/crypto`.
   *
   * @throws ServiceError; VerifyContractError when a parameter is of the wrong form
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * console.log(await query.cryptoAllowances("0.0.1001"));
   */
  cryptoAllowances(idOrAliasOrEvmAddress: PathValue, options: QueryOptions = {}): Promise<JsonObject> {
    return this.ask("cryptoAllowances", [idOrAliasOrEvmAddress], options);
  }

  /**
   * Allowances of tokens that an account granted: `GET /api/v1/accounts/{idOrAliasOrEvmAddress}/allowances/tokens`.
   *
   * @throws ServiceError; VerifyContractError when a parameter is of the wrong form
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * console.log(await query.tokenAllowances("0.0.1001"));
   */
  tokenAllowances(idOrAliasOrEvmAddress: PathValue, options: QueryOptions = {}): Promise<JsonObject> {
    return this.ask("tokenAllowances", [idOrAliasOrEvmAddress], options);
  }

  /**
   * Allowances of NFTs that an account granted: `GET /api/v1/accounts/{idOrAliasOrEvmAddress}/allowances/nfts`.
   *
   * @throws ServiceError; VerifyContractError when a parameter is of the wrong form
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * console.log(await query.nftAllowances("0.0.1001"));
   */
  nftAllowances(idOrAliasOrEvmAddress: PathValue, options: QueryOptions = {}): Promise<JsonObject> {
    return this.ask("nftAllowances", [idOrAliasOrEvmAddress], options);
  }

  /**
   * Staking rewards paid to an account: `GET /api/v1/accounts/{idOrAliasOrEvmAddress}/rewards`.
   *
   * @throws ServiceError; VerifyContractError when a parameter is of the wrong form
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * console.log(await query.rewards("0.0.1001"));
   */
  rewards(idOrAliasOrEvmAddress: PathValue, options: QueryOptions = {}): Promise<JsonObject> {
    return this.ask("rewards", [idOrAliasOrEvmAddress], options);
  }

  /**
   * Token airdrops that an account sent and that are unclaimed: `GET /api/v1/accounts/{idOrAliasOrEvmAddress}/airdrops/outstanding`.
   *
   * @throws ServiceError; VerifyContractError when a parameter is of the wrong form
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * console.log(await query.outstandingAirdrops("0.0.1001"));
   */
  outstandingAirdrops(idOrAliasOrEvmAddress: PathValue, options: QueryOptions = {}): Promise<JsonObject> {
    return this.ask("outstandingAirdrops", [idOrAliasOrEvmAddress], options);
  }

  /**
   * Token airdrops that an account has not claimed: `GET /api/v1/accounts/{idOrAliasOrEvmAddress}/airdrops/pending`.
   *
   * @throws ServiceError; VerifyContractError when a parameter is of the wrong form
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * console.log(await query.pendingAirdrops("0.0.1001"));
   */
  pendingAirdrops(idOrAliasOrEvmAddress: PathValue, options: QueryOptions = {}): Promise<JsonObject> {
    return this.ask("pendingAirdrops", [idOrAliasOrEvmAddress], options);
  }

  /**
   * NFTs of an account: `GET /api/v1/accounts/{idOrAliasOrEvmAddress}/nfts`.
   *
   * @throws ServiceError; VerifyContractError when a parameter is of the wrong form
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * console.log(await query.nftsOfAccount("0.0.1001"));
   */
  nftsOfAccount(idOrAliasOrEvmAddress: PathValue, options: QueryOptions = {}): Promise<JsonObject> {
    return this.ask("nftsOfAccount", [idOrAliasOrEvmAddress], options);
  }

  /**
   * Tokens that an account is associated with: `GET /api/v1/accounts/{idOrAliasOrEvmAddress}/tokens`.
   *
   * @throws ServiceError; VerifyContractError when a parameter is of the wrong form
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * console.log(await query.tokensOfAccount("0.0.1001"));
   */
  tokensOfAccount(idOrAliasOrEvmAddress: PathValue, options: QueryOptions = {}): Promise<JsonObject> {
    return this.ask("tokensOfAccount", [idOrAliasOrEvmAddress], options);
  }

  /**
   * Balances of accounts: `GET /api/v1/balances`.
   *
   * @throws ServiceError
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * console.log(await query.balances());
   */
  balances(options: QueryOptions = {}): Promise<JsonObject> {
    return this.ask("balances", [], options);
  }

  /**
   * Contracts: `GET /api/v1/contracts`.
   *
   * @throws ServiceError
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * console.log(await query.contracts());
   */
  contracts(options: QueryOptions = {}): Promise<JsonObject> {
    return this.ask("contracts", [], options);
  }

  /**
   * Logs of all contracts: `GET /api/v1/contracts/results/logs`.
   *
   * @throws ServiceError
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * console.log(await query.contractLogs());
   */
  contractLogs(options: QueryOptions = {}): Promise<JsonObject> {
    return this.ask("contractLogs", [], options);
  }

  /**
   * Logs of a contract: `GET /api/v1/contracts/{contractIdOrAddress}/results/logs`.
   *
   * @throws ServiceError; VerifyContractError when a parameter is of the wrong form
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * console.log(await query.logsOfContract("0.0.1234"));
   */
  logsOfContract(contractIdOrAddress: PathValue, options: QueryOptions = {}): Promise<JsonObject> {
    return this.ask("logsOfContract", [contractIdOrAddress], options);
  }

  /**
   * Storage of a contract: `GET /api/v1/contracts/{contractIdOrAddress}/state`.
   *
   * @throws ServiceError; VerifyContractError when a parameter is of the wrong form
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * console.log(await query.stateOfContract("0.0.1234"));
   */
  stateOfContract(contractIdOrAddress: PathValue, options: QueryOptions = {}): Promise<JsonObject> {
    return this.ask("stateOfContract", [contractIdOrAddress], options);
  }

  /**
   * The result of a call that is not sent as a transaction: `POST /api/v1/contracts/call`.
   *
   * @param call Sent as JSON.
   * @throws ServiceError
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * console.log(await query.callContract({ to: "0x60768b3b49dc7c031eed1bd4d1601b976c8d550e", data: "0x5c60da1b" }));
   */
  callContract(call: JsonObject, options: QueryOptions = {}): Promise<JsonObject> {
    return this.post("callContract", call, options);
  }

  /**
   * Tokens: `GET /api/v1/tokens`.
   *
   * @throws ServiceError
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * console.log(await query.tokens());
   */
  tokens(options: QueryOptions = {}): Promise<JsonObject> {
    return this.ask("tokens", [], options);
  }

  /**
   * One token: `GET /api/v1/tokens/{tokenId}`.
   *
   * @returns `undefined` when there is none.
   * @throws ServiceError; VerifyContractError when a parameter is of the wrong form
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * console.log(await query.token("0.0.2001"));
   */
  token(tokenId: PathValue, options: QueryOptions = {}): Promise<JsonObject | undefined> {
    return this.find("token", [tokenId], options);
  }

  /**
   * Balances of tokens across accounts: `GET /api/v1/tokens/balances`.
   *
   * @throws ServiceError
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * console.log(await query.tokenBalances());
   */
  tokenBalances(options: QueryOptions = {}): Promise<JsonObject> {
    return this.ask("tokenBalances", [], options);
  }

  /**
   * Balances of one token across accounts: `GET /api/v1/tokens/{tokenId}/balances`.
   *
   * @throws ServiceError; VerifyContractError when a parameter is of the wrong form
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * console.log(await query.balancesOfToken("0.0.2001"));
   */
  balancesOfToken(tokenId: PathValue, options: QueryOptions = {}): Promise<JsonObject> {
    return this.ask("balancesOfToken", [tokenId], options);
  }

  /**
   * NFTs of one token: `GET /api/v1/tokens/{tokenId}/nfts`.
   *
   * @throws ServiceError; VerifyContractError when a parameter is of the wrong form
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * console.log(await query.nftsOfToken("0.0.2001"));
   */
  nftsOfToken(tokenId: PathValue, options: QueryOptions = {}): Promise<JsonObject> {
    return this.ask("nftsOfToken", [tokenId], options);
  }

  /**
   * One NFT of a token: `GET /api/v1/tokens/{tokenId}/nfts/{serialNumber}`.
   *
   * @returns `undefined` when there is none.
   * @throws ServiceError; VerifyContractError when a parameter is of the wrong form
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * console.log(await query.nftOfToken("0.0.2001", "7"));
   */
  nftOfToken(
    tokenId: PathValue,
    serialNumber: PathValue,
    options: QueryOptions = {},
  ): Promise<JsonObject | undefined> {
    return this.find("nftOfToken", [tokenId, serialNumber], options);
  }

  /**
   * Transactions of one NFT of a token: `GET /api/v1/tokens/{tokenId}/nfts/{serialNumber}/transactions`.
   *
   * @throws ServiceError; VerifyContractError when a parameter is of the wrong form
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * console.log(await query.transactionsOfNft("0.0.2001", "7"));
   */
  transactionsOfNft(
    tokenId: PathValue,
    serialNumber: PathValue,
    options: QueryOptions = {},
  ): Promise<JsonObject> {
    return this.ask("transactionsOfNft", [tokenId, serialNumber], options);
  }

  /**
   * NFTs: `GET /api/v1/tokens/nfts`.
   *
   * @throws ServiceError
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * console.log(await query.nfts());
   */
  nfts(options: QueryOptions = {}): Promise<JsonObject> {
    return this.ask("nfts", [], options);
  }

  /**
   * One NFT: `GET /api/v1/tokens/nfts/{serialNumber}`.
   *
   * @returns `undefined` when there is none.
   * @throws ServiceError; VerifyContractError when a parameter is of the wrong form
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * console.log(await query.nft("7"));
   */
  nft(serialNumber: PathValue, options: QueryOptions = {}): Promise<JsonObject | undefined> {
    return this.find("nft", [serialNumber], options);
  }

  /**
   * Transactions of an NFT: `GET /api/v1/tokens/nfts/{nftId}/transactions`.
   *
   * @throws ServiceError; VerifyContractError when a parameter is of the wrong form
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * console.log(await query.nftTransactions("0.0.2002"));
   */
  nftTransactions(nftId: PathValue, options: QueryOptions = {}): Promise<JsonObject> {
    return this.ask("nftTransactions", [nftId], options);
  }

  /**
   * Transactions: `GET /api/v1/transactions`.
   *
   * @throws ServiceError
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * console.log(await query.transactions());
   */
  transactions(options: QueryOptions = {}): Promise<JsonObject> {
    return this.ask("transactions", [], options);
  }

  /**
   * One transaction, with its duplicates: `GET /api/v1/transactions/{transactionId}`.
   *
   * @returns `undefined` when there is none.
   * @throws ServiceError; VerifyContractError when a parameter is of the wrong form
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * console.log(await query.transaction("0.0.1001-1795253078-123456789"));
   */
  transaction(transactionId: PathValue, options: QueryOptions = {}): Promise<JsonObject | undefined> {
    return this.find("transaction", [transactionId], options);
  }

  /**
   * Files that prove one transaction, where the service offers them: `GET /api/v1/transactions/{transactionId}/stateproof`.
   *
   * @returns `undefined` when there is none.
   * @throws ServiceError; VerifyContractError when a parameter is of the wrong form
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * console.log(await query.stateProof("0.0.1001-1795253078-123456789"));
   */
  stateProof(transactionId: PathValue, options: QueryOptions = {}): Promise<JsonObject | undefined> {
    return this.find("stateProof", [transactionId], options);
  }

  /**
   * Scheduled transactions: `GET /api/v1/schedules`.
   *
   * @throws ServiceError
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * console.log(await query.schedules());
   */
  schedules(options: QueryOptions = {}): Promise<JsonObject> {
    return this.ask("schedules", [], options);
  }

  /**
   * One scheduled transaction: `GET /api/v1/schedules/{scheduleId}`.
   *
   * @returns `undefined` when there is none.
   * @throws ServiceError; VerifyContractError when a parameter is of the wrong form
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * console.log(await query.schedule("0.0.3001"));
   */
  schedule(scheduleId: PathValue, options: QueryOptions = {}): Promise<JsonObject | undefined> {
    return this.find("schedule", [scheduleId], options);
  }

  /**
   * Blocks: `GET /api/v1/blocks`.
   *
   * @throws ServiceError
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * console.log(await query.blocks());
   */
  blocks(options: QueryOptions = {}): Promise<JsonObject> {
    return this.ask("blocks", [], options);
  }

  /**
   * One topic: `GET /api/v1/topics/{topicId}`.
   *
   * @returns `undefined` when there is none.
   * @throws ServiceError; VerifyContractError when a parameter is of the wrong form
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * console.log(await query.topic("0.0.4001"));
   */
  topic(topicId: PathValue, options: QueryOptions = {}): Promise<JsonObject | undefined> {
    return this.find("topic", [topicId], options);
  }

  /**
   * Messages of a topic: `GET /api/v1/topics/{topicId}/messages`.
   *
   * @throws ServiceError; VerifyContractError when a parameter is of the wrong form
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * console.log(await query.topicMessages("0.0.4001"));
   */
  topicMessages(topicId: PathValue, options: QueryOptions = {}): Promise<JsonObject> {
    return this.ask("topicMessages", [topicId], options);
  }

  /**
   * One message of a topic, by its sequence number: `GET /api/v1/topics/{topicId}/messages/{sequenceNumber}`.
   *
   * @returns `undefined` when there is none.
   * @throws ServiceError; VerifyContractError when a parameter is of the wrong form
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * console.log(await query.topicMessage("0.0.4001", "7"));
   */
  topicMessage(
    topicId: PathValue,
    sequenceNumber: PathValue,
    options: QueryOptions = {},
  ): Promise<JsonObject | undefined> {
    return this.find("topicMessage", [topicId, sequenceNumber], options);
  }

  /**
   * One message of a topic, by its consensus timestamp: `GET /api/v1/topics/{topicId}/messages/{consensusTimestamp}`.
   *
   * @returns `undefined` when there is none.
   * @throws ServiceError; VerifyContractError when a parameter is of the wrong form
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * console.log(await query.topicMessageAt("0.0.4001", "1795253078.123456789"));
   */
  topicMessageAt(
    topicId: PathValue,
    consensusTimestamp: PathValue,
    options: QueryOptions = {},
  ): Promise<JsonObject | undefined> {
    return this.find("topicMessageAt", [topicId, consensusTimestamp], options);
  }

  /**
   * One message of any topic, by its consensus timestamp: `GET /api/v1/topics/messages/{consensusTimestamp}`.
   *
   * @returns `undefined` when there is none.
   * @throws ServiceError; VerifyContractError when a parameter is of the wrong form
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * console.log(await query.messageAt("1795253078.123456789"));
   */
  messageAt(consensusTimestamp: PathValue, options: QueryOptions = {}): Promise<JsonObject | undefined> {
    return this.find("messageAt", [consensusTimestamp], options);
  }

  /**
   * The supply of the native currency: `GET /api/v1/network/supply`.
   *
   * @throws ServiceError
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * console.log(await query.supply());
   */
  supply(options: QueryOptions = {}): Promise<JsonObject> {
    return this.ask("supply", [], options);
  }

  /**
   * The fee schedules: `GET /api/v1/network/fees`.
   *
   * @throws ServiceError
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * console.log(await query.fees());
   */
  fees(options: QueryOptions = {}): Promise<JsonObject> {
    return this.ask("fees", [], options);
  }

  /**
   * The node, network and service fees that a transaction would cost: `POST /api/v1/network/fees`.
   *
   * @param transaction Encoded as protobuf.
   * @throws ServiceError
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * console.log(await query.estimateFees(Buffer.from("0a", "hex")));
   */
  estimateFees(transaction: Uint8Array, options: QueryOptions = {}): Promise<JsonObject> {
    return this.post("estimateFees", transaction, options);
  }

  /**
   * Exchange rates, for estimating costs: `GET /api/v1/network/exchangerate`.
   *
   * @throws ServiceError
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * console.log(await query.exchangeRate());
   */
  exchangeRate(options: QueryOptions = {}): Promise<JsonObject> {
    return this.ask("exchangeRate", [], options);
  }

  /**
   * The nodes of the address book: `GET /api/v1/network/nodes`.
   *
   * @throws ServiceError
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * console.log(await query.nodes());
   */
  nodes(options: QueryOptions = {}): Promise<JsonObject> {
    return this.ask("nodes", [], options);
  }

  /**
   * How staking is set up: `GET /api/v1/network/stake`.
   *
   * @throws ServiceError
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * console.log(await query.stake());
   */
  stake(options: QueryOptions = {}): Promise<JsonObject> {
    return this.ask("stake", [], options);
  }
}
