import * as z from "zod";
import { isWebUrl } from "../../domain/web-url.ts";
import { configure } from "../../errors/next-step.ts";
import { VerifyContractError } from "../../errors/problem.ts";
import { type Shape, shape } from "../../report/fields.ts";
import { withoutCredentials } from "../../services/http/without-credentials.ts";
import { explainIssues } from "../../text/explain-issues.ts";

// The JSON Schema and the docstrings of the published types are generated from these descriptions.

const DAY_S = 86_400;
const HOUR_MS = 3_600_000;

/** Loose because Hardhat's own variables also have a `format`. */
const variable = z
  .looseObject({
    _type: z.literal("ConfigurationVariable").describe("As Hardhat marks its own."),
    name: z.string().describe("Its name in the environment, or in a keystore of Hardhat."),
  })
  .meta({
    id: "ConfigVariable",
    description: "A variable of the environment, whose value is read when a request needs it.",
  });

const serviceUrl = z
  .string({ error: "an http or https URL" })
  .refine(isWebUrl, { error: "an http or https URL" });

/** A value may be undefined. An unset environment variable is an error only if the service is used. */
const headers = z
  .record(
    z.string(),
    z.union([z.string(), variable], { error: "a string or a configuration variable" }).optional(),
    { error: "an object of headers" },
  )
  .optional()
  .describe("Sent with each request; values may be configuration variables, in Hardhat 2 strings alone.");

const wholeNumber = (least: number, most: number) => {
  const error = `a whole number from ${least} to ${most}`;
  return z.number({ error }).int({ error }).min(least, { error }).max(most, { error }).optional();
};

const service = shape("ServiceUserConfig", "A service that is asked.", {
  url: serviceUrl.describe("Base URL, http or https."),
  headers,
});
const serviceOrNone = z.union([z.literal(false), service], { error: "false, or an object with a url" });

const verification = shape("VerificationServiceUserConfig", "The verification service.", {
  // An unset environment variable must not select the public service, so an explicit undefined is rejected
  // too.
  url: serviceUrl
    .exactOptional()
    .describe(
      'Base URL. Default: "https://sourcify.dev/server"; none for the development chains 31337, 1337 and 298, nor for 297.',
    ),
  browserUrl: serviceUrl
    .optional()
    .describe(
      "Where people look at verified contracts; `/<chain id>/<address>` is added. Default: that of the default service.",
    ),
  forwards: z
    .boolean({ error: "true or false" })
    .optional()
    .describe(
      "Whether the service forwards what it verified to Etherscan, Blockscout and Routescan: a run then waits up to ten seconds for their answers, after its last contract. `false` asks for none. Default: true for the default service but on Hedera; another service is asked once.",
    ),
  headers,
});

const retry = shape("RetryUserConfig", "How often a service is asked, and how long it is waited for.", {
  attempts: wholeNumber(1, 100).describe("Tries of one request, the first included. Default: 5."),
  minDelayMs: wholeNumber(0, HOUR_MS).describe(
    "Milliseconds before the second try; they double with each. Default: 500.",
  ),
  maxDelayMs: wholeNumber(0, HOUR_MS).describe("Milliseconds that a delay does not pass. Default: 8000."),
  requestTimeoutMs: wholeNumber(1, HOUR_MS).describe("Milliseconds for one request. Default: 30000."),
  pollIntervalMs: wholeNumber(1, HOUR_MS).describe(
    "Milliseconds before a running job is asked for again; they grow. Default: 25.",
  ),
  maxPollIntervalMs: wholeNumber(1, HOUR_MS).describe(
    "Milliseconds that the growing interval does not pass. Default: 3000.",
  ),
  appearAttempts: wholeNumber(1, 1000).describe(
    "How often a node or a query service is asked for what was just deployed. Default: 8, and 1 on 31337 and 1337; missing code is waited for 3 s at most by default where no query service is used. See `--wait`.",
  ),
});

const pace = shape(
  "PaceUserConfig",
  "How fast the host of a node or of a query service is asked at most, also before it answers 429.",
  {
    requestsPerSecond: wholeNumber(1, 1000).describe(
      "Requests that start in any second. Default: 8 for public hosts of chains 295 to 297, no limit elsewhere.",
    ),
    requestsAtOnce: wholeNumber(1, 64).describe(
      "Requests without an answer. Default: 4 for public hosts of chains 295 to 297, no limit elsewhere.",
    ),
  },
);

const explorerName = "a name of at most 30 letters, digits and blanks";

const explorer = shape("ExplorerUserConfig", "Where people look at contracts.", {
  url: serviceUrl.describe(
    "http or https; `/address/<address>` and `/tx/<hash>` are added, on Hedera `/contract/<address or id>` and `/transaction/<hash>`.",
  ),
  name: z
    .string({ error: explorerName })
    .regex(/^[\p{L}\p{N}][\p{L}\p{N} .-]{0,29}$/u, { error: explorerName })
    // The report's own links already use these names.
    .refine((name) => !["record", "sources"].includes(name), { error: "a name of no other link" })
    .optional()
    .describe('The text of its links. Default: "explorer".'),
});

const apiKeyError = "a string or a configuration variable";

const askedExplorer = shape("AskedExplorerUserConfig", "An explorer that shows verified contracts.", {
  apiUrl: serviceUrl
    .optional()
    .describe(
      "URL of its API, which takes Etherscan's requests. Default: of `etherscan`, `blockscout` and `routescan`, what Hardhat's configuration names for the chain, else the explorer's own list of chains.",
    ),
  apiKey: z
    .union([z.string({ error: apiKeyError }), variable], { error: apiKeyError })
    .optional()
    .describe(
      "May be a configuration variable, in Hardhat 2 a string; read when the explorer is first asked. Default: of `etherscan` and `blockscout`, that of hardhat-verify's configuration or of foundry.toml, unless `apiUrl` is at a host that is not the explorer's own.",
    ),
  url: serviceUrl
    .optional()
    .describe("Where people look; `/address/<address>` is added. Default: what the list of chains has."),
  requestsPerSecond: wholeNumber(1, 1000).describe(
    "Requests that start in any second. Default: 3, of Routescan 2, on this computer and in private networks no limit; an answer may name another.",
  ),
});

const explorerKeyError = "a name of at most 30 lower-case letters, digits and hyphens";
const explorers = z.record(
  z.string().regex(/^[a-z0-9][a-z0-9-]{0,29}$/, { error: explorerKeyError }),
  z.union([z.boolean(), askedExplorer], { error: "true, false, or an object with an apiUrl" }).optional(),
  { error: "an object of explorers" },
);

const address = z.string({ error: "an address" }).regex(/^0x[0-9a-fA-F]{40}$/, { error: "an address" });
const seconds = { error: `seconds, up to ${DAY_S}` };

const chain = shape("ChainUserConfig", "The keys that every chain may have of its own.", {
  verification: verification.optional(),
  query: serviceOrNone
    .optional()
    .describe(
      "`false` for none. Default: the public mirror node of chains 295 to 297, the one beside a local node of 298, none elsewhere.",
    ),
  status: serviceOrNone
    .optional()
    .describe("`false` for none. Default: Hedera's status page for chains 295 to 297, none elsewhere."),
  explorer: z
    .union([z.literal(false), explorer], { error: "false, or an object with a url" })
    .optional()
    .describe(
      "Where people look at contracts of the chain: a link in reports, never asked. `false` for none. Default: HashScan for chains 295 to 297, else what Hardhat's or Foundry's configuration names for the chain.",
    ),
  explorers: explorers
    .optional()
    .describe(
      "The explorers that show what was verified and proven: `etherscan`, `blockscout`, `routescan`, or any name with an `apiUrl`. They are asked after the verdict, and get the proven sources. Default: none, unless `--explorer` names them.",
    ),
  minMatch: z
    .enum(["match", "exact_match"], { error: '"match" or "exact_match"' })
    .optional()
    .describe('What counts as good enough. Default: "match".'),
  timeout: z
    .number(seconds)
    .positive(seconds)
    .max(DAY_S, seconds)
    .optional()
    .describe("Seconds for everything. Default: 300."),
  concurrency: wholeNumber(1, 64).describe("How many contracts are verified at once. Default: 4."),
  retry: retry.optional(),
  pace: pace.optional(),
  allowForeignCreation: z
    .array(address, { error: "a list of addresses" })
    .max(10_000, { error: "at most 10000 addresses" })
    .optional()
    .describe(
      "Addresses of contracts that code other than the build's may have created: a deployer that returns the runtime code of another contract. The report still says that the creation code is open. Default: none.",
    ),
});

const chainIdKey = z.string().regex(/^[1-9]\d{0,15}$/, { error: "a chain id in decimal digits" });
const operatorName = z
  .string({ error: "a name of at most 60 characters" })
  .regex(/^(?! )[\p{L}\p{N}\p{P}\p{S} ]{1,60}(?<! )$/u, { error: "a name of at most 60 characters" });

/** `verifyContract` in the configuration. Unknown keys are errors, so a typo can't be overlooked. */
export const userConfigSchema = z.strictObject({
  ...chain.shape,
  operators: z
    .record(serviceUrl, operatorName, { error: "an object of names by URL" })
    .optional()
    .describe(
      "Who runs a node, a query service or a verification service: a name by URL, or by origin for all URLs below it. The agreement of two services of one operator is a consistency check. Default: on chains 295 to 298 node and query service have one operator, elsewhere each origin has its own.",
    ),
  chains: z.record(chainIdKey, chain).optional().describe("The keys for one chain, by chain id."),
});

const chainId = { error: "a chain id" };

const network = z
  .strictObject(
    {
      url: z
        .string({ error: "a URL" })
        .min(1, { error: "a URL" })
        .describe("http or https; variables of the environment and of `.env` are filled in."),
      chainId: z
        .number(chainId)
        .int(chainId)
        .min(1, chainId)
        .max(Number.MAX_SAFE_INTEGER, chainId)
        .optional()
        .describe("The chain that the node has to be of. Default: the node is asked."),
    },
    { error: "an object with a url" },
  )
  .meta({ id: "NetworkUserConfig", description: "A node of the configuration file." });

/** `networks` in a configuration file of the standalone command line. */
export const networksSchema = z
  .record(z.string().min(1), network, { error: "an object of networks" })
  .describe(
    "Nodes by name, for `--rpc-url <name>` and `--all-networks`, beside `rpc_endpoints` of foundry.toml.",
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

/** The keys of every level, for spelling suggestions. */
const KEYS: readonly string[] = [
  userConfigSchema,
  verification,
  explorer,
  askedExplorer,
  retry,
  pace,
].flatMap(({ shape }) => Object.keys(shape));

/**
 * Validates `verifyContract` in the configuration.
 *
 * @param userConfig The value as the user wrote it.
 *
 * @throws VC108 with each invalid key, the expected value and the actual value. Header values are not shown.
 */
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
    facts: issues.map(({ path, text }) => [["verifyContract", ...shownPath(path)].join("."), text]),
    next: configure("correct verifyContract"),
  });
}

/** The keys of `operators` are URLs, and only a URL's origin is certain to contain no secret. */
function shownPath([first, ...rest]: readonly PropertyKey[]): readonly string[] {
  const keys = rest.map(String);
  return [
    ...(first === undefined ? [] : [String(first)]),
    ...(first === "operators" ? keys.map((key) => URL.parse(key)?.host ?? "…") : keys),
  ];
}
