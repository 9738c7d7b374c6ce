import * as z from "zod";
import { CLAIM_IDS } from "../../report/claim-ids.ts";

/** The lock file's format; its JSON Schema is schemas/verify-contract-lock-1.schema.json. */
export const LOCK_SCHEMA = "verify-contract-lock/1";

/** The lock file, in the project's root folder. */
export const LOCK_FILE = "verify-contract.lock.json";

const matching = (pattern: RegExp, error: string) => z.string({ error }).regex(pattern, { error });
const address = matching(/^0x[0-9a-fA-F]{40}$/, "an address");
const hash = matching(/^0x[0-9a-f]{64}$/, "a hash: 0x and 64 hexadecimal digits in lower case");
const text = z.string({ error: "a text" }).min(1, { error: "a text" });
const match = z.enum(["match", "exact_match"], { error: "match, exact_match or null" }).nullable();

const build = z.strictObject({
  contract: text,
  compiler: text,
  input: hash,
});

const record = z.strictObject({ runtime: match, creation: match, sources: hash });

const proxy = z.strictObject({
  kind: text,
  implementation: address.nullable(),
  beacon: address.nullable(),
  admin: address.nullable(),
  facets: z.array(address, { error: "a list of addresses" }).optional(),
});

/** What a lock file has of one contract. */
export const lockEntrySchema = z.strictObject({
  name: text,
  address,
  id: matching(/^\d{1,10}\.\d{1,10}\.\d{1,10}$/, "a contract id").optional(),
  code: hash,
  metadata: text.nullable(),
  transaction: hash.nullable(),
  build: build.nullable(),
  record: record.nullable(),
  claims: z.array(z.enum(CLAIM_IDS, { error: "the id of a claim" })),
  libraries: z.record(text, address).optional(),
  proxy: proxy.optional(),
  codes: z.record(address, hash).optional(),
  tools: z.array(text),
  unverified: text.optional(),
  commit: matching(/^[0-9a-f]{40,64}$/, "the hash of a commit").nullable(),
  dirty: z.boolean({ error: "true or false" }).optional(),
  lockedAt: matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/, "a time in UTC, to the second"),
});

/** A lock file. Unknown keys are errors: a later version may mean something by them. */
export const lockSchema = z.strictObject({
  schema: z.literal(LOCK_SCHEMA, { error: JSON.stringify(LOCK_SCHEMA) }),
  chains: z.record(
    matching(/^[1-9]\d{0,15}$/, "a chain id"),
    z.array(lockEntrySchema, { error: "a list of contracts" }),
  ),
});

/**
 * What was proven of one contract, and is expected of it from then on. Hashes are keccak256 in lower case.
 *
 * `code`: the runtime code on chain. `metadata`: the metadata hash that the code ends with. `transaction`: the creating
 * one. `build.input`: the standard JSON input, see `inputHash`. `record`: the stored match of both sides, and what is
 * stored, see `recordHash`. `claims`: those that were proven. `codes`: the runtime code at each other address that runs
 * (libraries, implementation, beacon, facets), by address; absent in an entry that older versions wrote. `tools`: what recorded the deployment, none where the
 * contract was named by its address. `unverified`: why it was not verified, with `--allow-unverified`. `commit`, `dirty`:
 * of the git repository, when this content was locked.
 */
export type LockEntry = Readonly<z.infer<typeof lockEntrySchema>>;

export interface LockedContract extends LockEntry {
  readonly chainId: number;
}

/** Ordered by chain id, then by name and address. */
export type Lock = readonly LockedContract[];
