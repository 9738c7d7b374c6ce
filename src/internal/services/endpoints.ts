/**
 * The client's result: `decoded` with each field typed, `json` as an unchanged object, or `one` as such an object,
 * undefined if the service has none.
 */
type AnswerKind = "decoded" | "json" | "one";

/** One endpoint of one of the three services. */
export interface Endpoint<Path extends string = string, Answer extends AnswerKind = AnswerKind> {
  readonly method: "GET" | "POST";
  /** Below the base URL. Braces mark a path parameter, which path-formats.ts validates. */
  readonly path: Path;
  /** Its answer, as a phrase. */
  readonly purpose: string;
  readonly answer: Answer;
  /** The accepted query parameters; if undefined, the client forwards any. */
  readonly query?: readonly string[];
  /** What a POST carries. */
  readonly body?: "json" | "protobuf";
}

function get<Path extends string, Answer extends AnswerKind>(
  path: Path,
  answer: Answer,
  purpose: string,
  query?: readonly string[],
): Endpoint<Path, Answer> {
  return { method: "GET", path, answer, purpose, ...(query === undefined ? {} : { query }) };
}

/**
 * Every endpoint, under the name of the client's method for it. The clients take method and path from here, docs/services.md
 * and the methods that forward JSON are made from it, and a test visits each on a loopback server.
 */
export const ENDPOINTS = {
  verification: {
    submit: {
      method: "POST",
      path: "/v2/verify/{chainId}/{address}",
      answer: "decoded",
      purpose: "the id of a verification that was started",
      body: "json",
    },
    job: get("/v2/verify/{verificationId}", "decoded", "the state of a verification"),
    contract: get("/v2/contract/{chainId}/{address}", "decoded", "the stored record of a contract", [
      "fields",
      "omit",
    ]),
    allChains: get(
      "/v2/contract/all-chains/{address}",
      "decoded",
      "the chains on which an address is verified, with the matches",
    ),
  },
  query: {
    accounts: get("/api/v1/accounts", "json", "accounts"),
    account: get("/api/v1/accounts/{idOrAliasOrEvmAddress}", "one", "one account"),
    cryptoAllowances: get(
      "/api/v1/accounts/{idOrAliasOrEvmAddress}/allowances/crypto",
      "json",
      "allowances of the native currency that an account granted",
    ),
    tokenAllowances: get(
      "/api/v1/accounts/{idOrAliasOrEvmAddress}/allowances/tokens",
      "json",
      "allowances of tokens that an account granted",
    ),
    nftAllowances: get(
      "/api/v1/accounts/{idOrAliasOrEvmAddress}/allowances/nfts",
      "json",
      "allowances of NFTs that an account granted",
    ),
    rewards: get(
      "/api/v1/accounts/{idOrAliasOrEvmAddress}/rewards",
      "json",
      "staking rewards paid to an account",
    ),
    outstandingAirdrops: get(
      "/api/v1/accounts/{idOrAliasOrEvmAddress}/airdrops/outstanding",
      "json",
      "token airdrops that an account sent and that are unclaimed",
    ),
    pendingAirdrops: get(
      "/api/v1/accounts/{idOrAliasOrEvmAddress}/airdrops/pending",
      "json",
      "token airdrops that an account has not claimed",
    ),
    nftsOfAccount: get("/api/v1/accounts/{idOrAliasOrEvmAddress}/nfts", "json", "NFTs of an account"),
    tokensOfAccount: get(
      "/api/v1/accounts/{idOrAliasOrEvmAddress}/tokens",
      "json",
      "tokens that an account is associated with",
    ),
    balances: get("/api/v1/balances", "json", "balances of accounts"),
    contracts: get("/api/v1/contracts", "json", "contracts"),
    contract: get("/api/v1/contracts/{contractIdOrAddress}", "decoded", "one contract, with its code", [
      "timestamp",
    ]),
    contractResults: get(
      "/api/v1/contracts/results",
      "decoded",
      "results of contract transactions, of all contracts",
    ),
    contractResult: get(
      "/api/v1/contracts/results/{transactionIdOrHash}",
      "decoded",
      "the result of one contract transaction",
    ),
    contractActions: get(
      "/api/v1/contracts/results/{transactionIdOrHash}/actions",
      "decoded",
      "the calls and creations inside one contract transaction",
    ),
    contractLogs: get("/api/v1/contracts/results/logs", "json", "logs of all contracts"),
    resultsOfContract: get(
      "/api/v1/contracts/{contractIdOrAddress}/results",
      "decoded",
      "results of the transactions of a contract",
    ),
    resultOfContractAt: get(
      "/api/v1/contracts/{contractIdOrAddress}/results/{consensusTimestamp}",
      "decoded",
      "the result of one transaction of a contract, by its consensus timestamp",
    ),
    logsOfContract: get("/api/v1/contracts/{contractIdOrAddress}/results/logs", "json", "logs of a contract"),
    stateOfContract: get("/api/v1/contracts/{contractIdOrAddress}/state", "json", "storage of a contract"),
    callContract: {
      method: "POST",
      path: "/api/v1/contracts/call",
      answer: "json",
      purpose: "the result of a call that is not sent as a transaction",
      body: "json",
    },
    tokens: get("/api/v1/tokens", "json", "tokens"),
    token: get("/api/v1/tokens/{tokenId}", "one", "one token"),
    tokenBalances: get("/api/v1/tokens/balances", "json", "balances of tokens across accounts"),
    balancesOfToken: get(
      "/api/v1/tokens/{tokenId}/balances",
      "json",
      "balances of one token across accounts",
    ),
    nftsOfToken: get("/api/v1/tokens/{tokenId}/nfts", "json", "NFTs of one token"),
    nftOfToken: get("/api/v1/tokens/{tokenId}/nfts/{serialNumber}", "one", "one NFT of a token"),
    transactionsOfNft: get(
      "/api/v1/tokens/{tokenId}/nfts/{serialNumber}/transactions",
      "json",
      "transactions of one NFT of a token",
    ),
    nfts: get("/api/v1/tokens/nfts", "json", "NFTs"),
    nft: get("/api/v1/tokens/nfts/{serialNumber}", "one", "one NFT"),
    nftTransactions: get("/api/v1/tokens/nfts/{nftId}/transactions", "json", "transactions of an NFT"),
    transactions: get("/api/v1/transactions", "json", "transactions"),
    transaction: get("/api/v1/transactions/{transactionId}", "one", "one transaction, with its duplicates"),
    stateProof: get(
      "/api/v1/transactions/{transactionId}/stateproof",
      "one",
      "files that prove one transaction, where the service offers them",
    ),
    schedules: get("/api/v1/schedules", "json", "scheduled transactions"),
    schedule: get("/api/v1/schedules/{scheduleId}", "one", "one scheduled transaction"),
    blocks: get("/api/v1/blocks", "json", "blocks"),
    block: get("/api/v1/blocks/{hashOrNumber}", "decoded", "one block"),
    topic: get("/api/v1/topics/{topicId}", "one", "one topic"),
    topicMessages: get("/api/v1/topics/{topicId}/messages", "json", "messages of a topic"),
    topicMessage: get(
      "/api/v1/topics/{topicId}/messages/{sequenceNumber}",
      "one",
      "one message of a topic, by its sequence number",
    ),
    topicMessageAt: get(
      "/api/v1/topics/{topicId}/messages/{consensusTimestamp}",
      "one",
      "one message of a topic, by its consensus timestamp",
    ),
    messageAt: get(
      "/api/v1/topics/messages/{consensusTimestamp}",
      "one",
      "one message of any topic, by its consensus timestamp",
    ),
    supply: get("/api/v1/network/supply", "json", "the supply of the native currency"),
    fees: get("/api/v1/network/fees", "json", "the fee schedules"),
    estimateFees: {
      method: "POST",
      path: "/api/v1/network/fees",
      answer: "json",
      purpose: "the node, network and service fees that a transaction would cost",
      body: "protobuf",
    },
    exchangeRate: get("/api/v1/network/exchangerate", "json", "exchange rates, for estimating costs"),
    nodes: get("/api/v1/network/nodes", "json", "the nodes of the address book"),
    stake: get("/api/v1/network/stake", "json", "how staking is set up"),
  },
  status: {
    summary: get(
      "/api/v2/summary.json",
      "decoded",
      "the indicator, the components, unresolved incidents, upcoming and active maintenances",
      [],
    ),
    status: get("/api/v2/status.json", "decoded", "the overall indicator and its description", []),
    components: get("/api/v2/components.json", "decoded", "all components, each with its status", []),
    incidents: get("/api/v2/incidents.json", "decoded", "the 50 most recent incidents in any state", []),
    unresolvedIncidents: get(
      "/api/v2/incidents/unresolved.json",
      "decoded",
      "incidents that are being investigated, identified or monitored",
      [],
    ),
    scheduledMaintenances: get(
      "/api/v2/scheduled-maintenances.json",
      "decoded",
      "the 50 most recent maintenances in any state",
      [],
    ),
    upcomingMaintenances: get(
      "/api/v2/scheduled-maintenances/upcoming.json",
      "decoded",
      "maintenances that have not begun",
      [],
    ),
    activeMaintenances: get(
      "/api/v2/scheduled-maintenances/active.json",
      "decoded",
      "maintenances that are in progress or being verified",
      [],
    ),
  },
} as const satisfies Readonly<
  Record<"verification" | "query" | "status", Readonly<Record<string, Endpoint>>>
>;

export type StatusEndpointName = keyof typeof ENDPOINTS.status;
