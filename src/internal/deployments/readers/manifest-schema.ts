import * as z from "zod";
import { writtenAddress, writtenText } from "../../report/fields.ts";
import { WHOLE_SENTENCE } from "../../text/explain-issues.ts";
import { toAddress } from "../checked-values.ts";

/** `npm run generate` derives schemas/verify-contract-deployments-*.schema.json. */
export const MANIFEST_SCHEMA = "verify-contract-deployments/1";
export const FLEET_SCHEMA = "verify-contract-deployments/2";

const optional = <T extends z.ZodType>(schema: T, description: string) =>
  schema.describe(description).optional();
const text = (error = "a text") => z.string({ error }).min(1, { error });
const version = <T extends string>(schema: T) =>
  z.literal(schema, { error: JSON.stringify(schema) }).describe("The version of this format.");

const WITH_CHECKSUM = { error: "an address with a valid checksum" };
const address = writtenAddress
  .refine((it) => toAddress(it) !== undefined, WITH_CHECKSUM)
  .meta({ id: "Address" });

const CONTRACT_ID = /^(\d{1,10}\.){2}\d{1,10}$/;
const target = z
  .string({ error: "an address or a contract id" })
  .regex(/^(0x[0-9a-fA-F]{40}|(\d{1,10}\.){2}\d{1,10})$/, {
    error: "an address or a contract id",
    abort: true,
  })
  .refine((it) => CONTRACT_ID.test(it) || toAddress(it) !== undefined, WITH_CHECKSUM);

const namedDeployment = z
  .strictObject({
    path: text().describe(
      "A path, the id of an Ignition deployment, or the network name of a hardhat-deploy deployment.",
    ),
    buildInfo: optional(
      text("a path"),
      "A build-info file, or a folder of builds, that the contracts must come from.",
    ),
  })
  .meta({ id: "Deployment" });

const contractKeys = {
  name: optional(text(), "The contract's name in reports. Default: contract."),
  contract: optional(
    writtenText(/^([^:]+:)?[\w$]+$/, "Name, or path/to/File.sol:Name"),
    "The contract in the build: Name, or path/to/File.sol:Name. Default: found by its code.",
  ),
  buildInfo: optional(
    text("a path"),
    "A build-info file, or a folder of builds, that the contract must come from. Default: the project's artifacts.",
  ),
};
/** Allowed only with an address, because deployment facts are compared by address. */
const recordKeys = {
  creationTransactionHash: optional(
    writtenText(/^0x[0-9a-fA-F]{64}$/, "a transaction hash"),
    "The creation transaction. Default: found on the chain.",
  ),
  constructorArguments: optional(
    writtenText(/^0x([0-9a-fA-F]{2})*$/, "0x followed by an even number of hex digits"),
    "ABI-encoded, to compare with the creation transaction. Optional.",
  ),
  libraries: optional(
    z.record(text("a library name"), address, { error: "an object that maps library names to addresses" }),
    "Addresses, keyed by library name (Name or path/to/File.sol:Name), to compare with the code on chain. Optional.",
  ),
};
export const RECORD_KEYS = ["creationTransactionHash", "constructorArguments", "libraries"] as const;

function complain({ addIssue }: z.core.$RefinementCtx, path: PropertyKey[], message: string): void {
  addIssue({ code: "custom", path, message, params: WHOLE_SENTENCE });
}

// The published JSON Schemas leave out the refinements below, because zod can't convert them.

const contract = z
  .strictObject(
    {
      address: target.describe("An address, or a contract id such as 0.0.1234."),
      ...contractKeys,
      ...recordKeys,
    },
    { error: "an object with an address" },
  )
  .superRefine((it, context) => {
    for (const key of RECORD_KEYS) {
      if (CONTRACT_ID.test(it.address) && it[key] !== undefined)
        complain(context, [key], "can be compared only if `address` is an address, not an id");
    }
  })
  .meta({ id: "Contract" });

const listOf = <T extends z.ZodType>(item: T, error: string) => z.array(item, { error }).min(1, { error });
const byChainId = <T extends z.ZodType>(value: T, error: string) =>
  z
    .record(z.string().regex(/^[1-9]\d{0,15}$/, { error: "a chain id" }), value, { error })
    .refine((it) => Object.keys(it).length > 0, { error });

const lists = {
  deployments: optional(
    listOf(
      z.union([text(), namedDeployment], { error: "a path or an id, or an object with a path" }),
      "a list of paths or ids",
    ),
    "Ignition deployments, hardhat-deploy networks and Foundry broadcasts.",
  ),
  contracts: optional(listOf(contract, "a list of contracts"), "Individual contracts."),
};

/** A single-chain manifest. Unknown keys are errors, so that a misspelled key doesn't go unnoticed. */
export const manifestSchema = z
  .strictObject({
    schema: version(MANIFEST_SCHEMA),
    chainId: optional(
      z.int({ error: "a chain id" }).min(1, { error: "a chain id" }),
      "The chain of all entries. Using the manifest on another chain is an error.",
    ),
    ...lists,
  })
  .refine((it) => it.deployments !== undefined || it.contracts !== undefined, {
    error: "has neither deployments nor contracts",
    params: WHOLE_SENTENCE,
  });

const chain = z
  .strictObject(
    {
      network: optional(
        text(),
        "Name of the configured network to use. Default: the first network for the chain.",
      ),
      // biome-ignore lint/suspicious/noTemplateCurlyInString: written by the user
      rpcUrl: optional(text(), "URL of the node to use; ${VARIABLE} comes from the environment."),
      ...lists,
    },
    { error: "an object with a network, deployments and contracts" },
  )
  .refine((it) => it.network === undefined || it.rpcUrl === undefined, {
    error: "has both a network and an rpcUrl: remove one",
    params: WHOLE_SENTENCE,
  })
  .meta({
    id: "Chain",
    description:
      "A chain and its deployments. Each chain must have at least one contract, either here or among the shared contracts.",
  });

/** A contract that is the same on several chains. Settings that differ between chains belong in each chain's entry. */
const shared = z
  .strictObject(
    {
      addresses: byChainId(target, "an object that maps chain ids to addresses").describe(
        "Address or contract id, keyed by chain id. Each chain must be listed under chains.",
      ),
      ...contractKeys,
    },
    { error: "an object with addresses" },
  )
  .meta({ id: "SharedContract" });

export const fleetSchema = z
  .strictObject({
    schema: version(FLEET_SCHEMA),
    chains: byChainId(chain, "an object that maps chain ids to chains").describe("Keyed by chain id."),
    contracts: optional(
      listOf(shared, "a list of contracts"),
      "Contracts that are the same on several chains, each with an address per chain.",
    ),
  })
  .superRefine(({ chains, contracts = [] }, context) => {
    for (const [index, { addresses }] of contracts.entries())
      for (const id of Object.keys(addresses))
        if (chains[id] === undefined)
          complain(
            context,
            ["contracts", index, "addresses", id],
            "has a chain id that isn't listed under chains",
          );
    for (const [id, { deployments, contracts: own }] of Object.entries(chains))
      if (deployments === undefined && own === undefined && contracts.every((it) => !(id in it.addresses)))
        complain(context, ["chains", id], "has neither deployments nor contracts");
  });

export type FleetManifest = z.infer<typeof fleetSchema>;
export type Manifest = z.infer<typeof manifestSchema>;
export type ManifestContract = z.infer<typeof contract>;

const INNER_KEYS = [...Object.keys(namedDeployment.shape), ...Object.keys(contract.shape)];

/** All keys, to suggest corrections for misspelled keys. */
export const MANIFEST_KEYS: readonly string[] = [...Object.keys(manifestSchema.shape), ...INNER_KEYS];
export const FLEET_KEYS: readonly string[] = [
  ...[fleetSchema, chain, shared].flatMap(({ shape }) => Object.keys(shape)),
  ...INNER_KEYS,
];
