import { randomUUID } from "node:crypto";
import { getAddress } from "ethers/address";
import type { Judgement } from "../../../src/internal/local/verification/judge-pool.ts";
import type { Compilation } from "../../../src/internal/local/verification/verified.ts";
import { type ChainOf, Compiles, isLinked, isSelected, parsed, type Submission } from "./compiles.ts";
import {
  type Answer,
  type Dialect,
  handleWith,
  htmlNotFound,
  type JobFailure,
  type Routes,
} from "./dialect-service.ts";

/** Base path of Avalanche's Builder Hub. */
export const AVALANCHE_BASE = "/api/verify/sourcify";
const MOST_INPUT_BYTES = 6 * 1024 * 1024;

interface Job {
  readonly id: string;
  readonly address: string;
  readonly payload: string;
  readonly startedAt: string;
  finishedAt?: string;
  end: "pending" | JobFailure | Stored;
}

interface Stored {
  readonly match: "match" | "exact_match";
  readonly verifiedAt: string;
  readonly submission: Submission;
  readonly compilation: Compilation;
}

/**
 * Avalanche's Builder Hub, imitated from its source (ava-labs/builders-hub, `lib/verification`), not measured. It only
 * compares runtime code, refuses a second submission for any record, answers a known payload with the old job, and serves
 * neither code nor settings.
 */
export function avalanche(chain: ChainOf): Dialect {
  const compiles = new Compiles();
  const jobs = new Map<string, Job>();
  const records = new Map<string, Stored>();

  const submit: Routes["submit"] = async (asked, chainId, given, failure) => {
    const address = given.toLowerCase();
    if (Number(chainId) !== Number(chain.chainId)) {
      const said = `Chain ${chainId} is not supported by this verifier.`;
      return refused(404, "unsupported_chain", said);
    }
    const submission = parsed(asked.body);
    if (submission === undefined) return invalid("Body must be JSON.");
    const { language = "Solidity", sources = {}, settings } = submission.stdJsonInput;
    const input = JSON.stringify({ language, sources, settings });
    if (Buffer.byteLength(input) > MOST_INPUT_BYTES)
      return invalid("Standard JSON input exceeds the 6 MB limit.");
    if (records.has(address)) return refused(409, "already_verified", "This contract is already verified.");
    if ((await chain.request("eth_getCode", address, "latest")) === "0x")
      return refused(404, "contract_not_deployed", `No contract code at ${address} on Avalanche Fuji.`);
    const { compilerVersion, contractIdentifier } = submission;
    const payload = [address, compilerVersion, contractIdentifier, input].join("\0");
    const previous = [...jobs.values()].find((job) => job.payload === payload && job.end !== "pending");
    if (previous !== undefined) return { status: 202, body: { verificationId: previous.id } };
    const id = randomUUID();
    const job: Job = { id, address, payload, startedAt: new Date().toISOString(), end: "pending" };
    jobs.set(id, job);
    void run(job, submission, failure);
    return { status: 202, body: { verificationId: id } };
  };

  const run = async (job: Job, submission: Submission, failure: JobFailure | undefined): Promise<void> => {
    job.end = failure ?? (await judged(job.address, submission));
    job.finishedAt = new Date().toISOString();
    if (!("customCode" in job.end)) records.set(job.address, job.end);
  };

  const judged = async (address: string, submission: Submission): Promise<JobFailure | Stored> => {
    const judgement = await compiles.judge(chain, getAddress(address), submission);
    if (judgement.kind === "failed") return failureOf(judgement);
    const { compilation, runtime } = judgement.verified;
    const isSent = isSelected(submission, "abi") && isSelected(submission, "evm.deployedBytecode.object");
    if (!isSent) {
      const said =
        "The compiler produced no contracts. Check that settings.outputSelection asks for abi, metadata and evm.deployedBytecode.";
      return { customCode: "compiler_error", message: said };
    }
    const [file, name] = firstLibrary(compilation) ?? [];
    if (!isLinked(compilation)) {
      const said = `No address supplied for library ${file}:${name}. Add it under settings.libraries in the standard JSON input.`;
      return { customCode: "missing_or_invalid_source", message: said };
    }
    // It doesn't blank the address in a library's own code, so it never matches a library.
    const isLibrary = runtime.transformations?.some(({ reason }) => reason === "callProtection") === true;
    if (runtime.match === null || isLibrary) return NO_MATCH;
    return { match: runtime.match, verifiedAt: new Date().toISOString(), submission, compilation };
  };

  const readJob = (id: string): Answer => {
    const job = jobs.get(id);
    if (job === undefined) return refused(404, "not_found", "Unknown verification id.");
    const { end, address, startedAt, finishedAt } = job;
    const body = {
      isJobCompleted: end !== "pending",
      verificationId: id,
      jobStartTime: startedAt,
      ...(finishedAt === undefined ? {} : { jobFinishTime: finishedAt }),
      contract: { match: null, chainId: chain.chainId, address },
    };
    if (end === "pending") return { status: 200, body };
    if ("customCode" in end) return { status: 200, body: { ...body, error: { ...end, errorId: id } } };
    const contract = recordOf(chain.chainId, address, end, new Set(["compilation"]));
    return { status: 200, body: { ...body, contract } };
  };

  const readRecord: Routes["readRecord"] = (asked, chainId, address) => {
    const isOwnChain = Number(chainId) === Number(chain.chainId);
    const stored = isOwnChain ? records.get(address.toLowerCase()) : undefined;
    if (stored === undefined)
      return {
        status: 404,
        body: { match: null, chainId: String(Number(chainId)), address: address.toLowerCase() },
        headers: { "cache-control": "public, max-age=0, s-maxage=30" },
      };
    const fields = (asked.query.get("fields") ?? "").split(",").map((field) => field.trim());
    const chosen = fields.includes("all") ? FIELDS : new Set(fields);
    return { status: 200, body: recordOf(chain.chainId, address.toLowerCase(), stored, chosen) };
  };

  return {
    handle: handleWith({ submit, readJob, readRecord }, htmlNotFound),
    limited: TOO_MANY_REQUESTS,
    [Symbol.asyncDispose]: () => compiles[Symbol.asyncDispose](),
  };
}

const NO_MATCH: JobFailure = {
  customCode: "no_match",
  message:
    "The deployed code does not match this source. Check the contract name, compiler version and settings.",
};

const TOO_MANY_REQUESTS: Answer = {
  ...refused(429, "too_many_requests", "Too many verification requests. Try again shortly."),
  headers: { "retry-after": "1" },
};

const FIELDS = new Set(["abi", "metadata", "compilation", "sources", "stdJsonInput"]);

function refused(status: number, customCode: string, message: string): Answer {
  return { status, body: { customCode, message, errorId: randomUUID() } };
}

function invalid(message: string): Answer {
  return refused(400, "missing_or_invalid_source", message);
}

function failureOf({ failure }: Extract<Judgement, { kind: "failed" }>): JobFailure {
  const { customCode, message, errorData } = failure;
  switch (customCode) {
    case "compiler_error": {
      const errors = errorData?.compilerErrors as { formattedMessage: string }[] | undefined;
      if (errors === undefined) return { customCode: "invalid_compiler_version", message };
      return { customCode, message: errors.map((it) => it.formattedMessage).join("\n\n") };
    }
    case "contract_not_found_in_compiler_output":
    case "compiled_bytecode_is_zero":
      return { customCode: "invalid_compilation_target", message };
    case "no_match":
    case "bytecode_length_mismatch":
    case "extra_file_input_bug":
      return NO_MATCH;
    default:
      return { customCode: "internal_error", message: "Verification failed unexpectedly." };
  }
}

function firstLibrary({ runtime, creation }: Compilation): readonly [string, string] | undefined {
  const files = Object.entries({ ...creation.linkReferences, ...runtime.linkReferences });
  return files.flatMap(([file, names]) => Object.keys(names).map((name) => [file, name] as const))[0];
}

function recordOf(
  chainId: string,
  address: string,
  { match, verifiedAt, submission, compilation }: Stored,
  fields: ReadonlySet<string>,
): Readonly<Record<string, unknown>> {
  const { metadata } = compilation;
  const isKept = metadata !== undefined && isSelected(submission, "metadata");
  const all: Readonly<Record<string, unknown>> = {
    abi: compilation.abi ?? [],
    metadata: isKept ? JSON.parse(metadata) : null,
    compilation: {
      language: "Solidity",
      compiler: "solc",
      compilerVersion: compilation.compilerVersion.replace(/^v/, ""),
      name: compilation.name,
      fullyQualifiedName: compilation.name,
    },
    sources: submission.stdJsonInput.sources,
    stdJsonInput: submission.stdJsonInput,
  };
  return {
    match,
    creationMatch: null,
    runtimeMatch: match,
    chainId,
    address,
    verifiedAt,
    matchId: `${chainId}:${address}`,
    ...Object.fromEntries(Object.entries(all).filter(([name]) => fields.has(name))),
  };
}
