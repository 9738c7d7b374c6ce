import type { VerifyDeploymentsRequest } from "./deployments-request.ts";
import type { CheckContractRequest, VerifyContractRequest } from "./verify-request.ts";

/** What is known of a connection of any host. */
interface ProviderConnection {
  readonly provider: unknown;
}

interface Kind {
  /** In words, after "expected". */
  readonly name: string;
  readonly fits: (value: unknown) => boolean;
}

/** The kinds of values that a request has. */
export const KINDS = {
  string: { name: "a string", fits: (value) => typeof value === "string" },
  number: { name: "a number", fits: (value) => typeof value === "number" },
  boolean: { name: "true or false", fits: (value) => typeof value === "boolean" },
  function: { name: "a function", fits: (value) => typeof value === "function" },
  strings: {
    name: "a list of strings",
    fits: (value) => Array.isArray(value) && value.every((item) => typeof item === "string"),
  },
  signal: { name: "an AbortSignal", fits: (value) => value instanceof AbortSignal },
  connection: {
    name: "a network connection, as hre.network.create() resolves to",
    fits: (value) => canBeAsked(propertyOf(value, "provider")),
  },
} as const satisfies Record<string, Kind>;

/** The kind of each key. A key that is missing here, is too much, or has another type does not compile. */
export const REQUEST_KEYS: {
  readonly [Key in keyof Required<VerifyContractRequest>]: KindOf<
    NonNullable<VerifyContractRequest<ProviderConnection>[Key]>
  >;
} = {
  address: "string",
  contract: "string",
  creationTransactionHash: "string",
  buildInfo: "string",
  stdJsonInput: "string",
  compilerVersion: "string",
  sources: "string",
  minMatch: "string",
  requireCreation: "boolean",
  followProxy: "boolean",
  pickIdentical: "boolean",
  force: "boolean",
  fresh: "boolean",
  dryRun: "boolean",
  require: "strings",
  at: "string",
  timeout: "number",
  connection: "connection",
  signal: "signal",
  onProgress: "function",
};

/** The same of a request to check. */
export const CHECK_REQUEST_KEYS: {
  readonly [Key in keyof Required<CheckContractRequest>]: KindOf<
    NonNullable<CheckContractRequest<ProviderConnection>[Key]>
  >;
} = (({ sources, force, fresh, dryRun, ...keys }) => ({ ...keys, recompile: "boolean" as const }))(
  REQUEST_KEYS,
);

/** The same of a request for deployments. */
export const DEPLOYMENTS_REQUEST_KEYS: {
  readonly [Key in keyof Required<VerifyDeploymentsRequest>]: KindOf<
    NonNullable<VerifyDeploymentsRequest<ProviderConnection>[Key]>
  >;
} = (({ address, contract, creationTransactionHash, stdJsonInput, compilerVersion, at, ...keys }) => ({
  ...keys,
  deployments: "strings" as const,
  shard: "string" as const,
  bail: "boolean" as const,
}))(REQUEST_KEYS);

type KindOf<T> = T extends string
  ? "string"
  : T extends number
    ? "number"
    : T extends boolean
      ? "boolean"
      : T extends readonly string[]
        ? "strings"
        : T extends AbortSignal
          ? "signal"
          : T extends ProviderConnection
            ? "connection"
            : T extends (...args: never[]) => unknown
              ? "function"
              : never;

function canBeAsked(provider: unknown): boolean {
  return typeof propertyOf(provider, "request") === "function";
}

function propertyOf(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}
