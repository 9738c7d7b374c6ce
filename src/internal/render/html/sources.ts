import type { ContractReport, SubmissionReport } from "../../report/model.ts";
import { formatBytes, formatCount } from "../../text/amounts.ts";
import { type Html, html } from "../markup.ts";
import { type Fact, factList } from "./parts.ts";

/** Without a submission, shows only the build's language and compiler version. */
export function sentSection({ submitted, contract }: ContractReport): Html {
  if (submitted.length === 0 && contract === null) return html``;
  const sources =
    submitted.length === 0
      ? html`<p class="soft">Nothing was sent in this run.</p>`
      : html.join(submitted.map(submission), "\n");
  const last = submitted.at(-1);
  const version = last?.compilerVersion ?? contract?.compilerVersion;
  return html`<div class="two part"><section><h2>Sources</h2>${sources}</section><section><h2>Compiler</h2>${factList(
    [
      ["Language", contract && html`${contract.language}`],
      ["Version", version],
      ["Contract", last?.contractIdentifier],
      ...settingFacts(last?.settings ?? {}, "").slice(0, MAX_SETTINGS),
    ],
  )}</section></div>`;
}

const MAX_FILES = 400;

function submission({ sent, sources, reason, bytes, files }: SubmissionReport, index: number): Html {
  const what = sent ? "sent" : index > 0 ? "not sent (fallback)" : "not sent (dry run)";
  const words = `${formatCount(files.length, "file")}, ${formatBytes(bytes)}, ${what}. ${sources === "minimal" ? "Minimal" : "Full"}: ${reason}.`;
  const paths = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
  const rows = paths
    .slice(0, MAX_FILES)
    .map(
      (file, at) =>
        html`<li><code>${treePath(file.path, paths[at - 1]?.path ?? "")}</code><span class="num">${formatBytes(file.bytes)}</span></li>`,
    );
  return html`<p class="soft">${words}</p><ul class="files">${html.join(rows, "\n")}</ul>`;
}

/** The folders shared with the path above are muted. */
function treePath(path: string, above: string): Html {
  const folders = path.split("/");
  const before = above.split("/");
  let same = 0;
  while (same < folders.length - 1 && folders[same] === before[same]) same += 1;
  const shared = folders
    .slice(0, same)
    .map((name) => `${name}/`)
    .join("");
  return html`<span class="soft">${shared}</span>${folders.slice(same).join("/")}`;
}

const MAX_SETTINGS = 24;

/** Named as in the compiler input: `optimizer.runs`. */
function settingFacts(value: object, prefix: string): readonly Fact[] {
  return Object.entries(value).flatMap(([key, each]: [string, unknown]): readonly Fact[] => {
    const name = `${prefix}${key}`;
    if (Array.isArray(each)) return each.length === 0 ? [] : [[name, each.map(textOf)]];
    return typeof each === "object" && each !== null
      ? settingFacts(each, `${name}.`)
      : [[name, textOf(each)]];
  });
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
