import { CLAIM_SAYS } from "../../report/claim-ids.ts";
import type { Check, Claim, ContractReport, Witness } from "../../report/model.ts";
import { capitalize } from "../../text/amounts.ts";
import { type Html, html } from "../markup.ts";
import {
  CLAIM_STATES,
  claimReason,
  claimStateWords,
  claimWords,
  namedWitnesses,
  shownClaims,
  shownState,
} from "../words/claim-words.ts";
import { shortHex } from "../words/fact-lines.ts";
import { lineList, section, silentMark } from "./parts.ts";

const COLUMNS = [
  { witness: "chain", head: "Chain", sub: "node" },
  { witness: "build", head: "Build", sub: "this project" },
  { witness: "compiler", head: "Compiled", sub: "here" },
  { witness: "query service", head: "Query", sub: "service" },
  { witness: "record", head: "Record", sub: "service" },
  { witness: "deployment", head: "Deployment", sub: "record" },
] as const satisfies readonly { readonly witness: Witness; readonly [key: string]: string }[];

export function claimLegend(): Html {
  const items = (Object.keys(CLAIM_STATES) as (keyof typeof CLAIM_STATES)[]).map(
    (state) => html`<li>${silentMark(state)} ${CLAIM_STATES[state].words}</li>`,
  );
  return html`<ul class="key">${items}<li><b>1/2</b> proven for 1 of the 2 contracts to which the claim applies</li></ul>`;
}

const TITLE = "What is proven, and by whom";

export function claimList(contract: ContractReport): Html {
  const items = shownClaims(contract).map(
    (claim) =>
      html`${silentMark(shownState(claim))} ${capitalize(claimWords(claim))}: ${claimStateWords(claim, contract.witnesses)}`,
  );
  return items.length === 0 ? html`` : section(TITLE, lineList(items));
}

/** A dot marks a witness that showed the claim, and a line joins witnesses that agree. */
export function claimTable(contract: ContractReport): Html {
  const { witnesses: operated = [], checks } = contract;
  const claims = shownClaims(contract);
  if (claims.length === 0) return html``;
  const said = [...claims, ...checks].flatMap(({ witnesses }) => witnesses);
  const heard = new Set<Witness>([...said, "chain", "record"]);
  const columns = COLUMNS.filter(({ witness }) => heard.has(witness));
  const heads = columns.map(({ witness, head, sub }) => {
    const operator = operated.find((each) => each.witness === witness)?.operator;
    return html`<th scope="col"${operator !== undefined && html` title="run by ${operator}"`}>${head}<span class="sub">${sub}</span></th>`;
  });
  const shown = columns.map(({ witness }) => witness);
  const rows = claims.map((claim) => claimRow(claim, contract, shown));
  return section(
    TITLE,
    html`
<table class="claims"><thead><tr><th scope="col">Claim</th>${heads}</tr></thead>
<tbody>${html.join(rows, "\n")}</tbody></table>`,
  );
}

function claimRow(claim: Claim, { checks, witnesses }: ContractReport, columns: readonly Witness[]): Html {
  const state = shownState(claim);
  const reason = refutedReason(claim, checks) ?? capitalize(claimReason(claim, witnesses) ?? "");
  const names = namedWitnesses(claim.witnesses);
  const joined = names !== "" && html`<span class="names">${capitalize(names)}</span>`;
  return html`<tr class="${state}"><th scope="row"><div class="claim">${silentMark(state)}<span class="says">${CLAIM_SAYS[claim.id]} <span class="state">${CLAIM_STATES[state].words}</span>${reason !== "" && html`<span class="sub">${reason}</span>`}${joined}</span></div></th>${wires(claim, columns)}</tr>`;
}

/** The findings of failed checks are more informative than their names. */
function refutedReason({ state, reason = "" }: Claim, checks: readonly Check[]): string | undefined {
  if (state !== "refuted") return undefined;
  const named = checks.filter(
    ({ id, status }) => status === "failed" && reason.split(/[^\w-]+/).includes(id),
  );
  return named.length === 0 ? undefined : capitalize(named.map(failureWords).join("; "));
}

/** If there is no reason, the failed statement and its values. */
export function failureWords({ reason, subject, expected, actual }: Check): string {
  if (reason !== undefined) return reason;
  const values =
    expected === undefined || actual === undefined ? "" : `; expected ${expected}, got ${actual}`;
  return `not true: ${subject}${values.replace(/\b0x[0-9a-fA-F]{16,}/g, shortHex)}`;
}

/** If witnesses contradict each other, the line to the last witness is broken. */
function wires({ state, witnesses }: Claim, columns: readonly Witness[]): readonly Html[] {
  const on = columns.map((witness) => witnesses.includes(witness));
  const first = on.indexOf(true);
  const last = on.lastIndexOf(true);
  const before = on.lastIndexOf(true, last - 1);
  const isBroken = state === "refuted" && last > first;
  const dot = state === "vouched" ? "word" : "dot";
  return columns.map((witness, index) => {
    const classes = [
      "w",
      ...(index > first && index <= last ? ["l"] : []),
      ...(index >= first && index < last ? ["r"] : []),
      ...(isBroken && index > before && index <= last ? ["bl"] : []),
      ...(isBroken && index === before ? ["br"] : []),
    ].join(" ");
    if (on[index] !== true) return html`<td class="${classes}"></td>`;
    const isAgainst = state === "refuted" && index === last;
    const words = `${witness}: ${isAgainst ? "contradicts" : state === "vouched" ? "says so" : state === "refuted" ? "differs" : "agrees"}`;
    const cut = isAgainst && isBroken && html`<span class="cut">${silentMark("refuted")}</span>`;
    return html`<td class="${classes}">${cut}<i class="${isAgainst ? "word" : dot}" role="img" title="${words}"></i></td>`;
  });
}
