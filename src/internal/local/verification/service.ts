import { TOOL } from "../../domain/tool.ts";
import { html } from "../../render/markup.ts";
import type { Explorer } from "../explorer/explorer.ts";
import { explorerRoutes } from "../explorer/service.ts";
import type { LocalRequest, LocalService } from "../http/listen.ts";
import type { Reply } from "../http/reply.ts";
import { type Handler, type Routes, route } from "../http/routes.ts";
import { contractPage } from "./contract-page.ts";
import { refusal, refuseProblem, unsupportedChain } from "./error-body.ts";
import { pickFields, selectFields } from "./fields.ts";
import { contractPathProblem, jobPathProblem, queryProblem, readContractsQuery } from "./parameters.ts";
import { checksum, readSubmission } from "./submission.ts";
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
  return { status: 200, json: { results: verifier.contracts(page) } };
}

function readPage(verifier: Verifier, chainId: string, address: string): Reply {
  const checksummed = readAddress(verifier, chainId, address);
  const record = `/v2/contract/${chainId}/${checksummed}?fields=all`;
  return contractPage(chainId, checksummed, verifier.stored(checksummed), record);
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
