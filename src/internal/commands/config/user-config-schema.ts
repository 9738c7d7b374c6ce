import * as z from "zod";

/** A string, or Hardhat's `configVariable(…)`. */
const sensitiveString = z.union(
  [z.string(), z.object({ _type: z.literal("ConfigurationVariable"), name: z.string() }).loose()],
  { error: "a string or a configuration variable" },
);

const serviceUrl = z
  .string({ error: "an http or https URL" })
  .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ""), { error: "an http or https URL" });

/** A variable of the environment that is not set is an error of the service that needs it. */
const headers = z.record(z.string(), sensitiveString.optional(), { error: "an object of headers" });

const wholeNumber = (least: number, most: number) => {
  const error = `a whole number from ${least} to ${most}`;
  return z.number({ error }).int({ error }).min(least, { error }).max(most, { error });
};

const service = z.strictObject({ url: serviceUrl, headers: headers.optional() });
const serviceOrNone = z.union([z.literal(false), service], { error: "false, or an object with a url" });

const DAY_S = 86_400;
const HOUR_MS = 3_600_000;

const verification = z.strictObject({
  // Not undefined either: a variable of the environment that is not set must not mean the public service.
  url: serviceUrl.exactOptional(),
  browserUrl: serviceUrl.optional(),
  forwards: z.boolean({ error: "true or false" }).optional(),
  headers: headers.optional(),
});

const retry = z.strictObject({
  attempts: wholeNumber(1, 100).optional(),
  minDelayMs: wholeNumber(0, HOUR_MS).optional(),
  maxDelayMs: wholeNumber(0, HOUR_MS).optional(),
  requestTimeoutMs: wholeNumber(1, HOUR_MS).optional(),
  pollIntervalMs: wholeNumber(1, HOUR_MS).optional(),
  maxPollIntervalMs: wholeNumber(1, HOUR_MS).optional(),
  appearAttempts: wholeNumber(1, 1000).optional(),
});

const pace = z.strictObject({
  requestsPerSecond: wholeNumber(1, 1000).optional(),
  requestsAtOnce: wholeNumber(1, 64).optional(),
});

/** The texts of links: no other link has these names. */
const explorer = z.strictObject({
  url: serviceUrl,
  name: z
    .string({ error: "a name of at most 30 letters, digits and blanks" })
    .regex(/^[\p{L}\p{N}][\p{L}\p{N} .-]{0,29}$/u, {
      error: "a name of at most 30 letters, digits and blanks",
    })
    .refine((name) => !["record", "sources"].includes(name), { error: "a name of no other link" })
    .optional(),
});

const address = z.string({ error: "an address" }).regex(/^0x[0-9a-fA-F]{40}$/, { error: "an address" });

const chain = {
  verification: verification.optional(),
  query: serviceOrNone.optional(),
  status: serviceOrNone.optional(),
  explorer: z.union([z.literal(false), explorer], { error: "false, or an object with a url" }).optional(),
  minMatch: z.enum(["match", "exact_match"], { error: '"match" or "exact_match"' }).optional(),
  timeout: z
    .number({ error: `seconds, up to ${DAY_S}` })
    .positive({ error: `seconds, up to ${DAY_S}` })
    .max(DAY_S, { error: `seconds, up to ${DAY_S}` })
    .optional(),
  concurrency: wholeNumber(1, 64).optional(),
  retry: retry.optional(),
  pace: pace.optional(),
  allowForeignCreation: z
    .array(address, { error: "a list of addresses" })
    .max(10_000, { error: "at most 10000 addresses" })
    .optional(),
};

const chainIdKey = z.string().regex(/^[1-9]\d{0,15}$/, { error: "a chain id in decimal digits" });

const operatorName = z
  .string({ error: "a name of at most 60 characters" })
  .regex(/^(?! )[\p{L}\p{N}\p{P}\p{S} ]{1,60}(?<! )$/u, { error: "a name of at most 60 characters" });

/** `verifyContract` in the Hardhat configuration. Unknown keys are errors: a misspelt one must not be overlooked. */
export const userConfigSchema = z.strictObject({
  ...chain,
  operators: z.record(serviceUrl, operatorName, { error: "an object of names by URL" }).optional(),
  chains: z.record(chainIdKey, z.strictObject(chain)).optional(),
});

/** Every key, wherever it stands, to find what a misspelt one was meant to be. */
export const CONFIG_KEYS: readonly string[] = [userConfigSchema, verification, explorer, retry, pace].flatMap(
  ({ shape }) => Object.keys(shape),
);

export type ValidUserConfig = z.infer<typeof userConfigSchema>;
export type ValidChainConfig = Omit<ValidUserConfig, "chains" | "operators">;
