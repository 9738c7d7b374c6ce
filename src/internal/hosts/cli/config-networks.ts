import * as z from "zod";
import { VerifyContractError } from "../../errors/problem.ts";
import { explainIssues } from "../../text/explain-issues.ts";
import { isObject } from "../../text/is-object.ts";

const chainId = z
  .number({ error: "a chain id" })
  .int({ error: "a chain id" })
  .min(1, { error: "a chain id" })
  .max(Number.MAX_SAFE_INTEGER, { error: "a chain id" });

/** `networks` of a configuration file of the plain command line. `${VARIABLE}` may be in a URL. */
export const networksSchema = z.record(
  z.string().min(1),
  z.strictObject(
    { url: z.string({ error: "a URL" }).min(1, { error: "a URL" }), chainId: chainId.optional() },
    { error: "an object with a url" },
  ),
  { error: "an object of networks" },
);

/** A node of the configuration file. */
type ConfigNetwork = z.infer<typeof networksSchema>[string];

/** A configuration file, apart: the keys that every host has, and the networks. */
export interface SplitConfig {
  readonly config: unknown;
  readonly networks: ReadonlyMap<string, ConfigNetwork>;
}

/** @throws VerifyContractError VC108 */
export function splitNetworks(read: unknown, file: string): SplitConfig {
  if (!isObject(read) || read.networks === undefined) return { config: read, networks: new Map() };
  const { networks, ...config } = read;
  const parsed = networksSchema.safeParse(networks);
  if (parsed.success) return { config, networks: new Map(Object.entries(parsed.data)) };
  // A URL may have a key in it.
  const issues = explainIssues(parsed.error.issues, {
    value: networks,
    keys: ["url", "chainId"],
    isSecret: (path) => path.includes("url"),
  });
  throw new VerifyContractError("VC108", {
    facts: [
      ["File", file],
      ...issues.map(({ path, text }) => [["networks", ...path.map(String)].join("."), text] as const),
    ],
  });
}
