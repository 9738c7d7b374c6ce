import * as z from "zod";
import { CLAIM_IDS } from "../../report/claim-ids.ts";
import { writtenAddress as address, writtenText } from "../../report/fields.ts";
import { proxyKind } from "../../report/proxy-model.ts";

/** The lock file's format. Its JSON Schema is schemas/verify-contract-lock-1.schema.json. */
export const LOCK_SCHEMA = "verify-contract-lock/1";

export const LOCK_FILE = "verify-contract.lock.json";

const addresses = z.array(address, { error: "a list of addresses" });
const hash = writtenText(/^0x[0-9a-f]{64}$/, "a hash: 0x followed by 64 lowercase hex digits");
const text = z.string({ error: "a text" }).min(1, { error: "a text" });
const match = z.enum(["match", "exact_match"], { error: "match, exact_match or null" }).nullable();

const build = z.strictObject({
  contract: text.describe("`path/to/File.sol:Name`, with the path in the compiler input."),
  compiler: text.describe("The full version."),
  input: hash.describe("The standard JSON input with the contract and its imports."),
});

const record = z.strictObject({
  runtime: match.describe("Null if this side doesn't match."),
  creation: match.describe("Null if this side doesn't match."),
  sources: hash.describe("The compiler input in the stored record."),
});

const proxy = z.strictObject({
  kind: z.enum(proxyKind.options, { error: "a kind of proxy" }).describe("The same values as in reports."),
  implementation: address.nullable().describe("Null if there is none."),
  beacon: address.nullable().describe("Null if there is none."),
  admin: address.nullable().describe("The address in the EIP-1967 admin slot; null if it is empty."),
  facets: addresses.optional().describe("A diamond's facets, sorted."),
  inner: addresses
    .optional()
    .describe(
      "The contracts that an implementation or a facet, itself a proxy, runs in this proxy's storage.",
    ),
  functions: hash.optional().describe("A diamond's facets with the selectors of each one."),
});

/** The proven facts about one contract, for comparison with later runs. Hashes are keccak256 in lowercase. */
const lockEntrySchema = z.strictObject({
  name: text.describe("The contract's name in reports."),
  address: address.describe("Checksummed."),
  id: writtenText(/^\d{1,10}\.\d{1,10}\.\d{1,10}$/, "a contract id")
    .optional()
    .describe("The Hedera contract id."),
  code: hash.describe("The runtime code on chain."),
  metadata: text.nullable().describe("The metadata hash at the end of the code; null if there is none."),
  transaction: hash.nullable().describe("The creation transaction; null if unknown."),
  build: build.nullable().describe("The proven build; null if there is none."),
  record: record.nullable().describe("The stored match; null if there is no record."),
  claims: z.array(z.enum(CLAIM_IDS, { error: "a claim id" })).describe("The proven claims."),
  libraries: z.record(text, address).optional().describe("Keyed by fully qualified name."),
  proxy: proxy.optional().describe("The contracts that it delegates calls to."),
  codes: z
    .record(address, hash)
    .optional()
    .describe(
      "The runtime code of its libraries, implementation, beacon and facets, by address. Omitted by older versions.",
    ),
  tools: z
    .array(text)
    .describe("The tools that recorded the deployment; empty for a contract named by address."),
  unverified: text
    .optional()
    .describe("The reason why the contract is not verified, if it was locked with `--allow-unverified`."),
  commit: writtenText(/^[0-9a-f]{40,64}$/, "the hash of a commit")
    .nullable()
    .describe("The project's git commit at the time this content was locked; null if unknown."),
  dirty: z
    .boolean({ error: "true or false" })
    .optional()
    .describe("True if tracked files differed from the commit."),
  lockedAt: writtenText(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/, "a time in UTC, to the second").describe(
    "When this content was locked.",
  ),
});

/** A lock file. Unknown keys are errors, because a later version may give them a meaning. */
export const lockSchema = z.strictObject({
  schema: z.literal(LOCK_SCHEMA, { error: JSON.stringify(LOCK_SCHEMA) }).describe("This format."),
  chains: z
    .record(
      writtenText(/^[1-9]\d{0,15}$/, "a chain id"),
      z.array(lockEntrySchema, { error: "a list of contracts" }),
    )
    .describe("The contracts, keyed by chain id."),
});

export type LockEntry = Readonly<z.infer<typeof lockEntrySchema>>;

/** The keys in model order, with those most important to reviewers first. */
export const LOCK_KEYS = Object.keys(lockEntrySchema.shape) as readonly (keyof LockEntry)[];

export interface LockedContract extends LockEntry {
  readonly chainId: number;
}

/** Sorted by chain ID, then by name and address. */
export type Lock = readonly LockedContract[];
