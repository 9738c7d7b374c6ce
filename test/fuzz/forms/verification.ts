import { z } from "zod";

/** What the verification client promises, written down a second time. A part that a service leaves out is not there. */
const match = z.enum(["match", "exact_match"]).nullable();
const code = z.string().regex(/^0x([0-9a-f]{2})*$/);
const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/);
const digits = z.string().regex(/^\d+$/);

const summary = z.object({
  match,
  creationMatch: match.exactOptional(),
  runtimeMatch: match.exactOptional(),
  chainId: digits.exactOptional(),
  address: address.exactOptional(),
  verifiedAt: z.string().exactOptional(),
  matchId: z.string().exactOptional(),
});

const jobError = z.object({
  customCode: z.string(),
  message: z.string(),
  errorId: z.string().exactOptional(),
  recompiledCreationCode: z.string().startsWith("0x").exactOptional(),
  recompiledRuntimeCode: z.string().startsWith("0x").exactOptional(),
  onchainCreationCode: z.string().startsWith("0x").exactOptional(),
  onchainRuntimeCode: z.string().startsWith("0x").exactOptional(),
  creationTransactionHash: z.string().startsWith("0x").exactOptional(),
  compilerErrors: z.array(z.string()).exactOptional(),
  compilerErrorMessage: z.string().exactOptional(),
});

/** Plain https, without credentials, fragment and control characters. */
const link = z
  .string()
  .regex(/^https:\/\/[^\s@#/\p{Cc}]+\/[^\s#\p{Cc}]*$/u)
  .max(2000);

const forwarded = z.strictObject({
  to: z.enum(["etherscan", "blockscout", "routescan"]),
  state: z.enum(["accepted", "already-verified", "not-accepted"]),
  verificationId: z
    .string()
    .regex(/^[\w.-]{1,128}$/)
    .exactOptional(),
  reason: z
    .string()
    .regex(/^\P{Cc}{1,300}$/u)
    .exactOptional(),
  explorerUrl: link.exactOptional(),
  statusUrl: link.exactOptional(),
  contractApiUrl: link.exactOptional(),
});

const jobBase = {
  verificationId: z.uuid(),
  contract: summary.extend({ match: match.exactOptional() }).exactOptional(),
};

export const jobForm = z.discriminatedUnion("state", [
  z.object({ ...jobBase, state: z.literal("pending") }),
  z.object({ ...jobBase, state: z.literal("failed"), error: jobError }),
  z.object({
    ...jobBase,
    state: z.literal("matched"),
    contract: summary.extend({ match: match.unwrap() }),
    compilationTimeMs: z.number().exactOptional(),
    forwarded: z.array(forwarded).min(1).max(3).exactOptional(),
  }),
]);

const object = z.record(z.string(), z.unknown());

const bytecode = z.object({
  onchainBytecode: code.nullable(),
  recompiledBytecode: code.nullable(),
  sourceMap: z.union([z.string(), object]).nullable().exactOptional(),
  linkReferences: object.nullable().exactOptional(),
  immutableReferences: object.nullable().exactOptional(),
  transformations: z
    .array(z.object({ type: z.string(), reason: z.string(), offset: z.int().nonnegative() }))
    .nullable()
    .exactOptional(),
  transformationValues: object.nullable().exactOptional(),
});

const whole = {
  creationBytecode: bytecode,
  runtimeBytecode: bytecode,
  deployment: z.object({
    transactionHash: z
      .string()
      .regex(/^0x[0-9a-f]{64}$/)
      .nullable(),
    blockNumber: digits.nullable(),
    transactionIndex: digits.nullable(),
    deployer: address.nullable(),
  }),
  sources: z.record(z.string(), z.object({ content: z.string() })),
  compilation: z.object({
    language: z.string().exactOptional(),
    compiler: z.string().exactOptional(),
    compilerVersion: z.string().exactOptional(),
    compilerSettings: object.exactOptional(),
    name: z.string().exactOptional(),
    fullyQualifiedName: z.string().exactOptional(),
  }),
  abi: z.array(object),
  metadata: z.object({
    compiler: z.object({ version: z.string().exactOptional() }).exactOptional(),
    settings: z
      .object({ compilationTarget: z.record(z.string(), z.string()).exactOptional() })
      .exactOptional(),
    sources: z.record(z.string(), z.object({ keccak256: z.string().exactOptional() })).exactOptional(),
  }),
  signatures: z.object({
    function: z.array(object).nullable(),
    event: z.array(object).nullable(),
    error: z.array(object).nullable(),
  }),
  proxyResolution: z.object({ isProxy: z.boolean(), implementations: z.array(z.object({ address })) }),
};

export const recordForm = summary.extend(
  Object.fromEntries(Object.entries(whole).map(([name, form]) => [name, form.nullable().exactOptional()])),
);
