import { TOOL } from "../../domain/tool.ts";
import type { LocalRequest, LocalService } from "../http/listen.ts";
import type { Reply } from "../http/reply.ts";
import { type Routes, route } from "../http/routes.ts";
import { checksum } from "./checksum.ts";
import { errorReply, invalidParameter, unsupportedChain } from "./error-body.ts";
import { pickFields, selectFields } from "./fields.ts";
import { notFoundPage } from "./not-found.ts";
import {
  contractPathProblem,
  queryProblem,
  readContractsQuery,
  verificationIdProblem,
} from "./parameters.ts";
import { notVerifiedPage, recordPage } from "./record-page.ts";
import { readSubmission } from "./submission.ts";
import type { Verifier } from "./verifier.ts";

/** The verification service: Sourcify's API v2 for one chain, and a page for people of each verified contract. */
export function verificationService(verifier: Verifier): LocalService {
  const routes: Routes = {
    "GET /health": () => ({ status: 200, text: "Alive and kicking!" }),
    "GET /version": () => ({ status: 200, json: TOOL }),
    "GET /chains": () => ({ status: 200, json: [verifier.chainView()] }),
    "POST /v2/verify/{chainId}/{address}": (request, chainId, address) =>
      submit(verifier, request, chainId, address),
    "GET /v2/verify/{verificationId}": ({ query }, verificationId) =>
      readJob(verifier, query, verificationId),
    "GET /v2/contract/all-chains/{address}": ({ query }, address) => readAllChains(verifier, query, address),
    "GET /v2/contract/{chainId}/{address}": ({ query }, chainId, address) =>
      readContract(verifier, query, chainId, address),
    "GET /v2/contracts/{chainId}": ({ query }, chainId) => readContracts(verifier, query, chainId),
    // Where clients send people, with the API's base URL as prefix.
    "GET /verify-ui/jobs/{verificationId}": ({ query }, verificationId) =>
      readJob(verifier, query, verificationId),
    "GET /repo-ui/{chainId}/{address}": (_, chainId, address) => readPage(verifier, chainId, address),
  };
  return {
    handle: async (request) => (await route(routes, request)) ?? notFoundPage(request.method, request.path),
    failed: () => errorReply(500, "internal_error", "Something went wrong."),
  };
}

async function submit(
  verifier: Verifier,
  request: LocalRequest,
  chainId: string,
  address: string,
): Promise<Reply> {
  const read = await readSubmission(request, chainId, address, verifier.chainId);
  return read.kind === "refused" ? read.reply : verifier.submit(read.address, read.submission);
}

function readJob(verifier: Verifier, query: URLSearchParams, verificationId: string): Reply {
  const problem = queryProblem(query, []) ?? verificationIdProblem(verificationId);
  if (problem !== undefined) return invalidParameter(problem);
  const job = verifier.job(verificationId);
  return job === undefined
    ? errorReply(404, "job_not_found", `No verification job found for id ${verificationId}`)
    : { status: 200, json: job };
}

async function readContract(
  verifier: Verifier,
  query: URLSearchParams,
  chainId: string,
  address: string,
): Promise<Reply> {
  const read = readAddress(verifier, chainId, address, queryProblem(query, ["fields", "omit"]));
  if (read.kind === "refused") return read.reply;
  const fields = selectFields(query);
  if (fields.kind === "refused") return invalidParameter(fields.message);

  const match = verifier.match(read.address);
  const record = await verifier.record(read.address, fields.selection.has("proxyResolution"));
  if (record === undefined) return { status: 404, json: match };
  return { status: 200, json: { ...pickFields(record, fields.selection), ...match } };
}

/** Not verified: status 404, and still the list. */
function readAllChains(verifier: Verifier, query: URLSearchParams, address: string): Reply {
  const read = readAddress(verifier, verifier.chainId, address, queryProblem(query, []));
  if (read.kind === "refused") return read.reply;
  const results = verifier.onAllChains(read.address);
  return { status: results.length === 0 ? 404 : 200, json: { results } };
}

function readContracts(verifier: Verifier, query: URLSearchParams, chainId: string): Reply {
  const page = readContractsQuery(chainId, query);
  if (typeof page === "string") return invalidParameter(page);
  if (chainId !== verifier.chainId) return unsupportedChain(chainId);
  return { status: 200, json: { results: verifier.contracts(page) } };
}

async function readPage(verifier: Verifier, chainId: string, address: string): Promise<Reply> {
  const read = readAddress(verifier, chainId, address);
  if (read.kind === "refused") return read.reply;
  const stored = verifier.stored(read.address);
  return stored === undefined
    ? { status: 404, html: notVerifiedPage(chainId, read.address) }
    : { status: 200, html: recordPage(chainId, stored.contract, stored.compilation) };
}

type AddressResult =
  | { readonly kind: "address" /** Checksummed. */; readonly address: string }
  | { readonly kind: "refused"; readonly reply: Reply };

function readAddress(
  verifier: Verifier,
  chainId: string,
  address: string,
  queryProblem?: string,
): AddressResult {
  const problem = queryProblem ?? contractPathProblem(chainId, address);
  const checksummed = checksum(address);
  if (problem !== undefined) return { kind: "refused", reply: invalidParameter(problem) };
  if (chainId !== verifier.chainId) return { kind: "refused", reply: unsupportedChain(chainId) };
  return checksummed === undefined
    ? { kind: "refused", reply: invalidParameter(`Invalid address: ${address}`) }
    : { kind: "address", address: checksummed };
}
