import type { ContractReport } from "../../report/model.ts";
import { OUTCOMES } from "../../report/outcome.ts";
import type { BatchEvent } from "../../report/progress.ts";
import { shardWords } from "../../report/report-network.ts";
import { formatCount, formatDuration, joinWords, shortenList } from "../../text/amounts.ts";
import { cleanText } from "../../text/clean-text.ts";
import { inert } from "../inert.ts";
import { moreWords, skippedNetworkWords } from "../words/batch-words.ts";
import { chainWords } from "../words/facts.ts";
import { contractVerdict, countedLabels } from "../words/verdict.ts";
import { nameColumn } from "./batch-names.ts";
import type { BatchState } from "./batch-state.ts";
import { renderProgress } from "./progress.ts";
import type { Style } from "./style.ts";

/** More names would fill a log before the run begins. */
const MAX_NAMED = 5;
/** In a larger run, a line per contract would hide the contracts that need attention. */
const MAX_LINES = 100;
/** Progress lines in a run that is too large for a line per contract. */
const MILESTONES = 10;

/** Third-party text never starts a line. @param hasList False if the final table lists the contracts. */
export function batchLines(
  event: BatchEvent,
  state: BatchState,
  style: Style,
  hasList = true,
): string | undefined {
  const noted = (text: string): string => inert(`${style.warn("!")} ${cleanText(text)}`);
  switch (event.type) {
    case "batch":
      return inert(
        headerLines(event)
          .map((line) => cleanText(line))
          .map((line, index) => (index === 0 ? style.bold(line) : `  ${style.dim(line)}`))
          .join("\n"),
      );
    case "started":
    case "progress":
      return undefined;
    case "ended":
      if (!hasList) return undefined;
      return state.contracts.length > MAX_LINES && contractVerdict(event.report).kind === "good"
        ? milestoneLine(state, style)
        : endedLine(event, state, style);
    case "slowed-down":
      return noted(
        `Rate limited by ${event.host}: pausing all requests to it for ${formatDuration(event.waitMs)}`,
      );
    case "tried-again":
      return noted(`A host is responding again: retrying ${formatCount(event.indexes.length, "contract")}`);
    case "no-journal":
    case "related":
    case "local-services":
      return renderProgress(event, style);
  }
}

function headerLines({
  contracts,
  passedOver,
  records,
  shard,
  concurrency,
  networks = [],
}: Extract<BatchEvent, { type: "batch" }>): readonly string[] {
  const from = shortenList(records, MAX_NAMED, (rest) => `${rest} more`);
  const skipped = passedOver.map(({ name, reason }) => `skipped ${name}: ${reason}`);
  const asked = networks.filter(({ skipped }) => skipped === undefined);
  const left = networks.filter(({ skipped }) => skipped !== undefined);
  const on = asked.length === 0 ? "" : ` on ${joinWords(asked.map(chainWords))}`;
  return [
    [
      `${formatCount(contracts.length, "contract")}${on}${from.length === 0 ? "" : ` from ${joinWords(from)}`}`,
      ...(shard === null ? [] : [shardWords(shard)]),
      // If no node responds, nothing runs.
      ...(contracts.length > 1 && concurrency > 0
        ? [`${concurrency} at once${asked.length > 1 ? " per chain" : ""}`]
        : []),
    ].join(", "),
    ...left.map((each) => `left out ${skippedNetworkWords(each)}`),
    ...shortenList(skipped, MAX_NAMED, (rest) => moreWords(rest, "contract")),
  ];
}

function placeWords({ contracts, ended }: BatchState): string {
  const all = String(contracts.length);
  return `[${String(ended.length).padStart(all.length)}/${all}]`;
}

/** "  [ 200/2000] 198 as locked, 2 drifted" */
function milestoneLine(state: BatchState, style: Style): string | undefined {
  const { contracts, ended } = state;
  const each = Math.ceil(contracts.length / MILESTONES);
  if (ended.length % each !== 0 && ended.length !== contracts.length) return undefined;
  return inert(`  ${style.dim(placeWords(state))} ${countedLabels(ended.map(({ report }) => report))}`);
}

/** "✔ [ 3/60] Vault  0x6076…  verified, exact match  1.2 s" */
function endedLine(
  { index, report }: Extract<BatchEvent, { type: "ended" }>,
  state: BatchState,
  style: Style,
): string {
  const { tone, symbol } = contractVerdict(report);
  const { name: given = "", address = "", network } = state.contracts[index] ?? {};
  const name = given === address ? (report.contract?.name ?? report.lock?.name ?? "") : given;
  const place = placeWords(state);
  const called = nameColumn(state.contracts, Number.POSITIVE_INFINITY)(name, network);
  const time = formatDuration(report.timings.totalMs);
  const cells = [called, cleanText(address), cleanText(endWords(report))].join("  ");
  return inert(`${style[tone](symbol)} ${style.dim(place)} ${cells}  ${style.dim(time)}`);
}

function endWords(report: ContractReport): string {
  const { label, tone } = contractVerdict(report);
  const { creationMatch, runtimeMatch } = report.match ?? {};
  const side =
    creationMatch === runtimeMatch ? "" : ` of the ${runtimeMatch === null ? "creation" : "runtime"} code`;
  const exactly = tone === "ok" && OUTCOMES[report.outcome].isVerified === true ? `, exact match${side}` : "";
  return `${label}${exactly}${report.error === undefined ? "" : ` (${report.error.code})`}`;
}
