/**
 * `decoded`: an object with every field typed. `json`: an unchanged object. `one`: an unchanged object, or undefined if
 * the service doesn't have the requested item.
 */
type AnswerKind = "decoded" | "json" | "one";

export interface Endpoint<Path extends string = string, Answer extends AnswerKind = AnswerKind> {
  readonly method: "GET" | "POST";
  /** Path relative to the base URL. Braces mark a path parameter, which path-formats.ts validates. */
  readonly path: Path;
  readonly purpose: string;
  readonly answer: Answer;
  /** The accepted query parameters. If undefined, the client forwards any parameter. */
  readonly query?: readonly string[] | undefined;
  readonly body?: "json" | "protobuf";
}

function get<Path extends string, Answer extends AnswerKind>(
  path: Path,
  answer: Answer,
  purpose: string,
  query?: readonly string[],
): Endpoint<Path, Answer> {
  return { method: "GET", path, answer, purpose, query };
}

const decoded = <Path extends string>(path: Path, purpose: string, query?: readonly string[]) =>
  get(`/api/v1${path}`, "decoded", purpose, query);
const json = <Path extends string>(path: Path, purpose: string) => get(`/api/v1${path}`, "json", purpose);
const one = <Path extends string>(path: Path, purpose: string) => get(`/api/v1${path}`, "one", purpose);

const status = <Path extends string>(path: Path, purpose: string) =>
  get(`/api/v2${path}`, "decoded", purpose, []);

/**
 * Keyed by the name of the client's method. docs/services.md and the methods that forward JSON are generated from this
 * table.
 */
export const ENDPOINTS = {
  verification: {
    submit: {
      method: "POST",
      path: "/v2/verify/{chainId}/{address}",
      answer: "decoded",
      purpose: "the id of the started verification",
      body: "json",
    },
    job: get("/v2/verify/{verificationId}", "decoded", "a verification's state"),
    contract: get("/v2/contract/{chainId}/{address}", "decoded", "a contract's stored record", [
      "fields",
      "omit",
    ]),
  },
  query: {
    accounts: json("/accounts", "accounts"),
    account: one("/accounts/{idOrAliasOrEvmAddress}", "one account"),
    cryptoAllowances: json(
      "/accounts/{idOrAliasOrEvmAddress}/allowances/crypto",
      "native-currency allowances granted by an account",
    ),
    tokenAllowances: json(
      "/accounts/{idOrAliasOrEvmAddress}/allowances/tokens",
      "token allowances granted by an account",
    ),
    nftAllowances: json(
      "/accounts/{idOrAliasOrEvmAddress}/allowances/nfts",
      "NFT allowances granted by an account",
    ),
    rewards: json("/accounts/{idOrAliasOrEvmAddress}/rewards", "staking rewards paid to an account"),
    outstandingAirdrops: json(
      "/accounts/{idOrAliasOrEvmAddress}/airdrops/outstanding",
      "unclaimed token airdrops sent by an account",
    ),
    pendingAirdrops: json(
      "/accounts/{idOrAliasOrEvmAddress}/airdrops/pending",
      "token airdrops not claimed by their recipient account",
    ),
    nftsOfAccount: json("/accounts/{idOrAliasOrEvmAddress}/nfts", "an account's NFTs"),
    tokensOfAccount: json("/accounts/{idOrAliasOrEvmAddress}/tokens", "tokens associated with an account"),
    balances: json("/balances", "account balances"),
    contracts: json("/contracts", "contracts"),
    contract: decoded("/contracts/{contractIdOrAddress}", "one contract, with its code", ["timestamp"]),
    contractResults: decoded("/contracts/results", "transaction results for all contracts"),
    contractResult: decoded(
      "/contracts/results/{transactionIdOrHash}",
      "the result of one contract transaction",
    ),
    contractActions: decoded(
      "/contracts/results/{transactionIdOrHash}/actions",
      "the calls and creations inside one contract transaction",
    ),
    contractLogs: json("/contracts/results/logs", "logs from all contracts"),
    resultsOfContract: decoded(
      "/contracts/{contractIdOrAddress}/results",
      "results of a contract's transactions",
    ),
    resultOfContractAt: decoded(
      "/contracts/{contractIdOrAddress}/results/{consensusTimestamp}",
      "the result of one of a contract's transactions, by its consensus timestamp",
    ),
    logsOfContract: json("/contracts/{contractIdOrAddress}/results/logs", "a contract's logs"),
    stateOfContract: json("/contracts/{contractIdOrAddress}/state", "a contract's storage"),
    callContract: {
      method: "POST",
      path: "/api/v1/contracts/call",
      answer: "json",
      purpose: "the result of a call that is not sent as a transaction",
      body: "json",
    },
    tokens: json("/tokens", "tokens"),
    token: one("/tokens/{tokenId}", "one token"),
    tokenBalances: json("/tokens/balances", "token balances across accounts"),
    balancesOfToken: json("/tokens/{tokenId}/balances", "one token's balances across accounts"),
    nftsOfToken: json("/tokens/{tokenId}/nfts", "one token's NFTs"),
    nftOfToken: one("/tokens/{tokenId}/nfts/{serialNumber}", "one of a token's NFTs"),
    transactionsOfNft: json(
      "/tokens/{tokenId}/nfts/{serialNumber}/transactions",
      "transactions of one of a token's NFTs",
    ),
    nfts: json("/tokens/nfts", "NFTs"),
    nft: one("/tokens/nfts/{serialNumber}", "one NFT"),
    nftTransactions: json("/tokens/nfts/{nftId}/transactions", "an NFT's transactions"),
    transactions: json("/transactions", "transactions"),
    transaction: one("/transactions/{transactionId}", "one transaction, with its duplicates"),
    stateProof: one(
      "/transactions/{transactionId}/stateproof",
      "files that prove one transaction, if the service offers them",
    ),
    schedules: json("/schedules", "scheduled transactions"),
    schedule: one("/schedules/{scheduleId}", "one scheduled transaction"),
    blocks: json("/blocks", "blocks"),
    block: decoded("/blocks/{hashOrNumber}", "one block"),
    topic: one("/topics/{topicId}", "one topic"),
    topicMessages: json("/topics/{topicId}/messages", "a topic's messages"),
    topicMessage: one(
      "/topics/{topicId}/messages/{sequenceNumber}",
      "one message in a topic, by its sequence number",
    ),
    topicMessageAt: one(
      "/topics/{topicId}/messages/{consensusTimestamp}",
      "one message in a topic, by its consensus timestamp",
    ),
    messageAt: one(
      "/topics/messages/{consensusTimestamp}",
      "one message in any topic, by its consensus timestamp",
    ),
    supply: json("/network/supply", "the native currency's supply"),
    fees: json("/network/fees", "the fee schedules"),
    estimateFees: {
      method: "POST",
      path: "/api/v1/network/fees",
      answer: "json",
      purpose: "the node, network and service fees that a transaction would cost",
      body: "protobuf",
    },
    exchangeRate: json("/network/exchangerate", "exchange rates, for estimating costs"),
    nodes: json("/network/nodes", "the nodes in the address book"),
    stake: json("/network/stake", "the network's staking information"),
  },
  status: {
    summary: status(
      "/summary.json",
      "the indicator, the components, unresolved incidents, upcoming and active maintenances",
    ),
    status: status("/status.json", "the overall indicator and its description"),
    components: status("/components.json", "all components, each with its status"),
    incidents: status("/incidents.json", "the 50 most recent incidents in any state"),
    unresolvedIncidents: status(
      "/incidents/unresolved.json",
      "incidents that are being investigated, identified or monitored",
    ),
    scheduledMaintenances: status(
      "/scheduled-maintenances.json",
      "the 50 most recent maintenances in any state",
    ),
    upcomingMaintenances: status("/scheduled-maintenances/upcoming.json", "maintenances that have not begun"),
    activeMaintenances: status(
      "/scheduled-maintenances/active.json",
      "maintenances that are in progress or being verified",
    ),
  },
} as const satisfies Readonly<
  Record<"verification" | "query" | "status", Readonly<Record<string, Endpoint>>>
>;

export type StatusEndpointName = keyof typeof ENDPOINTS.status;
