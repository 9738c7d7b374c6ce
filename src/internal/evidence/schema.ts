import { resolve } from "node:path";
import * as z from "zod";
import { findAbiProblem } from "../domain/abi.ts";
import type { RecordedDeployment } from "../domain/build.ts";
import { MAX_TIMEOUT_S } from "../errors/next-step.ts";
import type { ProblemDetails } from "../errors/problem.ts";
import type { Ports } from "../pipeline/ports.ts";
import type { VerifyRequest } from "../pipeline/request.ts";
import { SERVICE_ERROR_KINDS, SERVICES } from "../services/service-error.ts";
import { statusSummary } from "../services/status/model.ts";

/** Its JSON Schema is schemas/verify-contract-evidence-3.schema.json. */
export const EVIDENCE_SCHEMA = "verify-contract-evidence/3";

/** Longer strings are stored on separate lines and referenced by {@link LINK}. */
export const MAX_INLINE_LENGTH = 200;
/** `{"$text": 3}` refers to the third of these strings in the file. */
export const LINK = "$text";
/** The JSON Schema ID of a string that may be replaced by a link. */
export const TEXT = "text";

const text = z.string().meta({ id: TEXT });
const texts = z.array(text);
const flag = z.boolean();
const count = z.int().min(0);
const amount = z.number().min(0);
/** Milliseconds that can safely be added to a date: about 30 years. */
const elapsed = amount.max(1e12);
const moment = z.iso.datetime();
const hash = text.regex(/^[0-9a-f]{64}$/);
const object = z.record(text, z.unknown());
/**
 * Stored unchanged, so new options, steps and settings are included automatically. A replay rejects the file if it
 * can't use the value.
 */
const asItIs = <T>() => object as unknown as z.ZodType<T>;

const service = z.enum(SERVICES);

/** A service error, invalid usage, a broken environment, or any host error. */
const failure = z.strictObject({
  message: text,
  code: z.union([text, z.number()]).optional(),
  service: z
    .object({ service, kind: z.enum(SERVICE_ERROR_KINDS) })
    .catchall(z.union([text, z.number(), flag]))
    .optional(),
  /** The constructor arguments of a `VerifyContractError`. */
  problem: asItIs<ProblemDetails>().optional(),
  get cause() {
    return z.optional(failure);
  },
});
export type Failure = z.infer<typeof failure>;

export const REPLAY_ROOT = resolve("/project");

export function replayPath(shown: string): string {
  return resolve(REPLAY_ROOT, shown);
}

const path = text.transform(replayPath);
const range = z.strictObject({ start: count, length: count });
const code = z.strictObject({
  object: text,
  linkReferences: z.record(text, z.record(text, z.array(range))),
  immutableReferences: z.record(text, z.array(range)),
  isInferred: z.literal(true).exactOptional(),
  auxdata: z.array(range).exactOptional(),
});

const contractName = {
  name: text,
  sourceName: text,
  fullyQualifiedName: text,
  inputSourceName: text,
};

const abi = z.array(object).refine((value) => findAbiProblem(value) === undefined, {
  error: "a valid ABI",
});

/** Every field that may affect the selection. */
const candidate = z.strictObject({
  ...contractName,
  abi,
  runtime: code,
  creation: code,
  metadata: text.exactOptional(),
  storageLayout: z.unknown().exactOptional(),
  deployment: asItIs<RecordedDeployment>().exactOptional(),
  buildId: text,
  buildFile: path,
  file: path,
});

const at = moment.transform((date) => new Date(date));
const job = z.object({
  kind: z.literal("job"),
  verificationId: text,
  result: text.optional(),
  at,
  timedOut: texts.exactOptional(),
});

const build = z.strictObject({
  id: text,
  file: path,
  compilerVersion: text,
  input: z.looseObject({
    language: text,
    sources: z.record(text, z.looseObject({ content: text })),
    settings: object,
  }),
  outdated: z
    .strictObject({
      writtenAt: text,
      sources: z.array(z.strictObject({ name: text, path: text, isNewer: z.boolean() })),
    })
    .exactOptional(),
});

const answer = z.strictObject({
  status: count,
  text,
  date: text.exactOptional(),
  retryAfter: text.exactOptional(),
  location: text.exactOptional(),
  attempts: count,
});
export type RecordedAnswer = z.infer<typeof answer>;

/** Keyed by the port that answers. Null represents undefined. */
export const DOORS = {
  "verification service": answer,
  "query service": answer,
  "status service": statusSummary,
  /** Any JSON, which the chain client decodes. */
  node: undefined,
  compiler: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("output"), output: text }),
    z.strictObject({ kind: z.enum(["failed", "no-compiler"]), reason: text }),
  ]),
  "build files": z.undefined(),
  build,
  "standard JSON input": z.strictObject({ contract: z.strictObject(contractName), compilation: build }),
  "missing build files": z.undefined(),
  /** The shape depends on the question's first word, a key of {@link OUTPUTS}. */
  output: z.unknown(),
  journal: z.union([job, z.object({ kind: z.literal("lost"), at, job: job.optional() })]).optional(),
  transactions: texts,
} satisfies Readonly<Record<string, z.ZodType | undefined>>;
export type Door = keyof typeof DOORS;

export const OUTPUTS = {
  metadata: texts,
  compiledMetadata: texts,
  metadataOf: text.optional(),
  immutableReferencesOf: z.record(text, z.array(range)).optional(),
  sourceMapOf: text.optional(),
  contractsNamed: z.array(candidate),
  remappings: z.array(texts),
} satisfies Readonly<Record<string, z.ZodType>>;

export const PARTS = { candidate, names: z.array(z.tuple([text, text, text, text])), texts };

/** A question with its answer or failure. Repeated questions are answered in order. */
const entry = z.strictObject({
  door: z.enum(Object.keys(DOORS) as Door[]),
  question: texts,
  /** Milliseconds from the start of the contract's run until the answer. Absent if time doesn't matter. */
  atMs: elapsed.exactOptional(),
  /** JSON text, which contracts can share. */
  answer: text.exactOptional(),
  error: failure.exactOptional(),
});

const builds = z.strictObject({
  where: text,
  /** JSON: each contract's name and source, followed by the compiler's fully qualified name and source. */
  names: text,
  /** JSON: the CBOR auxdata at the end of each contract's code. */
  auxdata: text,
  /** JSON: the entries that affect the result, by their index in `names`. */
  kept: z.record(text, text),
});

/** `target` is the user's unchanged input. */
export type RecordedRequest = Omit<VerifyRequest, "target" | "projectRoot" | "lookedAt"> & {
  readonly target: string;
  /** The target's address, if it was resolved before the contract's run started. */
  readonly resolved?: { readonly address: string; readonly contractId: string } | undefined;
  readonly lookedAt: readonly string[];
};

/** Many more attempts than a configuration allows. */
const MAX_ATTEMPTS = 1000;

export const PLAIN_SETTINGS = [
  ...(["chainId", "browserUrl", "explorer", "appearAttempts", "polling"] as const),
  ...(["codeWaitMs", "freshCodeWaitMs", "codeWaitedMs", "recordsEnd"] as const),
] as const;

export type Settings = Pick<
  Ports,
  (typeof PLAIN_SETTINGS)[number] | "operators" | "configured" | "allowForeignCreation"
>;

const attempts = count.max(MAX_ATTEMPTS);
const codeWait = amount.max(MAX_TIMEOUT_S * 1000).exactOptional();
const settings = z.looseObject({
  chainId: count,
  appearAttempts: attempts,
  codeWaitMs: codeWait,
  freshCodeWaitMs: codeWait,
  codeWaitedMs: amount.exactOptional(),
  recordsEnd: flag.exactOptional(),
  polling: z.object({ firstDelayMs: amount, maxDelayMs: amount }).catchall(amount),
  configured: z.array(service).transform((names) => new Set(names)),
  allowForeignCreation: texts.transform((addresses) => new Set(addresses)),
}) as unknown as z.ZodType<Settings>;

const world = z.strictObject({
  networkName: text,
  settings,
  /** Milliseconds from the file's `startedAt` to the start of the contract's run. */
  atMs: elapsed,
  leftMs: amount.optional(),
  verification: text.optional(),
  query: text.optional(),
  status: text.optional(),
  has: z.strictObject({ compiler: flag, transactions: flag }),
  journal: text.optional(),
  stopped: z.strictObject({ by: z.enum(["deadline", "user"]), atMs: elapsed }).optional(),
});

/** A replay must reproduce these parts. */
const result = z.record(text, text);

const MAX_LANES = 100_000;
const place = { lane: count.max(MAX_LANES), index: count };
const contract = z.strictObject({
  ...place,
  request: asItIs<RecordedRequest>(),
  world,
  entries: z.array(entry),
  builds: z.record(text, builds),
  result,
});
/** JSON: the report on a contract whose chain didn't answer. */
const given = z.strictObject({ ...place, report: text });

const end = z.strictObject({
  contracts: count,
  lanes: z.array(
    z.strictObject({
      /** The number of named contracts, not counting those added because of proxies. */
      named: count,
      /** Addresses of contracts in other shards. */
      elsewhere: texts,
      /** JSON: each contract's responses from other services, if read after the last contract. */
      forwarded: z.array(z.strictObject({ index: count, answers: text })).exactOptional(),
      /** JSON: the sources that explorers show for each contract. */
      explorers: z.array(z.strictObject({ index: count, answers: text })).exactOptional(),
    }),
  ),
  /** JSON: the report without its contracts. */
  run: text,
  thrown: failure.exactOptional(),
  /** The number of strings from which a secret was removed. A result that depends on them can't be reproduced. */
  redacted: count,
  /** SHA-256 of all previous lines, including their line endings. */
  sha256: hash,
});

export const LINES = {
  header: z.strictObject({
    schema: text,
    tool: z.strictObject({ name: text, version: text }),
    command: z.enum(["verify", "check", "deployments"]),
    /** `one` if the command is for a single contract. */
    scope: z.enum(["one", "several"]),
    startedAt: moment,
    seed: hash,
  }),
  text: z.strictObject({ text }),
  contract: z.strictObject({ contract }),
  given: z.strictObject({ given }),
  end: z.strictObject({ end }),
};

export type Header = z.infer<typeof LINES.header>;
export type Entry = z.infer<typeof entry>;
export type RecordedBuilds = z.infer<typeof builds>;
export type ContractEntry = z.infer<typeof contract>;
export type GivenEntry = z.infer<typeof given>;
export type EndEntry = z.infer<typeof end>;
export type RecordedResult = z.infer<typeof result>;
export type RecordedCandidate = z.infer<typeof candidate>;
