import { z } from "zod";
import { parseJson } from "../http/parse-json.ts";
import {
  address,
  anyObject,
  count,
  digits,
  mapOf,
  nullable,
  objectOf,
  optional,
  transactionHash,
} from "../wire/primitives.ts";
import type { ContractMetadata, ContractRecord } from "./model.ts";
import { wireBytecode } from "./wire-bytecode.ts";
import { matchShape } from "./wire-match.ts";

const deployment = z.object({
  transactionHash: nullable(transactionHash),
  blockNumber: nullable(digits),
  transactionIndex: nullable(digits),
  deployer: nullable(address),
});

const compilation = z.object({
  language: z.string(),
  compiler: z.string(),
  compilerVersion: z.string().transform((version) => version.replace(/^v/, "")),
  compilerSettings: anyObject,
  name: z.string(),
  fullyQualifiedName: z.string(),
});

/** What is compared is checked, the rest is kept as it came. */
const metadata = z
  .looseObject({
    compiler: optional(z.looseObject({ version: optional(z.string()) })),
    language: optional(z.string()),
    settings: optional(z.looseObject({ compilationTarget: optional(mapOf(z.string())) })),
    sources: optional(
      mapOf(z.looseObject({ keccak256: optional(z.string()), content: optional(z.string()) })),
    ),
  })
  .transform((value) => withoutUndefinedDeep(value) as ContractMetadata);

const signature = z.object({
  signature: z.string(),
  signatureHash32: z.string(),
  signatureHash4: z.string(),
});
const signatures = z
  .array(signature)
  .nullish()
  .transform((list) => list ?? []);

/** Without `isProxy` there is only an error: the service could not find out. */
const proxyResolution = z
  .object({
    isProxy: z.boolean().nullish(),
    proxyType: nullable(z.string()),
    implementations: z
      .array(objectOf({ address, name: optional(z.string()) }))
      .nullish()
      .transform((list) => list ?? []),
  })
  .transform(({ isProxy, ...rest }) => (typeof isProxy === "boolean" ? { isProxy, ...rest } : null));

/** `GET /v2/contract/{chainId}/{address}`, whichever fields were asked for. */
export const wireRecord = objectOf({
  ...matchShape,
  creationBytecode: wireBytecode.nullish(),
  runtimeBytecode: wireBytecode.nullish(),
  deployment: deployment.nullish(),
  sources: mapOf(z.object({ content: z.string() })).nullish(),
  compilation: compilation.nullish(),
  abi: z.array(anyObject).nullish(),
  metadata: metadata.nullish(),
  storageLayout: anyObject.nullish(),
  transientStorageLayout: anyObject.nullish(),
  userdoc: anyObject.nullish(),
  devdoc: anyObject.nullish(),
  sourceIds: mapOf(z.object({ id: count })).nullish(),
  additionalInput: anyObject.nullish(),
  stdJsonInput: anyObject.nullish(),
  stdJsonOutput: anyObject.nullish(),
  signatures: z.object({ function: signatures, event: signatures, error: signatures }).nullish(),
  proxyResolution: proxyResolution.nullish(),
}) satisfies z.ZodType<ContractRecord>;

/** Whether the body of a 404 says "not verified", and not "no such path" as a wrong base URL would. */
export function isNotVerified(text: string): boolean {
  try {
    return wireNotVerified.safeParse(parseJson(text)).success;
  } catch {
    return false;
  }
}

const wireNotVerified = z.object({ match: z.null(), creationMatch: z.null(), runtimeMatch: z.null() });

/** Optional values that were checked and are not there leave no key behind. */
function withoutUndefinedDeep(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  for (const [key, it] of Object.entries(value)) {
    if (it === undefined) Reflect.deleteProperty(value, key);
    else withoutUndefinedDeep(it);
  }
  return value;
}
