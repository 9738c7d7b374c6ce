import { betterMatch } from "../../domain/match.ts";
import type { SignatureRecord } from "../../domain/record.ts";
import { TOOL } from "../../domain/tool.ts";
import { documentHead } from "../../render/html/document-head.ts";
import { factList, matchMark } from "../../render/html/parts.ts";
import { type Html, html } from "../../render/markup.ts";
import { bytesWords, countWords } from "../../text/amounts.ts";
import type { LocalRequest, LocalService } from "../http/listen.ts";
import type { Reply } from "../http/reply.ts";
import { type Handler, type Routes, route } from "../http/routes.ts";
import type { StoredContract } from "./contract-store.ts";
import { refusal, refuseProblem, unsupportedChain } from "./error-body.ts";
import { pickFields, selectFields } from "./fields.ts";
import { contractPathProblem, jobPathProblem, queryProblem, readContractsQuery } from "./parameters.ts";
import { signaturesOf } from "./signatures.ts";
import { checksum, readSubmission } from "./submission.ts";
import type { Verifier } from "./verifier.ts";

/** The verification service: Sourcify's API v2 for one chain, and a page for people of each verified contract. */
export function verificationService(verifier: Verifier): LocalService {
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
    "GET /v2/contract/all-chains/{address}": (request, address) => readAllChains(verifier, request, address),
    "GET /v2/contract/{chainId}/{address}": (request, chainId, address) =>
      readContract(verifier, request, chainId, address),
    "GET /v2/contracts/{chainId}": (request, chainId) => readContracts(verifier, request, chainId),
    // Where clients send people, with the API's base URL as prefix.
    "GET /verify-ui/jobs/{verificationId}": job,
    "GET /repo-ui/{chainId}/{address}": (_, chainId, address) => readPage(verifier, chainId, address),
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

/** The matches of an address on every chain, of which there is one. Not verified: status 404, and still the list. */
function readAllChains(verifier: Verifier, { query }: LocalRequest, address: string): Reply {
  const checksummed = readAddress(verifier, verifier.chainId, address, queryProblem(query, []));
  return verifier.stored(checksummed) === undefined
    ? { status: 404, json: { results: [] } }
    : { status: 200, json: { results: [verifier.match(checksummed)] } };
}

function readContracts(verifier: Verifier, { query }: LocalRequest, chainId: string): Reply {
  const page = readContractsQuery(chainId, query);
  if (chainId !== verifier.chainId) throw unsupportedChain(chainId);
  return { status: 200, json: { results: verifier.contracts(page) } };
}

function readPage(verifier: Verifier, chainId: string, address: string): Reply {
  const checksummed = readAddress(verifier, chainId, address);
  const stored = verifier.stored(checksummed);
  if (stored !== undefined) return { status: 200, html: recordPage(chainId, stored) };
  const lead = html`<p class="lead"><code>${checksummed}</code> on chain ${chainId} has no record here.</p>`;
  return { status: 404, html: page("Not verified", lead) };
}

function readAddress(verifier: Verifier, chainId: string, address: string, queryProblem?: string): string {
  refuseProblem(queryProblem ?? contractPathProblem({ chainId, address }));
  if (chainId !== verifier.chainId) throw unsupportedChain(chainId);
  return checksum(address);
}

/** The real service answers an unknown route with a page, not with JSON. */
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

/** A verified contract for people: what was compared, and every source. It needs no script and asks for nothing else. */
function recordPage(chainId: string, contract: StoredContract): string {
  const { name, path, language, compilerVersion, settings, sources, abi = [] } = contract.compilation;
  const { creation, runtime, deployment, address, verifiedAt } = contract;
  const { function: functions, event: events, error: errors } = signaturesOf(abi);
  const paths = Object.keys(sources).sort(
    (a, b) => Number(b === path) - Number(a === path) || (a < b ? -1 : 1),
  );
  return page(
    name,
    html`<p class="lead"><code>${address}</code> on chain ${chainId}</p>
${factList([
  ["Match", [matchMark(betterMatch(creation.match, runtime.match))]],
  ["Runtime code", [matchMark(runtime.match)]],
  ["Creation code", [matchMark(creation.match)]],
  ["Verified", [html`${verifiedAt}`]],
])}
<div class="two part"><section><h2>Compiler</h2>${factList([
      ["Language", [html`${language}`]],
      ["Version", [compilerVersion]],
      ["Contract", [`${path}:${name}`]],
    ])}</section><section><h2>Deployment</h2>${factList([
      ["Transaction", known(deployment.transactionHash)],
      ["Block", known(deployment.blockNumber)],
      ["Deployer", known(deployment.deployer)],
    ])}</section></div>
<section class="part"><h2>Sources</h2><p class="soft">${countWords(paths.length, "file")}</p>
${html.join(
  paths.map((each) => sourceOf(each, sources[each]?.content ?? "", each === path)),
  "\n",
)}</section>
<section class="part"><h2>Interface</h2>
${signatureList("Functions", functions)}${signatureList("Events", events)}${signatureList("Errors", errors)}
${folded("ABI as JSON", JSON.stringify(abi, null, 2))}
${folded("Settings as JSON", JSON.stringify(settings, null, 2))}</section>
<footer class="page"><a href="${html.whole(`/v2/contract/${chainId}/${address}?fields=all`)}">The whole record as JSON</a></footer>`,
  );
}

function page(title: string, content: Html): string {
  return html`${documentHead(title)}
<body>
<main class="contract only">
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`.toString();
}

function known(value: string | null): readonly (string | Html)[] {
  return [value ?? html`<span class="soft">unknown</span>`];
}

function sourceOf(path: string, content: string, isOpen: boolean): Html {
  const size = bytesWords(Buffer.byteLength(content));
  return html`<details${isOpen ? html` open` : html``}><summary><code>${path}</code> <span class="num">${size}</span></summary>${codeBlock(content)}</details>`;
}

function folded(summary: string, text: string): Html {
  return html`<details><summary>${summary}</summary>${codeBlock(text)}</details>`;
}

function codeBlock(text: string): Html {
  const lines = text.split(/\r?\n/).map((line) => html.line(line));
  return html`<div class="scroll" tabindex="0"><pre>${html.join(lines, "\n")}</pre></div>`;
}

function signatureList(label: string, signatures: readonly SignatureRecord[]): Html {
  if (signatures.length === 0) return html``;
  const rows = signatures.map(
    ({ signature, signatureHash4 }) =>
      html`<li><code>${signature}</code><code class="soft">${signatureHash4}</code></li>`,
  );
  return html`<h3>${label}</h3><ul class="files">${html.join(rows, "\n")}</ul>`;
}
