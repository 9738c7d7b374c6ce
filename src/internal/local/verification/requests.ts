import { randomUUID } from "node:crypto";
import { Ajv } from "ajv";
import { getAddress } from "ethers";
import { messageOf } from "../../text/file-reason.ts";
import { isObject, type Json } from "../../text/is-object.ts";
import { BodyProblem, type LocalRequest, Refusal } from "../http/listen.ts";
import type { JudgeRequest } from "./judge-pool.ts";

// The public service's error messages come from ajv, and its schemas from its OpenAPI document.
const ajv = new Ajv();
/** Numbers in a query are strings. */
const queryAjv = new Ajv({ coerceTypes: true });

const MAX_CONTRACTS = 200;

const chainId = { type: "string", minLength: 1, maxLength: 20, pattern: "^\\d+$" };
const chainPathProblem = createValidator("request/params", { chainId });
export const contractPathProblem = createValidator("request/params", {
  chainId,
  address: { type: "string", minLength: 42, maxLength: 42, pattern: "(\\b0x[a-fA-F0-9]{40}\\b)" },
});
export const jobPathProblem = createValidator("request/params", {
  verificationId: {
    type: "string",
    minLength: 36,
    maxLength: 36,
    pattern: "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",
  },
});
export const submissionProblem = createValidator(
  "request/body",
  {
    stdJsonInput: { type: "object" },
    compilerVersion: { type: "string", pattern: "^v?\\d+\\.\\d+\\.\\d+.*$" },
    contractIdentifier: { type: "string" },
    creationTransactionHash: { type: "string", pattern: "(\\b0x[a-f0-9]{64}\\b)" },
  },
  { required: ["stdJsonInput", "compilerVersion", "contractIdentifier"] },
);
const contractsQueryProblem = createValidator(
  "request/query",
  {
    sort: { type: "string", enum: ["asc", "desc"] },
    limit: { type: "integer", minimum: 1, maximum: MAX_CONTRACTS },
    afterMatchId: { type: "string", pattern: "^\\d+$" },
  },
  { by: queryAjv },
);

export type ContractsPage = ReturnType<typeof readContractsQuery>;

export function readContractsQuery(chainId: string, query: URLSearchParams) {
  const values: Record<string, unknown> = Object.fromEntries(query);
  refuseProblem(
    queryProblem(query, ["sort", "limit", "afterMatchId"]) ??
      chainPathProblem({ chainId }) ??
      contractsQueryProblem(values),
  );
  const { sort, limit = MAX_CONTRACTS, afterMatchId } = values;
  return {
    isAscending: sort === "asc",
    limit: Number(limit),
    /** Selects the contracts after this match, in page order. Undefined for the first page. */
    afterMatchId: afterMatchId === undefined ? undefined : BigInt(String(afterMatchId)),
  };
}

export function queryProblem(query: URLSearchParams, known: readonly string[]): string | undefined {
  const unknown = [...query.keys()].find((name) => !known.includes(name));
  if (unknown !== undefined) return `Unknown query parameter '${unknown}'`;
  const [empty] = [...query].find(([, value]) => value === "") ?? [];
  return empty === undefined ? undefined : `Empty value found for query parameter '${empty}'`;
}

/** The compiler input is validated after the chain and address, as in the public service. */
export function inputProblem(input: Json): string | undefined {
  if (typeof input.language !== "string" || input.language === "") {
    return "Standard JSON input must contain a language field.";
  }
  if (!isObject(input.sources) || Object.keys(input.sources).length === 0) {
    return "Standard JSON input must contain a sources field.";
  }
  const withoutContent = Object.entries(input.sources).find(
    ([, source]) => !isObject(source) || typeof source.content !== "string" || source.content === "",
  );
  if (withoutContent !== undefined) {
    return `Standard JSON input must contain the content of each source: ${withoutContent[0]} has none.`;
  }
  if (input.settings !== undefined && !isObject(input.settings)) {
    return "The settings of the standard JSON input must be an object.";
  }
  return undefined;
}

export function identifierProblem(identifier: string): string | undefined {
  return /^.+:[^:]+$/s.test(identifier)
    ? undefined
    : "The contractIdentifier must consist of the file path and the contract name separated by a ':'.";
}

function createValidator(where: string, properties: object, { required = [] as string[], by = ajv } = {}) {
  const validate = by.compile({ type: "object", required, properties });
  return (value: unknown): string | undefined => {
    if (validate(value)) return undefined;
    const [problem] = validate.errors ?? [];
    return `${where}${problem?.instancePath ?? ""} ${problem?.message ?? "is not valid"}`;
  };
}

export type ErrorBody = ReturnType<typeof errorBody>;

export function errorBody(customCode: string, message: string) {
  return { customCode, message, errorId: randomUUID() };
}

export function refusal(status: number, customCode: string, message: string): Refusal {
  return new Refusal({ status, json: errorBody(customCode, message) });
}

export function invalidParameter(message: string): Refusal {
  return refusal(400, "invalid_parameter", message);
}

export function refuseProblem(problem: string | undefined): void {
  if (problem !== undefined) throw invalidParameter(problem);
}

export function unsupportedChain(chainId: string): Refusal {
  return refusal(400, "unsupported_chain", `Chain ${chainId} not found`);
}

export type Submission = JudgeRequest["submission"];

/** Validates in the public service's order: body, schema, chain, checksum, input, identifier. */
export async function readSubmission(
  request: LocalRequest,
  chainId: string,
  address: string,
  servedChainId: string,
) {
  const body = await readJson(request);
  const problems = [contractPathProblem({ chainId, address }), submissionProblem(body)].filter(
    (problem) => problem !== undefined,
  );
  if (problems.length > 0) throw invalidParameter(problems.join(", "));
  // The body conforms to the schema. The input itself is validated later.
  const submission = body as Submission;

  if (chainId !== servedChainId) throw unsupportedChain(chainId);
  const checksummed = checksum(address);
  refuseProblem(
    inputProblem({ ...submission.stdJsonInput }) ?? identifierProblem(submission.contractIdentifier),
  );
  return { address: checksummed, submission };
}

const BODY_ERRORS = {
  "too-large": [500, "internal_error"],
  "unknown-encoding": [415, "invalid_parameter"],
  broken: [400, "invalid_json"],
} as const;

async function readJson(request: LocalRequest): Promise<unknown> {
  const { contentType = "none" } = request;
  // Without a preflight request, a web page can send text or a form, but not JSON.
  if (!/^application\/json\s*(;|$)/i.test(contentType))
    throw refusal(415, "invalid_parameter", `unsupported media type ${contentType}`);
  try {
    return JSON.parse((await request.body()).toString("utf8"));
  } catch (error) {
    const [status, customCode] = BODY_ERRORS[error instanceof BodyProblem ? error.kind : "broken"];
    throw refusal(status, customCode, messageOf(error));
  }
}

/** @throws Refusal if the letter case contradicts the checksum. */
export function checksum(address: string): string {
  try {
    // An all-uppercase address has no checksum, just like an all-lowercase one.
    const digits = address.slice(2);
    return getAddress(digits === digits.toUpperCase() ? address.toLowerCase() : address);
  } catch {
    throw invalidParameter(`Invalid address: ${address}`);
  }
}
