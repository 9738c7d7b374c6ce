import { catalogueEntry } from "../../errors/catalogue.ts";
import type { ContractReport, Report, StoredMatch } from "../../report/model.ts";
import { OUTCOMES, type OutcomeKind } from "../../report/outcome.ts";
import { skippedNetworks } from "../../report/report-network.ts";
import { shardWords } from "../../report/shard-words.ts";
import { openOf, vouchedOf } from "../../report/verdict.ts";
import { countWords, listWords, sentence } from "../../text/amounts.ts";
import { alsoOpenWords, claimWords, provenByWords, provenSides, vouchedByWords } from "./claim-words.ts";
import { lockText } from "./drift-words.ts";
import { expectedMatchWords, notExactReason, storedMatchWords } from "./match-words.ts";

/** `ok`: the best result. `warn`: less than that, or unknown. `bad`: something is wrong. */
type Tone = "ok" | "warn" | "bad";

/** How it ended, in plain words. `label` is for a table, `text` is one or two sentences. */
export interface Verdict {
  readonly kind: OutcomeKind;
  readonly tone: Tone;
  /** Readable without colours: `✔` good, `✖` wrong, `–` less than possible, `?` unknown. */
  readonly symbol: "✔" | "✖" | "–" | "?";
  readonly label: string;
  readonly text: string;
  /** The same beside a headline, a match, claims and checks: without what they say. @default `text` */
  readonly brief?: string;
}

/** The verdict on one contract. */
export function contractVerdict(contract: ContractReport): Verdict {
  const { outcome, error } = contract;
  const row = OUTCOMES[outcome];
  // An error beside a good outcome changes none of its words.
  const special = row.exitCode === 0 ? undefined : catalogueEntry(error?.code);
  const { label = row.label, verdict: said, brief, reason } = special ?? {};
  switch (outcome) {
    case "verified":
    case "already-verified":
      return goodEnough(contract, label);
    case "mismatch":
      return { ...bad(label, said ?? mismatchText(contract)), ...briefOf(contract) };
    case "check-failed":
      return { ...bad(label, said ?? checkFailedText(contract)), brief: said ?? checkFailedBrief(contract) };
    case "not-proven":
      return {
        ...bad(label, said === undefined ? notProvenText(contract) : `${said}${onRecord(contract)}`),
        brief: brief ?? notProvenBrief(contract),
      };
    case "not-deployed":
      return {
        ...bad(label, said ?? "Not deployed: there is no code at the address."),
        ...briefOf(contract, brief),
      };
    case "no-build":
      return said === undefined
        ? { ...bad(label, noBuildText(contract)), ...briefOf(contract, sentText(contract)) }
        : bad(label, `${said} ${sentText(contract)}`);
    case "rejected":
      return { ...bad(label, "Not verified: the verification service refused it."), ...briefOf(contract) };
    case "unavailable":
      return { ...unknown(label, unavailableText(contract)), ...unavailableBrief(contract) };
    case "timed-out":
      return { ...unknown(label, timedOutText(contract, reason)), brief: timedOutBrief(contract) };
    case "not-tried":
      return unknown(label, "Can't tell: the run ended before its turn. Run it again.");
    case "dry-run":
      return { ...weak(label, dryRunText(contract)), brief: "Nothing was sent." };
    case "as-locked":
      return contract.lock?.unverified === undefined
        ? ok(label, lockText(contract))
        : weak(`${label} (unverified)`, lockText(contract));
    case "of-others":
      return { ...weak(label, ofOthersText(contract)), brief: ofOthersBrief(contract) };
    case "drifted":
      return bad(label, lockText(contract));
    case "known-code":
      return withOpenName(
        weak(contract.knownCode?.entity === undefined ? label : "no contract", knownCodeText(contract)),
        contract,
      );
    case "minimal-proxy":
      return withOpenName(
        {
          ...weak(
            label,
            `A minimal proxy has no sources. See its implementation${contract.proxy?.implementation ? ` ${contract.proxy.implementation}` : ""}.`,
          ),
          brief: "It has no sources: its implementation is what is verified.",
        },
        contract,
      );
  }
}

/** A name that nothing shows. */
function withOpenName(verdict: Verdict, { claims = [] }: ContractReport): Verdict {
  const openly = alsoOpenWords(claims);
  if (openly === undefined) return verdict;
  const { label, text, brief = text } = verdict;
  return {
    ...verdict,
    label: `${label}, ${openly.label}`,
    text: `${text} ${sentence(openly.text)}.`,
    brief,
  };
}

function ofOthersText(contract: ContractReport): string {
  const stored = storedOf(contract);
  const record = stored === null ? "" : ` On record: ${storedMatchWords(stored)}.`;
  return `Of others: ${ofOthersBrief(contract)}${record}`;
}

/** Beside the match on record. */
function ofOthersBrief(contract: ContractReport): string {
  const isMissing = storedOf(contract) === null && contract.storedUnknown === undefined;
  return `No build here has its code, so it is not judged.${isMissing ? " It is not on record." : ""}`;
}

/** Beside a problem, which says the same. */
function briefOf({ error }: ContractReport, text = ""): { readonly brief?: string } {
  return error === undefined ? {} : { brief: text };
}

/** The verdict on the whole run, for more than one contract or none. */
export function runVerdict(report: Report): Verdict {
  const verdicts = report.contracts.map(contractVerdict);
  // What others made weakens nothing.
  const judged = report.contracts.filter(({ outcome }) => outcome !== "of-others").map(contractVerdict);
  const labels = verdicts.map(({ label }) => label);
  const what =
    labels.length === 0
      ? nothingText(report)
      : `${report.shard === null ? "" : `${sentence(shardWords(report.shard))}, `}${countWords(labels.length, "contract")}: ${countedWords(labels)}`;
  const missed = `${missedText(report)}${lacksCodesText(report)}`;
  switch (report.exitCode) {
    case 0:
      return judged.length > 0 && judged.every(({ kind }) => kind === "good") && missed === ""
        ? ok("verified", `${what}.`)
        : weak("good enough", `${what}.${missed}`);
    case 1:
      return bad("failed", `${what}.${missed}${isOfDeployments(report) ? ` ${lookText(report)}` : ""}`);
    case 2:
      return bad(
        "wrong use",
        `${what}. ${labels.length === 0 ? "Nothing was sent." : "Part of the run did not take place."}`,
      );
    case 3:
      return unknown("can't tell", `${what}. ${againText(report)}`);
  }
}

/** Chains of records or of the lock file that no network could be asked for; a network that is of none of them misses nothing. */
function missedText(report: Report): string {
  const chains = skippedNetworks(report).flatMap(({ name, chainId }) =>
    name === null && chainId !== null ? [`chain ${chainId}`] : [],
  );
  return chains.length === 0 ? "" : ` Not looked at: ${listWords(chains)}.`;
}

function lacksCodesText({ contracts }: Report): string {
  return contracts.some(({ lock }) => lock?.lacksCodes === true)
    ? " Some entries lack the code of libraries or implementations: lock again to cover it."
    : "";
}

/** The journal stores the finished contracts of a deployments run. */
const NOTHING_TWICE = "finished contracts are not submitted again.";

/** Whether it is the report of a deployments run. */
function isOfDeployments({ contracts, passedOver, shard }: Report): boolean {
  return (
    shard !== null || passedOver.length > 0 || contracts.some(({ deployments }) => deployments.length > 0)
  );
}

/** "3 verified, 1 mismatch", in the order in which they first occur. */
export function countedWords(labels: readonly string[]): string {
  return [...new Set(labels)]
    .map((label) => `${labels.filter((other) => other === label).length} ${label}`)
    .join(", ");
}

/** What runs of these commands submit: nothing. */
const SUBMITS_NOTHING: readonly Report["command"][] = ["check", "lock"];

function lookText({ command }: Report): string {
  return SUBMITS_NOTHING.includes(command)
    ? "Look at what failed."
    : `Look at what failed, then run it again: ${NOTHING_TWICE}`;
}

function againText(report: Report): string {
  if (report.error?.code === "VC709") return "Run the missing shards, then merge again.";
  return isOfDeployments(report) && !SUBMITS_NOTHING.includes(report.command)
    ? `Run it again: ${NOTHING_TWICE}`
    : "Run it again.";
}

function nothingText({ shard, error }: Report): string {
  return shard === null || error !== undefined
    ? "No contract was processed"
    : `${sentence(shardWords(shard))} has no contracts`;
}

function goodEnough(contract: ContractReport, label: string): Verdict {
  const match = storedOf(contract);
  const { claims } = contract;
  if (match === null || claims === undefined)
    return unknown("no record", "Can't tell: no stored match was read.");
  const openly = alsoOpenWords(claims);
  const called = (name: string) => (openly === undefined ? name : `${name} (${openly.label})`);
  const opening = openly === undefined ? "" : ` (${openly.text})`;
  const sides = provenSides(claims);
  const by = provenByWords(claims);
  if (contract.verdict === "verified")
    return {
      ...ok(called(label), `${sentence(label)}${opening}: ${provenMatch(match, sides)}, proven by ${by}.`),
      brief: "",
    };
  const vouched = vouchedOf(claims).map((claim) => {
    const isOfMatch = claim.id === "sources" && match.match !== "exact_match";
    const why = isOfMatch ? notExactReason(contract) : (claim.reason ?? "nothing else shows it");
    return `for the ${claimWords(claim)} ${vouchedByWords(claim)}, because ${why}`;
  });
  const text = `Match (not exact)${opening}: ${sides} match, proven by ${by}; ${vouched.join("; ")}.`;
  return { ...weak(called("match (not exact)"), text), brief: "" };
}

/** A service's match is not exact where no metadata hash is on chain; a compiler here can prove the metadata all the same. */
function provenMatch({ match }: StoredMatch, sides: string): string {
  return match === "exact_match" ? `exact match of ${sides}` : `${sides} and the metadata match`;
}

function knownCodeText({ knownCode }: ContractReport): string {
  const { name = "known code", entity, implementation = null } = knownCode ?? {};
  const behind =
    implementation === null ? "" : ` It runs the code at ${implementation}, which was not verified.`;
  return `Nothing to verify: it is ${name}, ${entity === undefined ? "which has no sources" : "and no contract"}. Nothing was submitted.${behind}`;
}

function mismatchText(contract: ContractReport): string {
  return storedOf(contract) === null
    ? "Not verified: the code on chain does not match the compiled code."
    : `Not good enough: a better match is required.${onRecord(contract)}`;
}

function checkFailedText(contract: ContractReport): string {
  const failed = contract.checks.filter(({ status }) => status === "failed").map(({ id }) => id);
  const refuted = (contract.claims ?? []).filter(({ state }) => state === "refuted");
  const of = refuted.length === 0 ? "" : `${listWords(refuted.map(claimWords))} refuted`;
  const checks =
    failed.length === 0
      ? refuted[0]?.reason === undefined
        ? ""
        : `by ${refuted[0].reason}`
      : `${failed.length} of ${countWords(contract.checks.length, "check")} failed: ${listWords(failed)}`;
  return `Do not rely on it: ${[of, checks].filter((text) => text !== "").join(failed.length === 0 ? " " : "; ")}.${onRecord(contract)}`;
}

function checkFailedBrief(contract: ContractReport): string {
  const failed = contract.checks.filter(({ status }) => status === "failed").length;
  const of =
    failed === 0
      ? "a claim is refuted"
      : `${failed} of ${countWords(contract.checks.length, "check")} failed`;
  return `Do not rely on it: ${of}.`;
}

function notProvenText(contract: ContractReport): string {
  const open = openOf(contract.claims ?? []);
  const [first] = open;
  if (first === undefined) return `Not proven: ${unansweredWords(contract)}.${onRecord(contract)}`;
  const reason = first.reason === undefined ? "" : ` (${first.reason})`;
  return `Not proven: ${listWords(open.map(claimWords))}${reason}.${onRecord(contract)}`;
}

function notProvenBrief(contract: ContractReport): string {
  const open = openOf(contract.claims ?? []).map(claimWords);
  return open.length === 0
    ? `${sentence(unansweredWords(contract))}.`
    : `Neither proven nor refuted: ${listWords(open)}.`;
}

function timedOutBrief({ error, submitted, verificationId }: ContractReport): string {
  const isSent = verificationId !== null || submitted.some(({ sent }) => sent);
  if (error?.code === "VC408")
    return isSent
      ? "You stopped it after the submission, which the service continues."
      : "You stopped it before anything was sent.";
  return isSent
    ? "The deadline passed; the service continues."
    : "The deadline passed; this run sent nothing.";
}

function timedOutText({ verificationId }: ContractReport, why = "the deadline passed"): string {
  return verificationId === null
    ? `Can't tell yet: ${why}. Run it again.`
    : `Can't tell yet: ${why} while job ${verificationId} was running. Run it again.`;
}

function unavailableText(contract: ContractReport): string {
  const open = contract.verdict === "cannot-tell" ? openOf(contract.claims ?? []) : [];
  const [first] = open;
  const why =
    first === undefined
      ? unansweredWords(contract)
      : `${listWords(open.map(claimWords))} open (${first.reason})`;
  return `Can't tell: ${why}.${onRecord(contract)} Run it again.`;
}

/** The problem says which service, and the facts what is on record. */
function unavailableBrief({ error, checks, claims = [] }: ContractReport): { readonly brief?: string } {
  const isSaid = error !== undefined && openOf(claims).length === 0;
  return isSaid && checks.every(({ status }) => status !== "unknown") ? { brief: "Run it again." } : {};
}

function unansweredWords({ checks, error }: ContractReport): string {
  const { reason } = catalogueEntry(error?.code) ?? {};
  if (reason !== undefined) return reason;
  const unknown = checks.filter(({ status }) => status === "unknown").map(({ id }) => id);
  return unknown.length === 0
    ? "a service did not answer"
    : `${countWords(unknown.length, "check")} could not run: ${listWords(unknown)}`;
}

function dryRunText({ expectedMatch }: ContractReport): string {
  return expectedMatch === null
    ? "Dry run: nothing was sent."
    : `Dry run: nothing was sent. Expected: ${expectedMatchWords(expectedMatch)}.`;
}

function noBuildText(contract: ContractReport): string {
  const text = "no local build has the code on chain.";
  return storedOf(contract) === null
    ? `Not verified: ${text} ${sentText(contract)}`
    : `Not verified as a contract of this project: ${text}${onRecord(contract)}`;
}

function sentText({ submitted }: ContractReport): string {
  return submitted.some(({ sent }) => sent) ? "" : "Nothing was sent.";
}

/** A further sentence after a blank; empty if no match was read. */
function onRecord(contract: ContractReport): string {
  const stored = storedOf(contract);
  return stored === null ? "" : ` On record: ${storedMatchWords(stored, notExactReason(contract))}.`;
}

/** Whether it is good enough, but not an exact match of this build. */
export function isNotExact({ outcome }: ContractReport, { kind }: Verdict): boolean {
  return kind === "weak" && OUTCOMES[outcome].isVerified === true;
}

/** The stored match, if either side has one. */
function storedOf({ match }: ContractReport): StoredMatch | null {
  return match === null || match.match === null ? null : match;
}

function ok(label: string, text: string): Verdict {
  return { kind: "good", tone: "ok", symbol: "✔", label, text };
}

function weak(label: string, text: string): Verdict {
  return { kind: "weak", tone: "warn", symbol: "–", label, text };
}

function unknown(label: string, text: string): Verdict {
  return { kind: "unknown", tone: "warn", symbol: "?", label, text };
}

function bad(label: string, text: string): Verdict {
  return { kind: "wrong", tone: "bad", symbol: "✖", label, text: text.trim() };
}
