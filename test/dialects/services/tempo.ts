import { randomUUID } from "node:crypto";
import { getAddress } from "ethers/address";
import type { Judgement } from "../../../src/internal/local/verification/judge-pool.ts";
import { hashSignatures } from "../../../src/internal/local/verification/record.ts";
import type { Compilation, Verified } from "../../../src/internal/local/verification/verified.ts";
import { type ChainOf, Compiles, isLinked, isSelected, parsed, type Submission } from "./compiles.ts";
import { type Answer, type Dialect, handleWith, type JobFailure, type Routes } from "./dialect-service.ts";

const MOST_BYTES = 4 * 1024 * 1024;

interface Job {
  readonly id: string;
  readonly address: string;
  end: "pending" | JobFailure | Stored;
}

interface Stored {
  readonly matchId: string;
  readonly match: "match" | "exact_match";
  readonly verifiedAt: string;
  readonly deployment: Readonly<Record<string, unknown>>;
  /** Shared by all contracts with the same runtime code, compiler and version text. */
  readonly compiled: Compiled;
}

interface Compiled {
  readonly submission: Submission;
  readonly compilation: Compilation;
}

/**
 * Tempo's service, like its recorded answers. It never compares creation code, uses the output selection as sent, reads
 * no compressed body, and serves no code from the chain.
 */
export function tempo(chain: ChainOf): Dialect {
  const compiles = new Compiles();
  const jobs = new Map<string, Job>();
  const records = new Map<string, Stored>();
  const compilations = new Map<string, Compiled>();

  const submit: Routes["submit"] = async (asked, chainId, address, failure) => {
    if (asked.body.length > MOST_BYTES) return refused(413, "body_too_large", "Body limit exceeded");
    const submission = parsed(asked.body);
    if (submission === undefined) return refused(400, "invalid_json", "Invalid JSON body");
    if (chainId !== chain.chainId)
      return refused(400, "unsupported_chain", `The chain with chainId ${chainId} is not supported`);
    const where = `Contract ${address} on chain ${chainId} is already`;
    if (records.get(address.toLowerCase())?.match === "exact_match") {
      const how = "verified with runtimeMatch exact matches and creationMatch match.";
      return refused(409, "already_verified", `${where} ${how}`);
    }
    const isRunning = [...jobs.values()].some(
      (job) => job.end === "pending" && job.address === address.toLowerCase(),
    );
    if (isRunning) return refused(429, "duplicate_verification_request", `${where} being verified.`);
    const job: Job = { id: randomUUID(), address: address.toLowerCase(), end: "pending" };
    jobs.set(job.id, job);
    void run(job, submission, failure);
    return { status: 202, body: { verificationId: job.id } };
  };

  const run = async (job: Job, submission: Submission, failure: JobFailure | undefined): Promise<void> => {
    if (failure !== undefined) {
      job.end = failure;
      return;
    }
    const judgement = await compiles.judge(chain, getAddress(job.address), submission);
    const missing = missingOutput(submission, judgement);
    if (missing !== undefined) job.end = missing;
    else if (judgement.kind === "failed") job.end = failureOf(judgement, submission);
    else job.end = await store(job.address, submission, judgement.verified);
  };

  const store = async (
    address: string,
    submission: Submission,
    { compilation, runtime }: Verified,
  ): Promise<Stored | JobFailure> => {
    if (!isLinked(compilation)) {
      const said = 'Invalid byte sequence ("__" in "608060405234801561000f575f5ffd5b50");';
      return { customCode: "internal_error", message: said };
    }
    if (runtime.match === null) return NO_MATCH;
    const before = records.get(address);
    // A partial record allows another job, and only a better result replaces it.
    if (before !== undefined && runtime.match === "match") return before;
    const key = [
      compilation.runtime.recompiledBytecode,
      compilation.language,
      submission.compilerVersion,
    ].join("|");
    const compiled = compilations.get(key) ?? { submission, compilation };
    compilations.set(key, compiled);
    const stored: Stored = {
      matchId: before?.matchId ?? String(records.size + 1),
      match: runtime.match,
      verifiedAt: before?.verifiedAt ?? new Date().toISOString().replace("T", " ").slice(0, 19),
      deployment: await deploymentOf(chain, address, submission.creationTransactionHash),
      compiled,
    };
    records.set(address, stored);
    return stored;
  };

  const readJob = (id: string): Answer => {
    const job = jobs.get(id);
    if (job === undefined) return refused(404, "not_found", `No verification job found for ID ${id}`);
    const { end, address } = job;
    if (end === "pending") {
      const none = { match: null, creationMatch: null, runtimeMatch: null };
      const contract = { ...none, chainId: chain.chainId, address };
      return { status: 200, body: { isJobCompleted: false, verificationId: id, contract } };
    }
    if ("customCode" in end) {
      const error = { ...end, errorId: randomUUID() };
      return { status: 200, body: { isJobCompleted: true, verificationId: id, contract: null, error } };
    }
    const { matchId, verifiedAt, ...matches } = minimal(chain.chainId, address, end);
    const { name } = end.compiled.compilation;
    const contract = { ...matches, matchId, name, verifiedAt };
    return { status: 200, body: { isJobCompleted: true, verificationId: id, contract } };
  };

  const readRecord: Routes["readRecord"] = (asked, chainId, address) => {
    if (chainId !== chain.chainId)
      return refused(400, "invalid_chain_id", `The chain with chainId ${chainId} is not supported`);
    const stored = records.get(address.toLowerCase());
    if (stored === undefined) {
      const said = `Contract ${address} on chain ${chainId} not found or not verified`;
      return refused(404, "contract_not_found", said);
    }
    const all = everything(stored);
    const fields = asked.query.get("fields")?.split(",") ?? [];
    const body = { ...minimal(chain.chainId, address.toLowerCase(), stored), ...picked(all, fields) };
    return { status: 200, body };
  };

  return {
    handle: handleWith({ submit, readJob, readRecord }, () => ({ status: 404, body: "404 Not Found" })),
    limited: { status: 429, body: { error: "Rate limit exceeded", retryAfter: "60s" } },
    [Symbol.asyncDispose]: () => compiles[Symbol.asyncDispose](),
  };
}

const NO_MATCH: JobFailure = {
  customCode: "no_match",
  message: "Bytecodes do not match after all transformations",
};

function refused(status: number, customCode: string, message: string): Answer {
  return { status, body: { message, customCode, errorId: randomUUID() } };
}

/** Selections without which the worker fails. */
function missingOutput(submission: Submission, judgement: Judgement): JobFailure | undefined {
  if (judgement.kind === "failed" && judgement.failure.customCode === "compiler_error") return undefined;
  if (submission.stdJsonInput.settings?.outputSelection === undefined) return notInOutput(submission);
  if (
    !isSelected(submission, "evm.bytecode.object") ||
    !isSelected(submission, "evm.deployedBytecode.object")
  )
    return {
      customCode: "internal_error",
      message: "Cannot read properties of undefined (reading 'deployedBytecode')",
    };
  if (!isSelected(submission, "abi"))
    return { customCode: "internal_error", message: "compiledContract.abi is not iterable" };
  return undefined;
}

function notInOutput({ contractIdentifier }: Submission): JobFailure {
  const [path, name] = contractIdentifier.split(":");
  return { customCode: "contract_not_found_in_output", message: `Could not find ${name} in ${path}` };
}

function failureOf({ failure }: Extract<Judgement, { kind: "failed" }>, submission: Submission): JobFailure {
  const { customCode, message, errorData } = failure;
  switch (customCode) {
    case "contract_not_found_in_compiler_output":
      return notInOutput(submission);
    case "compiler_error": {
      const errors = (errorData?.compilerErrors ?? []) as readonly { readonly formattedMessage: string }[];
      const said = errors.map(({ formattedMessage }) => formattedMessage).join("\n");
      return { customCode: "compilation_error", message: said };
    }
    case "no_match":
    case "bytecode_length_mismatch":
    case "extra_file_input_bug":
      return NO_MATCH;
    default:
      return { customCode: "internal_error", message };
  }
}

/** All fields are null without the creation transaction, or with a wrong one. */
async function deploymentOf(
  chain: ChainOf,
  address: string,
  hash: string | undefined,
): Promise<Readonly<Record<string, unknown>>> {
  const receipt = (
    hash === undefined ? null : await chain.request("eth_getTransactionReceipt", hash)
  ) as Readonly<Record<string, string>> | null;
  const isCreation = receipt?.contractAddress?.toLowerCase() === address;
  const known = isCreation ? receipt : undefined;
  return {
    chainId: chain.chainId,
    address,
    transactionHash: known?.transactionHash ?? null,
    blockNumber: known === undefined ? null : Number(known.blockNumber),
    transactionIndex: known === undefined ? null : Number(known.transactionIndex),
    deployer: known?.from ?? null,
  };
}

function minimal(chainId: string, address: string, { matchId, match, verifiedAt }: Stored) {
  return {
    matchId,
    match,
    creationMatch: "match" as const,
    runtimeMatch: match,
    chainId,
    address,
    verifiedAt,
  };
}

/** The fields that a run may request. */
function everything({ compiled, deployment }: Stored): Readonly<Record<string, unknown>> {
  const { submission, compilation } = compiled;
  const selected = <T>(key: string, value: T): T | null => (isSelected(submission, key) ? value : null);
  const metadata = selected("metadata", compilation.metadata ?? null);
  const named = metadata === null ? {} : (JSON.parse(metadata) as { sources: object }).sources;
  const sources = Object.fromEntries(
    Object.keys(named).map((path) => [shortened(path), compilation.sources[path]]),
  );
  const settings = submission.stdJsonInput.settings;
  const side = (code: Compilation["creation"], key: string) => ({
    bytecode: code.recompiledBytecode,
    sourceMap: selected(`${key}.sourceMap`, code.sourceMap),
    linkReferences: code.linkReferences,
    cborAuxdata: null,
  });
  return {
    abi: compilation.abi,
    userdoc: selected("userdoc", compilation.userdoc),
    devdoc: selected("devdoc", compilation.devdoc),
    storageLayout: selected("storageLayout", compilation.storageLayout),
    metadata,
    sources,
    signatures: hashSignatures(compilation.abi ?? []),
    creationBytecode: side(compilation.creation, "evm.bytecode"),
    runtimeBytecode: {
      ...side(compilation.runtime, "evm.deployedBytecode"),
      immutableReferences: compilation.runtime.immutableReferences,
    },
    compilation: {
      name: compilation.name,
      fullyQualifiedName: submission.contractIdentifier,
      compiler: "solc",
      compilerVersion: submission.compilerVersion,
      language: compilation.language,
      compilerSettings: settings,
    },
    deployment,
    stdJsonInput: { language: compilation.language, sources, settings },
    proxyResolution: null,
  };
}

/** An absolute path is cut to start at one of these folders. */
function shortened(path: string): string {
  if (!path.startsWith("/")) return path;
  const at = /\/(src|contracts|lib|test|script)\//.exec(path)?.index;
  return at === undefined ? path : path.slice(at + 1);
}

/** Ignores unknown fields, and selects one level of parts. */
function picked(
  all: Readonly<Record<string, unknown>>,
  fields: readonly string[],
): Readonly<Record<string, unknown>> {
  const chosen: Record<string, unknown> = {};
  for (const selector of fields) {
    const [field = "", part] = selector.split(".");
    if (!(field in all)) continue;
    const value = all[field] as Readonly<Record<string, unknown>> | null;
    if (part === undefined) chosen[field] = value;
    else chosen[field] = { ...(chosen[field] as object | undefined), [part]: value?.[part] };
  }
  return chosen;
}
