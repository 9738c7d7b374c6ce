import { betterMatch } from "../../domain/match.ts";
import type { SignatureRecord } from "../../domain/record.ts";
import { writePage } from "../../render/html/page.ts";
import { factList, matchMark } from "../../render/html/parts.ts";
import { type Html, html } from "../../render/markup.ts";
import { formatBytes, formatCount } from "../../text/amounts.ts";
import type { Reply } from "../http/listen.ts";
import type { VerifiedContract } from "./contract-store.ts";
import { hashSignatures } from "./record.ts";

/**
 * The page needs no scripts and loads nothing else.
 *
 * @param stored Undefined for a contract without a record.
 * @param record The path of the full record as JSON.
 */
export function contractPage(
  chainId: string,
  address: string,
  stored: VerifiedContract | undefined,
  record: string,
): Reply {
  if (stored !== undefined) return { status: 200, html: recordPage(chainId, stored, record) };
  const lead = html`<p class="lead"><code>${address}</code> on chain ${chainId} has no record here.</p>`;
  return { status: 404, html: writeContractPage("Not verified", lead) };
}

function recordPage(chainId: string, contract: VerifiedContract, record: string): string {
  const { name, path, language, compilerVersion, settings, sources, abi = [] } = contract.compilation;
  const { creation, runtime, deployment, address, verifiedAt } = contract;
  const { function: functions, event: events, error: errors } = hashSignatures(abi);
  const paths = Object.keys(sources).sort(
    (a, b) => Number(b === path) - Number(a === path) || (a < b ? -1 : 1),
  );
  return writeContractPage(
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
<section class="part"><h2>Sources</h2><p class="soft">${formatCount(paths.length, "file")}</p>
${html.join(
  paths.map((each) => sourceBlock(each, sources[each]?.content ?? "", each === path)),
  "\n",
)}</section>
<section class="part"><h2>Interface</h2>
${signatureList("Functions", functions)}${signatureList("Events", events)}${signatureList("Errors", errors)}
${folded("ABI as JSON", JSON.stringify(abi, null, 2))}
${folded("Settings as JSON", JSON.stringify(settings, null, 2))}</section>`,
    html`<a href="${html.whole(record)}">The whole record as JSON</a>`,
  );
}

function writeContractPage(title: string, content: Html, footer?: Html): string {
  const main = html`<main class="contract only">
<h1>${title}</h1>
${content}
</main>`;
  return writePage({ title, body: [main], ...(footer && { footer }) });
}

function known(value: string | null): readonly (string | Html)[] {
  return [value ?? html`<span class="soft">unknown</span>`];
}

function sourceBlock(path: string, content: string, isOpen: boolean): Html {
  const size = formatBytes(Buffer.byteLength(content));
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
