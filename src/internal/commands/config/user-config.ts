import * as z from "zod";
import { isWebUrl } from "../../domain/web-url.ts";
import { configure, MAX_TIMEOUT_S } from "../../errors/next-step.ts";
import { VerifyContractError } from "../../errors/problem.ts";
import { writtenAddress as address, type Shape, shape, writtenText } from "../../report/fields.ts";
import { withoutCredentials } from "../../services/http/urls.ts";
import { explainIssues } from "../../text/explain-issues.ts";

// The JSON Schema and the docstrings of the published types are generated from these descriptions.

const HOUR_MS = 3_600_000;

/** Accepts additional keys, because Hardhat's own variables also have a `format`. */
const variable = z
  .looseObject({
    _type: z.literal("ConfigurationVariable").describe("Hardhat's marker for its own variables."),
    name: z.string().describe("The name in the environment or in Hardhat's keystore."),
  })
  .meta({
    id: "ConfigVariable",
    description: "A configuration variable. Its value is read when a request needs it.",
  });

const serviceUrl = z
  .string({ error: "an http or https URL" })
  .refine(isWebUrl, { error: "an http or https URL" });

/** A value may be undefined. An unset environment variable is an error only if the service is used. */
const headers = z
  .record(
    z.string(),
    z.union([z.string(), variable], { error: "a string or a configuration variable" }).optional(),
    { error: "an object that maps header names to values" },
  )
  .optional()
  .describe("Headers for each request. Values may be configuration variables, except in Hardhat 2.");

const optional = <Schema extends z.ZodType>(schema: Schema, description: string) =>
  schema.optional().describe(description);

const wholeNumber = (least: number, most: number) => {
  const error = `a whole number from ${least} to ${most}`;
  return z.number({ error }).int({ error }).min(least, { error }).max(most, { error }).optional();
};

const service = shape("ServiceUserConfig", "A service's URL and request headers.", {
  url: serviceUrl.describe("Base URL, http or https."),
  headers,
});
const serviceOrNone = z.union([z.literal(false), service], { error: "false, or an object with a url" });

const verification = shape("VerificationServiceUserConfig", "The verification service.", {
  // An unset environment variable must not select the public service, so an explicit undefined is rejected too.
  url: serviceUrl
    .exactOptional()
    .describe(
      'Base URL. Default: Tempo\'s own on 4217 and 42431, none on 297, 298, 1337 and 31337, "https://sourcify.dev/server" elsewhere.',
    ),
  browserUrl: optional(
    serviceUrl,
    "Website that shows verified contracts; `/<chain id>/<address>` is appended. Default: the default service's website.",
  ),
  forwards: optional(
    z.boolean({ error: "true or false" }),
    "True if the service forwards verifications to Etherscan, Blockscout and Routescan: after its last contract, a run waits up to ten seconds for their responses. `false` skips this step. Default: true for the default service, except on Hedera; other services are queried once, without waiting.",
  ),
  headers,
});

const retry = shape("RetryUserConfig", "Retries, delays and timeouts of requests.", {
  attempts: wholeNumber(1, 100).describe(
    "Attempts per request, including the first; only one if a service on this computer isn't running. Default: 5.",
  ),
  minDelayMs: wholeNumber(0, HOUR_MS).describe(
    "Milliseconds before the second attempt; doubled for each one after that. Default: 500.",
  ),
  maxDelayMs: wholeNumber(0, HOUR_MS).describe(
    "Longest delay between attempts, in milliseconds. Default: 8000.",
  ),
  requestTimeoutMs: wholeNumber(1, HOUR_MS).describe("Timeout per request, in milliseconds. Default: 30000."),
  pollIntervalMs: wholeNumber(1, HOUR_MS).describe(
    "Milliseconds before a running job is polled again; the interval grows. Default: 25.",
  ),
  maxPollIntervalMs: wholeNumber(1, HOUR_MS).describe(
    "Longest polling interval, in milliseconds. Default: 3000.",
  ),
  appearAttempts: wholeNumber(1, 1000).describe(
    "How many times to ask a node or query service for a new contract. Default: 8, but 1 on 31337 and 1337; without a query service, the default wait for missing code is 3 s. See `--wait`.",
  ),
});

const pace = shape(
  "PaceUserConfig",
  "Rate limits for a node's or query service's host, applied even before the host responds with status 429.",
  {
    requestsPerSecond: wholeNumber(1, 1000).describe(
      "Requests started per second. Default: 8 for public hosts of chains 295 to 297, no limit elsewhere.",
    ),
    requestsAtOnce: wholeNumber(1, 64).describe(
      "Concurrent requests. Default: 4 for public hosts of chains 295 to 297, no limit elsewhere.",
    ),
  },
);

const explorer = shape("ExplorerUserConfig", "A block explorer that reports link to.", {
  url: serviceUrl.describe(
    "Base URL; `/address/<address>` and `/tx/<hash>` are appended, on Hedera `/contract/<address or id>` and `/transaction/<hash>`.",
  ),
  name: writtenText(
    /^[\p{L}\p{N}][\p{L}\p{N} .-]{0,29}$/u,
    "a name of at most 30 letters, digits, spaces, dots and hyphens",
  )
    // The report's own links already use these names.
    .refine((name) => !["record", "sources"].includes(name), {
      error: 'a name other than "record" and "sources"',
    })
    .optional()
    .describe('The link text. Default: "explorer".'),
});

const apiKeyError = "a string or a configuration variable";

const askedExplorer = shape(
  "AskedExplorerUserConfig",
  "An explorer to which proven contracts are submitted.",
  {
    apiUrl: optional(
      serviceUrl,
      "URL of its Etherscan-compatible API; under `chains` if it serves one chain, as every Blockscout instance does. Default for `etherscan`, `blockscout` and `routescan`: the chain's entry in Hardhat's configuration, or else in the explorer's own list of chains.",
    ),
    apiKey: optional(
      z.union([z.string({ error: apiKeyError }), variable], { error: apiKeyError }),
      "May be a configuration variable, except in Hardhat 2; read when the explorer is first queried. Default for `etherscan` and `blockscout`: the key in hardhat-verify's configuration or in foundry.toml, unless `apiUrl` points to a host other than the explorer's own.",
    ),
    url: optional(
      serviceUrl,
      "Base URL of its website; `/address/<address>` is appended. Default: the website in the explorer's list of chains.",
    ),
    requestsPerSecond: wholeNumber(1, 1000).describe(
      "Requests started per second. Default: 3, for Routescan 2, no limit on this computer and in private networks; the explorer's responses may set a different limit.",
    ),
  },
);

const explorers = z.record(
  writtenText(/^[a-z0-9][a-z0-9-]{0,29}$/, "a name of at most 30 lower-case letters, digits and hyphens"),
  z.union([z.boolean(), askedExplorer], { error: "true, false, or an object with an apiUrl" }).optional(),
  { error: "an object that maps explorer names to settings" },
);

const seconds = { error: `seconds, up to ${MAX_TIMEOUT_S}` };

const chain = shape("ChainUserConfig", "Settings for all chains or for one chain.", {
  verification: verification.optional(),
  query: optional(
    serviceOrNone,
    "`false` for none. Default: the public mirror node on chains 295 to 297, the local node's mirror node on 298, none elsewhere.",
  ),
  status: optional(
    serviceOrNone,
    "`false` for none. Default: Hedera's status page on chains 295 to 297, none elsewhere.",
  ),
  explorer: optional(
    z.union([z.literal(false), explorer], { error: "false, or an object with a url" }),
    "The block explorer that reports link to; no requests are sent to it. `false` for none. Default: HashScan on chains 295 to 297, elsewhere the chain's explorer in Hardhat's or Foundry's configuration.",
  ),
  explorers: optional(
    explorers,
    "The explorers that should show the contract as verified: `etherscan`, `blockscout`, `routescan`, or any name with an `apiUrl`. After the verdict, proven sources are submitted to them. Default: none, unless `--explorer` names some.",
  ),
  minMatch: optional(
    z.enum(["match", "exact_match"], { error: '"match" or "exact_match"' }),
    'The weakest match that is good enough. Default: "match".',
  ),
  timeout: optional(
    z.number(seconds).positive(seconds).max(MAX_TIMEOUT_S, seconds),
    "Timeout for the whole run, in seconds. Default: 300.",
  ),
  concurrency: wholeNumber(1, 64).describe("Number of contracts to verify at once. Default: 4."),
  retry: retry.optional(),
  pace: pace.optional(),
  allowForeignCreation: optional(
    z.array(address, { error: "a list of addresses" }).max(10_000, { error: "at most 10000 addresses" }),
    "Addresses of contracts that may have been created by code other than the build's, such as a deployer that returns another contract's runtime code. The report still marks the creation code as open. Default: none.",
  ),
});

const chainIdKey = writtenText(/^[1-9]\d{0,15}$/, "a chain id in decimal digits");
const operatorName = writtenText(
  /^(?! )[\p{L}\p{N}\p{P}\p{S} ]{1,60}(?<! )$/u,
  "a name of at most 60 characters",
);

/** `verifyContract` in the configuration. Unknown keys are errors, so a typo can't be overlooked. */
export const userConfigSchema = z.strictObject({
  ...chain.shape,
  operators: optional(
    z.record(serviceUrl, operatorName, { error: "an object that maps URLs to operator names" }),
    "Operator names of nodes, query services and verification services, by URL, or by origin for all URLs under it. Agreement between services of one operator is only a consistency check. Default: node and query service share an operator on chains 295 to 298; elsewhere each origin has its own.",
  ),
  chains: optional(z.record(chainIdKey, chain), "Settings for individual chains, by chain id."),
});

const chainId = { error: "a chain id" };

const network = z
  .strictObject(
    {
      url: z
        .string({ error: "a URL" })
        .min(1, { error: "a URL" })
        .describe("http or https; variables from the environment and `.env` are filled in."),
      chainId: optional(
        z.number(chainId).int(chainId).min(1, chainId).max(Number.MAX_SAFE_INTEGER, chainId),
        "The node's expected chain ID. Default: the chain ID that the node reports.",
      ),
    },
    { error: "an object with a url" },
  )
  .meta({ id: "NetworkUserConfig", description: "A node in the configuration file." });

/** The `networks` key in the plain command line's configuration file. */
export const networksSchema = z
  .record(z.string().min(1), network, { error: "an object that maps network names to nodes" })
  .describe(
    "Nodes by name, for `--rpc-url <name>` and `--all-networks`, in addition to foundry.toml's `rpc_endpoints`.",
  );

export type UserConfig = Shape<typeof userConfigSchema>;
export type ChainUserConfig = Shape<typeof chain>;
export type ServiceUserConfig = Shape<typeof service>;
export type VerificationServiceUserConfig = Shape<typeof verification>;
export type ExplorerUserConfig = Shape<typeof explorer>;
export type AskedExplorerUserConfig = Shape<typeof askedExplorer>;
export type RetryUserConfig = Shape<typeof retry>;
export type PaceUserConfig = Shape<typeof pace>;
export type ConfigVariable = Shape<typeof variable>;
export type NetworkUserConfig = Shape<typeof network>;

/** The keys at every level, for spelling suggestions. */
const KEYS: readonly string[] = [
  userConfigSchema,
  verification,
  explorer,
  askedExplorer,
  retry,
  pace,
].flatMap(({ shape }) => Object.keys(shape));

/** @throws VC108 with each invalid key, the expected value and the actual value. Header values are not shown. */
export function validateUserConfig(userConfig: unknown): UserConfig {
  const parsed = userConfigSchema.safeParse(userConfig ?? {});
  if (parsed.success) return parsed.data;
  const issues = explainIssues(parsed.error.issues, {
    value: userConfig,
    keys: KEYS,
    isSecret: (path) => path.includes("headers") || path.includes("apiKey"),
    show: withoutCredentials,
  });
  throw new VerifyContractError("VC108", {
    facts: issues.map(({ path, text }) => [["verifyContract", ...redactPath(path)].join("."), text]),
    next: configure("correct the settings"),
  });
}

/** The keys of `operators` are URLs, which may contain secrets anywhere except in the origin. */
function redactPath([first, ...rest]: readonly PropertyKey[]): readonly string[] {
  const keys = rest.map(String);
  return [
    ...(first === undefined ? [] : [String(first)]),
    ...(first === "operators" ? keys.map((key) => URL.parse(key)?.host ?? "…") : keys),
  ];
}
