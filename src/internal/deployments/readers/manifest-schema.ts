import * as z from "zod";

import { isLongVersion } from "../../solidity/compiler-version.ts";
import { WHOLE_SENTENCE } from "../../text/explain-issues.ts";
import { addressOf } from "../checked-values.ts";

/** The manifest's formats; their JSON Schemas are schemas/verify-contract-deployments-<version>.schema.json. */
export const MANIFEST_SCHEMA = "verify-contract-deployments/1";
export const FLEET_SCHEMA = "verify-contract-deployments/2";

const matching = (pattern: RegExp, error: string) => z.string({ error }).regex(pattern, { error });

const text = z.string({ error: "a text" }).min(1, { error: "a text" });
const libraryName = z.string().min(1, { error: "the name of a library" });
const filePath = z.string({ error: "a path" }).min(1, { error: "a path" });
const hash = matching(/^0x[0-9a-fA-F]{64}$/, "a transaction hash");

const address = matching(/^0x[0-9a-fA-F]{40}$/, "an address").refine((it) => addressOf(it) !== undefined, {
  error: "an address whose upper and lower case are its checksum",
});

const CONTRACT_ID = /^(\d{1,10}\.){2}\d{1,10}$/;
const target = z
  .string({ error: "an address or a contract id" })
  .refine((it) => CONTRACT_ID.test(it) || /^0x[0-9a-fA-F]{40}$/.test(it), {
    error: "an address or a contract id",
    abort: true,
  })
  .refine((it) => CONTRACT_ID.test(it) || addressOf(it) !== undefined, {
    error: "an address whose upper and lower case are its checksum",
  });

const deployment = z.union([text, z.strictObject({ path: text, buildInfo: filePath.optional() })], {
  error: "a path or an id, or an object with a path",
});

const contract = z.strictObject(
  {
    address: target,
    name: text.optional(),
    contract: matching(/^([^:]+:)?[\w$]+$/, "Name, or path/to/File.sol:Name").optional(),
    creationTransactionHash: hash.optional(),
    constructorArguments: matching(/^0x([0-9a-fA-F]{2})*$/, "0x and whole bytes of hex").optional(),
    libraries: z.record(libraryName, address, { error: "an object of addresses" }).optional(),
    buildInfo: filePath.optional(),
    stdJsonInput: filePath.optional(),
    compilerVersion: z
      .string({ error: "the long version of a compiler" })
      .refine((it) => isLongVersion(it), { error: "the long version of a compiler" })
      .optional(),
  },
  { error: "an object with an address" },
);

/** Keys that describe the deployment. They are compared by address, which a contract id lacks. */
export const RECORD_KEYS = ["creationTransactionHash", "constructorArguments", "libraries"] as const;

type Builds = Pick<z.infer<typeof contract>, "buildInfo" | "stdJsonInput" | "compilerVersion">;

function requireOneBuild(it: Builds, { addIssue }: z.core.$RefinementCtx): void {
  const complain = (key: string, message: string) =>
    addIssue({ code: "custom", path: [key], message, params: WHOLE_SENTENCE });
  if (it.stdJsonInput !== undefined && it.compilerVersion === undefined)
    complain("compilerVersion", "is missing: a standard JSON input does not say its compiler");
  if (it.stdJsonInput === undefined && it.compilerVersion !== undefined)
    complain("compilerVersion", "is only for a stdJsonInput");
  if (it.stdJsonInput !== undefined && it.buildInfo !== undefined)
    complain("buildInfo", "is one build too many beside stdJsonInput");
}

const consistent = contract.superRefine(requireOneBuild).superRefine((it, { addIssue }) => {
  const complain = (key: string, message: string) =>
    addIssue({ code: "custom", path: [key], message, params: WHOLE_SENTENCE });
  for (const key of RECORD_KEYS) {
    if (CONTRACT_ID.test(it.address) && it[key] !== undefined)
      complain(key, "can only be compared where address is an address, and not an id");
  }
});

const chainId = z
  .number({ error: "a chain id" })
  .int({ error: "a chain id" })
  .min(1, { error: "a chain id" })
  .max(Number.MAX_SAFE_INTEGER, { error: "a chain id" });

const listOf = <T extends z.ZodType>(item: T, error: string) => z.array(item, { error }).min(1, { error });

/** A manifest. Unknown keys are errors: a misspelt one must not be overlooked. */
export const manifestSchema = z
  .strictObject({
    schema: z.literal(MANIFEST_SCHEMA, { error: JSON.stringify(MANIFEST_SCHEMA) }),
    chainId: chainId.optional(),
    deployments: listOf(deployment, "a list of paths or ids").optional(),
    contracts: listOf(consistent, "a list of contracts").optional(),
  })
  .refine((it) => it.deployments !== undefined || it.contracts !== undefined, {
    error: "names neither deployments nor contracts",
    params: WHOLE_SENTENCE,
  });

const chainKey = z.string().regex(/^[1-9]\d{0,15}$/, { error: "a chain id" });

const ofChain = z
  .strictObject(
    {
      network: text.optional(),
      rpcUrl: text.optional(),
      deployments: listOf(deployment, "a list of paths or ids").optional(),
      contracts: listOf(consistent, "a list of contracts").optional(),
    },
    { error: "an object with a network, deployments and contracts" },
  )
  .refine((it) => it.network === undefined || it.rpcUrl === undefined, {
    error: "has a network and an rpcUrl: one of them is too many",
    params: WHOLE_SENTENCE,
  });

/** A contract that is the same on several chains. What differs from chain to chain is written below the chain. */
const shared = z
  .strictObject(
    {
      addresses: z
        .record(chainKey, target, { error: "an object of addresses by chain id" })
        .refine((it) => Object.keys(it).length > 0, { error: "an object of addresses by chain id" }),
      ...contract.pick({
        name: true,
        contract: true,
        buildInfo: true,
        stdJsonInput: true,
        compilerVersion: true,
      }).shape,
    },
    { error: "an object with addresses" },
  )
  .superRefine(requireOneBuild);

/** A manifest of several chains. */
export const fleetSchema = z
  .strictObject({
    schema: z.literal(FLEET_SCHEMA, { error: JSON.stringify(FLEET_SCHEMA) }),
    chains: z
      .record(chainKey, ofChain, { error: "an object of chains by chain id" })
      .refine((it) => Object.keys(it).length > 0, { error: "an object of chains by chain id" }),
    contracts: listOf(shared, "a list of contracts").optional(),
  })
  .superRefine(({ chains, contracts = [] }, { addIssue }) => {
    const complain = (path: PropertyKey[], message: string) =>
      addIssue({ code: "custom", path, message, params: WHOLE_SENTENCE });
    for (const [index, { addresses }] of contracts.entries())
      for (const id of Object.keys(addresses))
        if (chains[id] === undefined)
          complain(["contracts", index, "addresses", id], "is of a chain that is not among the chains");
    for (const [id, { deployments, contracts: own }] of Object.entries(chains))
      if (deployments === undefined && own === undefined && contracts.every((it) => !(id in it.addresses)))
        complain(["chains", id], "names neither deployments nor contracts");
  });

export type FleetManifest = z.infer<typeof fleetSchema>;
export type Manifest = z.infer<typeof manifestSchema>;
export type ManifestContract = z.infer<typeof contract>;

/** All keys, to suggest a correction for a misspelt one. */
export const MANIFEST_KEYS: readonly string[] = [
  ...["schema", "chainId", "deployments", "contracts", "path"],
  ...Object.keys(contract.shape),
];

/** The same of a manifest of several chains. */
export const FLEET_KEYS: readonly string[] = [
  ...["schema", "chains", "network", "rpcUrl", "deployments", "contracts", "path", "addresses"],
  ...Object.keys(contract.shape),
];
