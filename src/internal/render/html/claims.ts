import { CLAIM_IDS, type ClaimId } from "../../report/claim-ids.ts";
import type { Check, Claim, ContractReport, Witness } from "../../report/model.ts";
import { listWords, sentence } from "../../text/amounts.ts";
import { type Html, html } from "../markup.ts";
import { claimReason, claimStateWords, claimWords, shownState } from "../words/claim-words.ts";
import { lineList, section, shortHex } from "./parts.ts";
import { mark, silentMark } from "./symbols.ts";

/** What each claim says, for people, and what the head of a table with nine of them has room for. */
export const CLAIMS: Readonly<Record<ClaimId, { readonly says: string; readonly head: string }>> = {
  "runtime-code": { says: "The code on chain is what these sources compile to", head: "Runtime" },
  "creation-code": { says: "Creation code and arguments are those of the deployment", head: "Creation" },
  sources: { says: "Sources, settings and compiler are those of the build", head: "Sources" },
  interface: { says: "ABI, documentation and storage layout are the contract’s", head: "ABI" },
  libraries: { says: "Every linked library is the one that the build means", head: "Libraries" },
  implementation: { says: "What a proxy shows is what it runs", head: "Proxy" },
  identity: { says: "The contract id is this address", head: "Id" },
  deployment: { says: "Transaction, block and deployer are the contract’s", head: "Deploy" },
  record: { says: "The record is of this contract, and current", head: "Record" },
};

const STATE_WORDS = {
  proven: "proven here",
  vouched: "vouched for",
  open: "not checked",
  refuted: "refuted",
  none: "does not apply",
} as const satisfies Record<ShownState, string>;

type ShownState = ReturnType<typeof shownState>;

const COLUMNS = [
  { witness: "chain", head: "Chain", sub: "node", word: "chain" },
  { witness: "build", head: "Build", sub: "this project", word: "build" },
  { witness: "compiler", head: "Compiled", sub: "here", word: "compiler" },
  { witness: "query service", head: "Query", sub: "service", word: "query service" },
  { witness: "record", head: "Record", sub: "service", word: "record" },
  { witness: "deployment", head: "Deployment", sub: "record", word: "deployment record" },
] as const satisfies readonly { readonly witness: Witness; readonly [key: string]: string }[];

/** The mark of a claim in a table of many contracts. */
export function claimMark(claim: Claim | undefined, id: ClaimId): Html {
  const state = claim === undefined ? "open" : shownState(claim);
  return mark(state, `${sentence(claimWords({ id }))}: ${STATE_WORDS[state]}`);
}

export function claimOf({ claims = [] }: ContractReport, id: ClaimId): Claim | undefined {
  return claims.find((claim) => claim.id === id);
}

export function claimLegend(): Html {
  const words = { ...STATE_WORDS, proven: "proven here, by comparing", vouched: "vouched for by witnesses" };
  const items = (Object.keys(words) as ShownState[]).map(
    (state) => html`<li>${silentMark(state)} ${words[state]}</li>`,
  );
  return html`<ul class="key">${items}</ul>`;
}

const TITLE = "What holds, and who says so";

/** The claims as a list, for a contract of which little is shown. */
export function claimList(contract: ContractReport): Html {
  const items = claimsInOrder(contract).map(
    (claim) =>
      html`${silentMark(shownState(claim))} ${sentence(claimWords(claim))}: ${claimStateWords(claim, contract.witnesses)}`,
  );
  return items.length === 0 ? html`` : section(TITLE, lineList(items));
}

/** Claims by witnesses: a dot is a witness that showed it, a line joins those that agree. */
export function claimTable(contract: ContractReport): Html {
  const { claims = [], witnesses: operated = [], checks } = contract;
  if (claims.length === 0) return html``;
  const said = [...claims, ...checks].flatMap(({ witnesses }) => witnesses);
  const heard = new Set<Witness>([...said, "chain", "record"]);
  const columns = COLUMNS.filter(({ witness }) => heard.has(witness));
  const heads = columns.map(({ witness, head, sub }) => {
    const operator = operated.find((each) => each.witness === witness)?.operator;
    return html`<th scope="col"${operator !== undefined && html` title="run by ${operator}"`}>${head}<span class="sub">${sub}</span></th>`;
  });
  const shown = columns.map(({ witness }) => witness);
  const rows = claimsInOrder(contract).map((claim) => claimRow(claim, contract, shown));
  return section(
    TITLE,
    html`
<table class="claims"><thead><tr><th scope="col">Claim</th>${heads}</tr></thead>
<tbody>${html.join(rows, "\n")}</tbody></table>`,
  );
}

function claimsInOrder(contract: ContractReport): readonly Claim[] {
  return CLAIM_IDS.flatMap((id) => claimOf(contract, id) ?? []);
}

function claimRow(claim: Claim, { checks, witnesses }: ContractReport, columns: readonly Witness[]): Html {
  const state = shownState(claim);
  const reason = refutedReason(claim, checks) ?? sentence(claimReason(claim, witnesses) ?? "");
  const names = listWords(
    COLUMNS.filter(({ witness }) => claim.witnesses.includes(witness)).map(({ word }) => word),
  );
  const joined = names !== "" && html`<span class="names">${sentence(names)}</span>`;
  return html`<tr class="${state}"><th scope="row"><div class="claim">${silentMark(state)}<span class="says">${CLAIMS[claim.id].says} <span class="state">${STATE_WORDS[state]}</span>${reason !== "" && html`<span class="sub">${reason}</span>`}${joined}</span></div></th>${wires(claim, columns)}</tr>`;
}

/** A refuted claim names the checks that failed; what they found says more. */
function refutedReason({ state, reason = "" }: Claim, checks: readonly Check[]): string | undefined {
  if (state !== "refuted") return undefined;
  const named = checks.filter(
    ({ id, status }) => status === "failed" && reason.split(/[^\w-]+/).includes(id),
  );
  return named.length === 0 ? undefined : sentence(named.map(failureWords).join("; "));
}

/** Why a check failed; where it gives no reason, what is not so, and the two values, each short. */
export function failureWords({ reason, subject, expected, actual }: Check): string {
  if (reason !== undefined) return reason;
  const values =
    expected === undefined || actual === undefined ? "" : `; expected ${expected}, got ${actual}`;
  return `not so: ${subject}${values.replace(/\b0x[0-9a-fA-F]{16,}/g, shortHex)}`;
}

/** One cell for each witness. The last of those that contradict each other hangs on a broken line. */
function wires({ state, witnesses }: Claim, columns: readonly Witness[]): readonly Html[] {
  const on = columns.map((witness) => witnesses.includes(witness));
  const first = on.indexOf(true);
  const last = on.lastIndexOf(true);
  const before = on.lastIndexOf(true, last - 1);
  const dot = state === "vouched" ? "word" : "dot";
  return columns.map((witness, index) => {
    const isBroken = state === "refuted" && index > before && index <= last && last > first;
    const left = first !== -1 && index > first && index <= last ? "l" : "";
    const right = first !== -1 && index >= first && index < last ? "r" : "";
    const brokenRight = state === "refuted" && index === before && last > first ? "br" : "";
    const classes = ["w", left, right, isBroken ? "bl" : "", brokenRight].filter((name) => name !== "");
    if (on[index] !== true) {
      return html`<td class="${classes.join(" ")}"></td>`;
    }
    const isAgainst = state === "refuted" && index === last;
    const words = `${witness}: ${isAgainst ? "contradicts" : state === "vouched" ? "says so" : state === "refuted" ? "differs" : "agrees"}`;
    const cut = isAgainst && last > first ? silentMark("refuted") : "";
    return html`<td class="${classes.join(" ")}">${cut !== "" && html`<span class="cut">${cut}</span>`}<i class="${isAgainst ? "word" : dot}" role="img" title="${words}"></i></td>`;
  });
}
