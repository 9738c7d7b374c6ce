import { TOOL } from "../../domain/tool.ts";
import { html } from "../../render/markup.ts";
import { PARTS } from "../../services/verification/wire-record.ts";
import { asObject, isObject, type Json } from "../../text/is-object.ts";
import { type Explorer, explorerRoutes } from "../explorer/service.ts";
import {
  type Handler,
  type LocalRequest,
  type LocalService,
  type Reply,
  type Routes,
  route,
} from "../http/listen.ts";
import { contractPage } from "./contract-page.ts";
import {
  checksum,
  contractPathProblem,
  invalidParameter,
  jobPathProblem,
  queryProblem,
  readContractsQuery,
  readSubmission,
  refusal,
  refuseProblem,
  unsupportedChain,
} from "./requests.ts";
import type { Verifier } from "./verifier.ts";

/** Sourcify's v2 API for one chain, with a web page for each contract, and an explorer with Etherscan's API. */
export function verificationService(verifier: Verifier, explorer: Explorer): LocalService {
  const job: Handler = ({ query }, verificationId) => {
    refuseProblem(queryProblem(query, []) ?? jobPathProblem({ verificationId }));
    return { status: 200, json: verifier.job(verificationId) };
  };
  const routes: Routes = {
    "GET /health": () => ({ status: 200, text: "Alive and kicking!" }),
    "GET /version": () => ({ status: 200, json: TOOL }),
    "GET /chains": () => ({ status: 200, json: [verifier.chainView()] }),
    "POST /v2/verify/{chainId}/{address}": async (request, chainId, address) => {
      const read = await readSubmission(request, chainId, address, verifier.chainId);
      return { status: 202, json: { verificationId: verifier.submit(read.address, read.submission) } };
    },
    "GET /v2/verify/{verificationId}": job,
    "GET /v2/contract/{chainId}/{address}": (request, chainId, address) =>
      readContract(verifier, request, chainId, address),
    "GET /v2/contracts/{chainId}": (request, chainId) => readContracts(verifier, request, chainId),
    // Clients expect a job's web page at this path.
    "GET /verify-ui/jobs/{verificationId}": job,
    "GET /repo-ui/{chainId}/{address}": (_, chainId, address) => readPage(verifier, chainId, address),
    ...explorerRoutes(explorer),
  };
  return {
    handle: async (request) => (await route(routes, request)) ?? notFoundPage(request.method, request.path),
    failed: () => refusal(500, "internal_error", "Something went wrong.").reply,
  };
}

async function readContract(
  verifier: Verifier,
  { query }: LocalRequest,
  chainId: string,
  address: string,
): Promise<Reply> {
  const checksummed = readAddress(verifier, chainId, address, queryProblem(query, ["fields", "omit"]));
  const selectors = selectFields(query);
  const match = verifier.match(checksummed);
  const withProxy = selectors.some((selector) => selector.startsWith("proxyResolution"));
  const record = await verifier.record(checksummed, withProxy);
  if (record === undefined) return { status: 404, json: match };
  return { status: 200, json: { ...pickFields(record, selectors), ...match } };
}

function readContracts(verifier: Verifier, { query }: LocalRequest, chainId: string): Reply {
  const page = readContractsQuery(chainId, query);
  if (chainId !== verifier.chainId) throw unsupportedChain(chainId);
  return { status: 200, json: { results: verifier.listMatches(page) } };
}

function readPage(verifier: Verifier, chainId: string, address: string): Reply {
  const checksummed = readAddress(verifier, chainId, address);
  const record = `/v2/contract/${chainId}/${checksummed}?fields=all`;
  return contractPage(chainId, checksummed, verifier.contracts.get(checksummed), record);
}

function readAddress(verifier: Verifier, chainId: string, address: string, queryProblem?: string): string {
  refuseProblem(queryProblem ?? contractPathProblem({ chainId, address }));
  if (chainId !== verifier.chainId) throw unsupportedChain(chainId);
  return checksum(address);
}

/** For an unknown route, the public service returns a page instead of JSON. */
function notFoundPage(method: string, path: string): Reply {
  const page = html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Error</title>
</head>
<body>
<pre>Cannot ${`${method} ${path}`}</pre>
</body>
</html>
`;
  return { status: 404, html: page.toString() };
}

/** In the order in which a response lists them. Every response includes `match`, `chainId` and `address`. */
const FIELDS: readonly string[] = [
  ...["matchId", "creationMatch", "runtimeMatch", "verifiedAt", "creationBytecode", "runtimeBytecode"],
  ...["deployment", "sources", "compilation", "abi", "metadata", "storageLayout", "transientStorageLayout"],
  ...["userdoc", "devdoc", "sourceIds", "additionalInput", "stdJsonInput", "stdJsonOutput", "signatures"],
  "proxyResolution",
];
const SELECTORS: ReadonlySet<string> = new Set([
  ...FIELDS,
  ...Object.entries(PARTS).flatMap(([field, parts]) => Object.keys(parts).map((part) => `${field}.${part}`)),
]);

/**
 * Follows the public service's rules and messages.
 *
 * @returns The requested fields, and parts of other fields, such as `compilation.name`.
 */
export function selectFields(query: URLSearchParams): readonly string[] {
  const fields = query.get("fields")?.split(",");
  const omit = query.get("omit")?.split(",");
  if (fields !== undefined && omit !== undefined)
    throw invalidParameter("Cannot specify both fields and omit");
  if (fields?.includes("all") && fields.length > 1)
    throw invalidParameter("Cannot specify 'all' with other fields");
  if (fields?.[0] === "all") return FIELDS;
  for (const selector of fields ?? omit ?? []) requireField(selector);
  // Only whole fields can be omitted. A nested name is accepted but has no effect.
  return fields ?? (omit === undefined ? [] : FIELDS.filter((each) => !omit.includes(each)));
}

export function pickFields(record: Json, selectors: readonly string[]): Json {
  const picked: Record<string, unknown> = {};
  for (const selector of selectors) {
    const [field = "", part] = selector.split(".");
    const value = record[field];
    if (part === undefined) picked[field] = value;
    else if (isObject(value)) picked[field] = { ...asObject(picked[field]), [part]: value[part] };
  }
  return picked;
}

function requireField(selector: string): void {
  if (selector.split(".").length > 2)
    throw invalidParameter(`Field selector cannot have more than one level subselectors: ${selector}`);
  if (!SELECTORS.has(selector)) throw invalidParameter(`Field selector ${selector} is not a valid field`);
}
