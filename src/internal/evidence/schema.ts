import * as z from "zod";
import { lockEntrySchema } from "../deployments/lock/lock-model.ts";
import { abiProblem } from "../domain/abi.ts";
import { flag, list, text, texts } from "./parts.ts";
import { deploymentSchema, nextStepSchema, requestSchema } from "./request-schema.ts";

/** The format of an evidence file; its JSON Schema is schemas/verify-contract-evidence-1.schema.json. */
export const EVIDENCE_SCHEMA = "verify-contract-evidence/1";

/** A text that is longer is a line of its own, and {@link LINK} names it. */
export const LONGEST_INLINE = 200;
/** The key of an object in place of a longer text: `{"$text": "<sha-256>"}`. */
export const LINK = "$text";

const count = z.int({ error: "a number" }).min(0, { error: "a number from 0" });
const amount = z.number({ error: "a number" }).min(0, { error: "a number from 0" });
const moment = z.iso.datetime({ error: "a time in UTC" });
const sha256 = text.regex(/^[0-9a-f]{64}$/, { error: "a SHA-256 in lower case" });
const object = z.record(text, z.unknown(), { error: "an object" });

const SERVICES = ["verification service", "query service", "status service", "node"] as const;
const service = z.enum(SERVICES, { error: "a service" });

const header = z.strictObject({
  schema: text,
  tool: z.strictObject({ name: text, version: text }),
  command: z.enum(["verify", "check", "deployments"], { error: "a command" }),
  /** Whether the command names one contract. */
  scope: z.enum(["one", "several"], { error: "one or several" }),
  startedAt: moment,
});

const blob = z.strictObject({ blob: sha256, text });

/** A failure of a service, with the fields of `ServiceError`. */
const serviceError = z.strictObject({
  message: text,
  service,
  kind: z.enum(["unreachable", "timeout", "aborted", "busy", "server-error", "refused", "unusable"]),
  method: text,
  url: text,
  reason: text,
  status: count.exactOptional(),
  customCode: text.exactOptional(),
  isForeign: flag.exactOptional(),
  redirectsTo: text.exactOptional(),
  isInvalidRecord: flag.exactOptional(),
  comesAgain: flag.exactOptional(),
  serviceMessage: text.exactOptional(),
  retryAfterMs: amount.exactOptional(),
  mayHaveArrived: flag.exactOptional(),
  attempts: count.exactOptional(),
  hostDeadSince: moment.exactOptional(),
});

const answer = z.strictObject({
  status: count,
  text,
  date: text.exactOptional(),
  retryAfter: text.exactOptional(),
  location: text.exactOptional(),
  url: text,
  attempts: count,
});

/** A request to a service: `answer`, `error`, or neither where the run was stopped before. */
const serviceExchange = z.strictObject({
  service,
  method: z.enum(["GET", "POST"]),
  path: text,
  query: list(z.tuple([text, text])),
  body: text.exactOptional(),
  atMs: amount,
  answer: answer.exactOptional(),
  error: serviceError.exactOptional(),
});

/** What a node's answer, or a host, failed with. */
const nodeError: z.ZodType<NodeError> = z.strictObject({
  message: text,
  code: z.union([text, z.number()]).exactOptional(),
  service: serviceError.exactOptional(),
  get cause() {
    return nodeError.exactOptional();
  },
});
interface NodeError {
  message: string;
  code?: string | number | undefined;
  service?: z.infer<typeof serviceError> | undefined;
  cause?: NodeError | undefined;
}

/** A request to the node, in the same way; `params` and `result` are JSON. */
const nodeExchange = z.strictObject({
  node: text,
  params: text,
  atMs: amount,
  result: text.exactOptional(),
  error: nodeError.exactOptional(),
});

const range = z.strictObject({ start: count, length: count });
const code = z.strictObject({
  object: text,
  linkReferences: z.record(text, z.record(text, list(range))),
  immutableReferences: z.record(text, list(range)),
  isInferred: z.literal(true).exactOptional(),
  auxdata: list(range).exactOptional(),
});

export const abiSchema = list(object).refine((abi) => abiProblem(abi) === undefined, {
  error: "an ABI that a compiler writes",
});

/** A contract of the build files, with all that may be chosen by. */
export const candidateSchema = z.strictObject({
  name: text,
  sourceName: text,
  fullyQualifiedName: text,
  inputSourceName: text,
  abi: abiSchema,
  runtime: code,
  creation: code,
  metadata: text.exactOptional(),
  storageLayout: z.unknown().exactOptional(),
  deployment: deploymentSchema.exactOptional(),
  buildId: text,
  buildFile: text,
  file: text,
});

export const inputSchema = z.looseObject({
  language: text,
  sources: z.record(text, z.looseObject({ content: text })),
  settings: object,
});
export const namesSchema = list(z.tuple([text, text, text, text]));
export const textsSchema = texts;
export const textListsSchema = list(texts);
export const immutablesSchema = z.record(text, list(range));

/** Wrong use, or a broken environment, as it is thrown. */
const thrown = z.strictObject({
  code: text,
  values: z.record(text, z.union([text, z.number()])).exactOptional(),
  facts: list(z.tuple([text, text])).exactOptional(),
  likely: text.exactOptional(),
  next: z.union([text, nextStepSchema]).exactOptional(),
});

const build = z.strictObject({ id: text, file: text, compilerVersion: text, input: text });
const loaded = z.strictObject({ build: count.exactOptional(), error: thrown.exactOptional() });

const candidates = z.strictObject({
  where: text,
  /** JSON: name, source, fully qualified name and source of the compiler, of each contract of the build files. */
  names: text,
  /** JSON: the CBOR auxdata at the end of each of them. */
  auxdata: text,
  /** Those that decided, by their place among the names; each part is JSON. */
  kept: list(
    z.strictObject({
      at: count,
      all: text.exactOptional(),
      abi: text.exactOptional(),
      metadata: text.exactOptional(),
    }),
  ),
  loaded: list(loaded.extend({ at: count })),
  /** What compiler outputs were asked for; an answer is JSON. */
  outputs: list(z.strictObject({ question: text, answer: text.exactOptional() })),
});
const candidatesRead = z.strictObject({ set: candidates.exactOptional(), error: thrown.exactOptional() });

const contractName = z.strictObject({
  name: text,
  sourceName: text,
  fullyQualifiedName: text,
  inputSourceName: text,
});

const builds = z.strictObject({
  builds: list(build),
  quick: candidatesRead.exactOptional(),
  wider: candidatesRead.exactOptional(),
  missing: thrown.exactOptional(),
  given: loaded.extend({ contract: contractName.exactOptional() }).exactOptional(),
});

const compiled = z.strictObject({
  /** SHA-256 of language, version and input. */
  of: sha256,
  compiler: text,
  kind: z.enum(["output", "failed", "no-compiler"]).exactOptional(),
  text: text.exactOptional(),
});

const job = z.strictObject({
  kind: z.literal("job"),
  verificationId: text,
  result: text.exactOptional(),
  at: moment,
  timedOut: list(text).exactOptional(),
});
const earlier = z.union([
  job,
  z.strictObject({ kind: z.literal("lost"), at: moment, job: job.exactOptional() }),
]);
const lookUp = z.strictObject({ of: text, earlier: earlier.exactOptional() });

/** A configuration allows fewer. */
const MOST_ATTEMPTS = 1000;

/** Where and how the contract was looked at. */
const world = z.strictObject({
  networkName: text,
  chainId: count,
  startedAt: moment,
  /** Of the random calls, hex. */
  seed: text.regex(/^[0-9a-f]{64}$/, { error: "32 bytes in hex" }),
  appearAttempts: count.max(MOST_ATTEMPTS, { error: `a number up to ${MOST_ATTEMPTS}` }),
  codeAttempts: count.max(MOST_ATTEMPTS).exactOptional(),
  polling: z.strictObject({
    firstDelayMs: amount,
    maxDelayMs: amount,
    maxRetryAfterMs: amount.exactOptional(),
    lookForMs: amount.exactOptional(),
  }),
  leftMs: amount.exactOptional(),
  verification: text.exactOptional(),
  query: text.exactOptional(),
  status: text.exactOptional(),
  browserUrl: text.exactOptional(),
  explorer: z.strictObject({ name: text, url: text }).exactOptional(),
  configured: list(service),
  operators: z
    .strictObject({
      node: text.exactOptional(),
      query: text.exactOptional(),
      verification: text.exactOptional(),
      names: z.record(text, text),
    })
    .exactOptional(),
  allowForeignCreation: texts,
  hasCompiler: flag,
  hasRecordedTransactions: flag,
  journal: text.exactOptional(),
  /** Whether the service was expected to forward what it verified, each time that this mattered; null for not known. */
  forwarding: list(flag.nullable()).exactOptional(),
  stopped: z.strictObject({ by: z.enum(["deadline", "user"]), atMs: amount }).exactOptional(),
});

/** What the run came to, to compare with. */
const result = z.strictObject({
  outcome: text,
  code: text.exactOptional(),
  verdict: text.exactOptional(),
  address: text.exactOptional(),
  contract: text.exactOptional(),
  match: z.tuple([text.nullable(), text.nullable()]).exactOptional(),
  claims: list(z.tuple([text, text])),
  checks: list(z.tuple([text, text])),
});

const place = { lane: count, index: count };

const contract = z.strictObject({
  ...place,
  request: requestSchema(lockEntrySchema),
  world,
  exchanges: list(z.union([serviceExchange, nodeExchange])),
  /** Answers of the status service, as JSON. */
  status: list(z.strictObject({ summary: text.exactOptional() })),
  builds,
  compiled: list(compiled),
  journal: list(lookUp),
  transactions: list(z.strictObject({ address: text, hashes: texts })),
  otherScheme: list(z.strictObject({ url: text, answer: flag })),
  result,
});

/** A contract that was not looked at, because its chain did not answer: its report, as JSON. */
const given = z.strictObject({ ...place, report: text });

const end = z.strictObject({
  contracts: count,
  lanes: list(
    z.strictObject({
      /** How many contracts were named; the others are what proxies led to. */
      named: count,
      /** Addresses of contracts that other shards look at. */
      elsewhere: texts,
      /** Where it was read after all contracts: what other services answered to each, as JSON. */
      forwarded: list(z.strictObject({ index: count, answers: text })).exactOptional(),
    }),
  ),
  /** JSON: the report without its contracts. */
  run: text,
  thrown: thrown.exactOptional(),
  /** How many texts lost a secret: what rests on them can't be computed again. */
  redacted: count,
  /** Of all lines before, with their line ends. */
  sha256,
});

export const headerSchema = header;
export const blobSchema = blob;
export const contractLineSchema = z.strictObject({ contract });
export const givenLineSchema = z.strictObject({ given });
export const endLineSchema = z.strictObject({ end });

export type Header = z.infer<typeof header>;
export type ContractEntry = z.infer<typeof contract>;
export type GivenEntry = z.infer<typeof given>;
export type EndEntry = z.infer<typeof end>;
export type Thrown = z.infer<typeof thrown>;
export type ServiceExchange = z.infer<typeof serviceExchange>;
export type NodeExchange = z.infer<typeof nodeExchange>;
export type RecordedServiceError = z.infer<typeof serviceError>;
export type RecordedNodeError = NodeError;
export type RecordedBuilds = z.infer<typeof builds>;
export type RecordedCandidates = z.infer<typeof candidates>;
export type RecordedCompile = z.infer<typeof compiled>;
export type RecordedLookUp = z.infer<typeof lookUp>;
export type RecordedWorld = z.infer<typeof world>;
export type RecordedResult = z.infer<typeof result>;
