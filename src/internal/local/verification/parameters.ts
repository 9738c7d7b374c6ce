import { Ajv } from "ajv";
import { isObject } from "../../text/is-object.ts";
import { refuseProblem } from "./error-body.ts";

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
  const [unknown] = [...query.keys()].filter((name) => !known.includes(name));
  if (unknown !== undefined) return `Unknown query parameter '${unknown}'`;
  const [empty] = [...query].find(([, value]) => value === "") ?? [];
  return empty === undefined ? undefined : `Empty value found for query parameter '${empty}'`;
}

/** The compiler input is validated after the chain and address, as in the public service. */
export function inputProblem(input: Readonly<Record<string, unknown>>): string | undefined {
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
