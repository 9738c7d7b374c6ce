import * as z from "zod";
import { lockEntrySchema } from "../deployments/lock/lock-model.ts";
import { abiProblem } from "../domain/abi.ts";
import type { NextStep } from "../errors/next-step.ts";

/** The format of an evidence file; its JSON Schema is schemas/verify-contract-evidence-2.schema.json. */
export const EVIDENCE_SCHEMA = "verify-contract-evidence/2";

/** A text that is longer is a line of its own, and {@link LINK} names it. */
export const LONGEST_INLINE = 200;
/** The key of an object in place of a longer text: `{"$text": "<sha-256>"}`. */
export const LINK = "$text";
/** The id of a text in the JSON Schema, where a link may replace it. */
export const TEXT = "text";

const text = z.string({ error: "a text" }).meta({ id: TEXT });
const texts = z.array(text, { error: "a list of texts" });
const flag = z.boolean({ error: "true or false" });
const list = <T extends z.ZodType>(schema: T) => z.array(schema, { error: "a list" });
const count = z.int({ error: "a number" }).min(0, { error: "a number from 0" });
const amount = z.number({ error: "a number" }).min(0, { error: "a number from 0" });
/** Milliseconds that a date can have beside: 30 years. */
const elapsed = amount.max(1e12, { error: "milliseconds of a run" });
const moment = z.iso.datetime({ error: "a time in UTC" });
const hash = text.regex(/^[0-9a-f]{64}$/, { error: "32 bytes in lower-case hex" });
const object = z.record(text, z.unknown(), { error: "an object" });
const option = z.union([z.tuple([text]), z.tuple([text, text])], { error: "an option" });
const options = z.array(option, { error: "a list of options" });

const SERVICES = ["verification service", "query service", "status service", "node"] as const;
const service = z.enum(SERVICES, { error: "a service" });

/** Written out, an object with this key looks like a promise. */
const THEN = "then";

const nextStep: z.ZodType<NextStep> = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("again") }),
  z.strictObject({ kind: z.literal("change"), set: options, drop: texts }),
  z.strictObject({ kind: z.literal("retarget"), from: text, to: text }),
  z.strictObject({ kind: z.literal("subcommand"), word: text, typed: text }),
  z.strictObject({ kind: z.literal("own"), subcommand: text, options }),
  z.strictObject({ kind: z.literal("tool"), tool: z.enum(["build", "rebuild", "node"]) }),
  z.strictObject({ kind: z.literal("help") }),
  z.strictObject({ kind: z.literal("configure"), text }),
  z.strictObject({ kind: z.literal("choose-network"), text }),
  z.strictObject({
    kind: z.literal("advice"),
    text,
    [THEN]: z.lazy(() => nextStep).exactOptional(),
  }),
]) as z.ZodType<NextStep>;

/** The fields of a `ServiceError`. */
const serviceError = z.strictObject({
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

/** What a `VerifyContractError` was made of. */
const problem = z.strictObject({
  values: z.record(text, z.union([text, z.number()])).exactOptional(),
  facts: list(z.tuple([text, text])).exactOptional(),
  likely: text.exactOptional(),
  next: z.union([text, nextStep]).exactOptional(),
});

/** A failure in place of an answer: of a service, wrong use or a broken environment, or any error of a host. */
const failure: z.ZodType<Failure> = z.strictObject({
  message: text,
  code: z.union([text, z.number()]).exactOptional(),
  service: serviceError.exactOptional(),
  problem: problem.exactOptional(),
  get cause() {
    return failure.exactOptional();
  },
});
export interface Failure {
  message: string;
  code?: string | number | undefined;
  service?: z.infer<typeof serviceError> | undefined;
  problem?: z.infer<typeof problem> | undefined;
  cause?: Failure | undefined;
}

const range = z.strictObject({ start: count, length: count });
const code = z.strictObject({
  object: text,
  linkReferences: z.record(text, z.record(text, list(range))),
  immutableReferences: z.record(text, list(range)),
  isInferred: z.literal(true).exactOptional(),
  auxdata: list(range).exactOptional(),
});

const deployment = z.strictObject({
  address: text,
  transactionHashes: texts,
  contractName: text.exactOptional(),
  constructorArguments: text.exactOptional(),
  creationCode: text.exactOptional(),
  create2: z.strictObject({ deployer: text, salt: text }).exactOptional(),
  libraries: z.record(text, text).exactOptional(),
  remoteDeploymentId: text.exactOptional(),
  byContract: z.literal(true).exactOptional(),
  isDemanded: z.literal(true).exactOptional(),
});

const contractName = {
  name: text,
  sourceName: text,
  fullyQualifiedName: text,
  inputSourceName: text,
};

const abi = list(object).refine((value) => abiProblem(value) === undefined, {
  error: "an ABI that a compiler writes",
});

/** A contract of the build files, with all that may be chosen by. */
const candidate = z.strictObject({
  ...contractName,
  abi,
  runtime: code,
  creation: code,
  metadata: text.exactOptional(),
  storageLayout: z.unknown().exactOptional(),
  deployment: deployment.exactOptional(),
  buildId: text,
  buildFile: text,
  file: text,
});

/** The forms of texts that are JSON. */
export const PARTS = {
  abi,
  candidate,
  candidates: list(candidate),
  input: z.looseObject({
    language: text,
    sources: z.record(text, z.looseObject({ content: text })),
    settings: object,
  }),
  names: list(z.tuple([text, text, text, text])),
  text,
  texts,
  textLists: list(texts),
  immutables: z.record(text, list(range)),
};

const httpAnswer = z.strictObject({
  status: count,
  text,
  date: text.exactOptional(),
  retryAfter: text.exactOptional(),
  location: text.exactOptional(),
  attempts: count,
});

/** The input is JSON. */
const build = z.strictObject({ id: text, file: text, compilerVersion: text, input: text });

const job = z.strictObject({
  kind: z.literal("job"),
  verificationId: text,
  result: text.exactOptional(),
  at: moment,
  timedOut: list(text).exactOptional(),
});

/** What a run asks, and the form of the answers. */
const DOORS = {
  "verification service": httpAnswer,
  "query service": httpAnswer,
  /** JSON: a summary. */
  "status service": text,
  /** JSON: the result. */
  node: text,
  /** Whether a service speaks the other one of http and https. */
  "other scheme": flag,
  compiler: z.strictObject({ kind: z.enum(["output", "failed", "no-compiler"]), text }),
  /** The contracts of the build files. */
  "build files": z.strictObject({
    where: text,
    /** JSON: name, source, fully qualified name and source of the compiler, of each contract. */
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
  }),
  build,
  "standard JSON input": z.strictObject({ contract: z.strictObject(contractName), build }),
  "missing build files": z.null(),
  /** JSON: a part of a compiler's output. */
  output: text.nullable(),
  /** What the journal of submissions has of one. */
  journal: z
    .union([job, z.strictObject({ kind: z.literal("lost"), at: moment, job: job.exactOptional() })])
    .nullable(),
  /** The transactions that deployment records name for an address. */
  transactions: texts,
  /** Whether the service was expected to forward what it verified; null for not known. */
  forwarding: flag.nullable(),
};

export type Door = keyof typeof DOORS;
export type AnswerOf<D extends Door> = z.infer<(typeof DOORS)[D]>;

/** A question, and its answer or failure. Equal questions at one door are answered in their order. */
export interface Entry<D extends Door = Door> {
  door: D;
  question: string[];
  /** When the answer came, in milliseconds since the run of the contract began. Only where time matters. */
  atMs?: number;
  answer?: AnswerOf<D>;
  error?: Failure;
}

const entry = z.discriminatedUnion(
  "door",
  Object.entries(DOORS).map(([door, answer]) =>
    z.strictObject({
      door: z.literal(door),
      question: texts,
      atMs: elapsed.exactOptional(),
      answer: (answer as z.ZodType).exactOptional(),
      error: failure.exactOptional(),
    }),
  ) as never,
) as unknown as z.ZodType<Entry>;

const line = z.strictObject({ subcommand: text.exactOptional(), targets: texts, options, globals: options });

const request = z.strictObject({
  action: z.enum(["verify", "check"]),
  target: text,
  /** The target's address, if it was resolved before the contract's run began. */
  resolved: z.strictObject({ address: text, contractId: text }).exactOptional(),
  options,
  globals: options.exactOptional(),
  networkArgument: text.exactOptional(),
  batch: line.exactOptional(),
  contract: text.exactOptional(),
  creationTransactionHash: text.exactOptional(),
  origins: z.array(
    z.strictObject({
      tool: text,
      name: text,
      file: text,
    }),
  ),
  lookedAt: texts,
  recorded: z.array(deployment),
  buildSource: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("build-files"), locations: texts, isNamed: flag }),
    z.strictObject({ kind: z.literal("standard-json-input"), file: text, compilerVersion: text }),
  ]),
  buildStep: nextStep,
  sources: z.enum(["auto", "minimal", "full"]),
  requirement: z.strictObject({ minMatch: z.enum(["match", "exact_match"]), requireCreation: flag }),
  required: texts,
  at: text.exactOptional(),
  recompile: flag,
  readsInput: flag.exactOptional(),
  locked: z
    .strictObject({
      entry: lockEntrySchema.extend({ chainId: z.int() }).exactOptional(),
      isRecordMissing: flag,
    })
    .exactOptional(),
  isLocking: flag.exactOptional(),
  followProxy: flag,
  lookAtProxy: flag.exactOptional(),
  lookedAtAs: z
    .strictObject({ isSubmitted: flag, isJudged: flag.exactOptional(), names: texts.exactOptional() })
    .exactOptional(),
  pickIdentical: flag,
  force: flag,
  dryRun: flag,
  forwarded: z.enum(["by-each", "at-end", "never"]).exactOptional(),
});

/** A configuration allows fewer. */
const MOST_ATTEMPTS = 1000;

/** The network, the services by their base URL, and the settings of a contract's run. */
const world = z.strictObject({
  networkName: text,
  chainId: count,
  /** When the run of the contract began, in milliseconds since the file's `startedAt`. */
  atMs: elapsed,
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
  /** The doors that a run may lack, and this one had. */
  doors: list(z.enum(["compiler", "transactions", "forwarding"], { error: "a door" })),
  journal: text.exactOptional(),
  stopped: z.strictObject({ by: z.enum(["deadline", "user"]), atMs: elapsed }).exactOptional(),
});

/** The result of a run, which a replay has to reach as well. */
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

/** The lane, and the place in it. */
const place = { lane: count, index: count };
const contract = z.strictObject({ ...place, request, world, entries: list(entry), result });
/** A contract whose chain did not answer: its report, as JSON. */
const given = z.strictObject({ ...place, report: text });

const end = z.strictObject({
  contracts: count,
  lanes: list(
    z.strictObject({
      /** How many contracts were named; proxies added the others. */
      named: count,
      /** Addresses of contracts in other shards. */
      elsewhere: texts,
      /** If it was read after all contracts: what other services answered to each, as JSON. */
      forwarded: list(z.strictObject({ index: count, answers: text })).exactOptional(),
    }),
  ),
  /** JSON: the report without its contracts. */
  run: text,
  thrown: failure.exactOptional(),
  /** How many texts lost a secret: a result that depends on them can't be computed again. */
  redacted: count,
  /** SHA-256 of all lines before, with their line ends. */
  sha256: hash,
});

/** The lines of a file. */
export const LINES = {
  header: z.strictObject({
    schema: text,
    tool: z.strictObject({ name: text, version: text }),
    command: z.enum(["verify", "check", "deployments"], { error: "a command" }),
    /** Whether the command names one contract. */
    scope: z.enum(["one", "several"], { error: "one or several" }),
    startedAt: moment,
    /** All random calls follow from it. */
    seed: hash,
  }),
  blob: z.strictObject({ blob: hash, text }),
  contract: z.strictObject({ contract }),
  given: z.strictObject({ given }),
  end: z.strictObject({ end }),
};

export type Header = z.infer<typeof LINES.header>;
export type ContractEntry = z.infer<typeof contract>;
export type GivenEntry = z.infer<typeof given>;
export type EndEntry = z.infer<typeof end>;
export type RecordedResult = z.infer<typeof result>;
export type RecordedCandidate = z.infer<typeof candidate>;
export type RecordedServiceError = z.infer<typeof serviceError>;
