import { isDevelopmentChain } from "../../domain/development-chain.ts";
import { type CatalogueEntry, catalogueEntry } from "../../errors/catalogue.ts";
import type { ContractReport, Outcome, Relation, Report, StoredMatch } from "../../report/model.ts";
import { getExitCode, OUTCOMES } from "../../report/outcome.ts";
import {
  type AskedNetwork,
  askedNetworks,
  shardWords,
  skippedNetworks,
} from "../../report/report-network.ts";
import { getOpenClaims, getVouchedClaims } from "../../report/verdict.ts";
import { capitalize, formatCount, joinWords } from "../../text/amounts.ts";
import {
  alsoOpenWords,
  claimWords,
  namedWitnesses,
  provenByWords,
  provenSides,
  RUNTIME_SIDE,
} from "./claim-words.ts";
import { lockText } from "./drift-words.ts";
import {
  expectedMatchWords,
  getStoredMatch,
  matchWords,
  notExactReason,
  sideWord,
  storedMatchWords,
} from "./match-words.ts";
import { type Statement, statement } from "./statement.ts";

export interface Verdict extends Statement {
  readonly label: string;
  /** The text minus the facts already shown elsewhere on the screen. @default `text` */
  readonly brief?: string | undefined;
  /** Precedes the contract's name in a heading, or follows "is". @default the label */
  readonly heading?: string | undefined;
}

/** Keys that are omitted are filled in from the tables of outcomes and errors. */
interface Words extends Partial<Verdict> {
  readonly text: string;
  /** Replaces `brief` beside a problem that explains the result. */
  readonly besideProblem?: string;
}

export function contractVerdict(contract: ContractReport): Verdict {
  const { outcome, error } = contract;
  const row = OUTCOMES[outcome];
  // An error doesn't change the wording for a successful outcome.
  const special: Partial<CatalogueEntry> =
    (getExitCode(outcome) === 0 ? undefined : catalogueEntry(error?.code)) ?? {};
  const {
    kind = row.kind,
    label = special.label ?? row.label,
    text,
    besideProblem,
    brief,
    heading,
  } = WORDS[outcome](contract, special);
  const shown = error === undefined ? brief : (besideProblem ?? brief);
  return { ...statement(kind, text), label, brief: shown, heading };
}

/** The error may have its own text. */
type GetWords = (contract: ContractReport, error: Partial<CatalogueEntry>) => Words;

const WORDS: Readonly<Record<Outcome, GetWords>> = {
  verified: goodEnough,
  "already-verified": goodEnough,
  mismatch: (contract, { verdict = mismatchText(contract) }) => ({
    text: verdict,
    besideProblem: "",
  }),
  "check-failed": (contract, { verdict }) =>
    verdict === undefined ? checkFailed(contract) : { text: verdict },
  "not-proven": (contract, error) => {
    const { text, brief } = notProven(contract);
    return {
      text: `${error.verdict ?? text}${onRecord(contract)}`,
      brief: error.brief ?? brief,
      ...notRecompiled(contract),
    };
  },
  "not-deployed": (_, { verdict = "Not deployed: there is no code at the address.", brief = "" }) => ({
    text: verdict,
    besideProblem: brief,
  }),
  "no-build": (contract, { verdict }) =>
    verdict === undefined ? noBuild(contract) : { text: `${verdict} ${sentText(contract)}` },
  rejected: (contract, { verdict }) => ({
    text:
      verdict === undefined
        ? "Not verified: the verification service refused it."
        : `${verdict}${onRecord(contract)}`,
    besideProblem: "",
  }),
  unavailable,
  "timed-out": timedOut,
  "not-tried": () => ({
    text: "Can't tell: the run ended before its turn. Run it again.",
    besideProblem: "",
  }),
  "dry-run": ({ expectedMatch }) => ({
    text: `Dry run: nothing was sent.${expectedMatch === null ? "" : ` Expected: ${expectedMatchWords(expectedMatch)}.`}`,
    brief: "Nothing was sent.",
  }),
  "as-locked": (contract) => ({
    text: lockText(contract),
    ...(contract.lock?.unverified === undefined ? {} : { kind: "weak", label: "as locked (unverified)" }),
  }),
  "of-others": foreignVerdict,
  drifted: (contract) => ({ text: lockText(contract) }),
  "known-code": (contract) =>
    withOpenName(contract, {
      ...(contract.knownCode?.entity === undefined ? {} : { label: "no contract" }),
      text: knownCodeText(contract),
    }),
  "minimal-proxy": (contract) => {
    const { kind, implementation } = contract.proxy ?? {};
    const see = `See its implementation${implementation ? ` ${implementation}` : ""}.`;
    if (kind === "EIP-7702")
      return withOpenName(contract, {
        label: "delegated account",
        text: `A delegated account has no sources, and its owner can change its implementation. ${see}`,
        brief: "It has no sources; its implementation, which its owner can change, is verified instead.",
      });
    return withOpenName(contract, {
      text: `A minimal proxy has no sources. ${see}`,
      brief: "It has no sources; its implementation is verified instead.",
    });
  },
};

function withOpenName({ outcome, claims = [] }: ContractReport, words: Words): Words {
  const { label = OUTCOMES[outcome].label, text, brief = text } = words;
  const openly = alsoOpenWords(claims);
  return openly === undefined
    ? { label, text, brief }
    : { label: `${label}, ${openly.label}`, text: `${text} ${capitalize(openly.text)}.`, brief };
}

function foreignVerdict(contract: ContractReport): Words {
  const unsent = contract.relation?.unsent;
  if (unsent !== undefined)
    return {
      label: "not submitted",
      text: `Not submitted: ${UNSENT_WORDS[unsent]}. It is not on record. To submit it, name it.`,
    };
  const stored = getStoredMatch(contract);
  const isMissing = stored === null && contract.storedUnknown === undefined;
  const brief = `No local build has its code, so it is not judged.${isMissing ? " It is not on record." : ""}`;
  const record = stored === null ? "" : ` On record: ${storedMatchWords(stored)}.`;
  return { text: `Third-party: ${brief}${record}`, brief };
}

const UNSENT_WORDS = {
  "only-named": "--only-named leaves it out",
  "deployed-elsewhere": "there is no evidence that this project deployed it",
  "no-metadata-hash": "its code has no metadata hash that names its sources",
  "other-metadata": "its metadata hash differs from that of the local sources",
  ambiguous: "several contracts in the builds compile to this code",
} as const satisfies Record<NonNullable<Relation["unsent"]>, string>;

export function runVerdict(report: Report): Statement {
  const { contracts, exitCode } = report;
  const judged = contracts.filter(({ outcome }) => OUTCOMES[outcome].isNotJudged !== true);
  const what = countedWords(report);
  const missed = missedText(report);
  switch (exitCode) {
    case 0: {
      const areGood = judged.length > 0 && judged.every((each) => contractVerdict(each).kind === "good");
      return statement(areGood && missed === "" ? "good" : "weak", `${what}.${missed}`);
    }
    case 1: {
      const again = canResume(report) ? `, then run it again: ${NOTHING_TWICE}` : ".";
      const isDrift = contracts.some(({ outcome }) => outcome === "drifted");
      const look = isDeploymentsRun(report) ? ` Review what ${isDrift ? "drifted" : "failed"}${again}` : "";
      return statement("wrong", `${what}.${missed}${look}`);
    }
    case 2:
      return statement(
        "wrong",
        `${what}. ${contracts.length === 0 ? "Nothing was sent." : "The run did not finish."}`,
      );
    case 3:
      return statement("unknown", `${what}. ${againText(report)}`);
  }
}

export function runHeading(report: Report): string {
  const { contracts, error } = report;
  const isCut = error !== undefined && contracts.length > 0;
  return `${countedWords(report)}${isCut ? `, but the run ended with ${error.code}` : ""}.`;
}

/** "Shard 1/2, 3 contracts: 2 verified, 1 mismatch" */
function countedWords({ contracts, shard, error }: Report): string {
  const part = shard === null ? "" : capitalize(shardWords(shard));
  if (contracts.length === 0)
    return part === "" || error !== undefined ? "No contract was processed" : `${part} has no contracts`;
  const counted = `${formatCount(contracts.length, "contract")}: ${countedLabels(contracts)}`;
  return part === "" ? counted : `${part}, ${counted}`;
}

/** Names the chains in the deployment records or the lock file. Skipped networks on other chains don't matter. */
export function missedText(report: Report): string {
  const chains = skippedNetworks(report).flatMap(({ name, chainId }) =>
    name === null && chainId !== null ? [`chain ${chainId}`] : [],
  );
  const notCovered = chains.length === 0 ? "" : ` Not covered: ${joinWords(chains)}.`;
  return report.contracts.some(({ lock }) => lock?.lacksCodes === true)
    ? `${notCovered} Some entries lack the code of libraries or implementations, or the stored record: lock again to include it.`
    : notCovered;
}

/** The journal stores the contracts that a `deployments` run has finished. */
const NOTHING_TWICE = "finished contracts are not submitted again.";

/** `check` and `lock` submit nothing. The records of a development chain may end with the run, as with `--local`. */
function canResume(report: Report): boolean {
  if (report.command === "check" || report.command === "lock") return false;
  return (
    isDeploymentsRun(report) && !askedNetworks(report).some(({ chainId }) => isDevelopmentChain(chainId))
  );
}

function isDeploymentsRun({ contracts, passedOver, shard }: Report): boolean {
  return (
    shard !== null || passedOver.length > 0 || contracts.some(({ deployments }) => deployments.length > 0)
  );
}

/** "3 verified, 1 mismatch", in order of first occurrence. */
export function countedLabels(contracts: readonly ContractReport[]): string {
  const groups = Map.groupBy(contracts, (contract) => contractVerdict(contract).label);
  return [...groups].map(([label, { length }]) => `${length} ${label}`).join(", ");
}

function againText(report: Report): string {
  const { again } = catalogueEntry(report.error?.code) ?? {};
  return again ?? (canResume(report) ? `Run it again: ${NOTHING_TWICE}` : "Run it again.");
}

function goodEnough(contract: ContractReport): Words {
  const match = getStoredMatch(contract);
  const { claims } = contract;
  if (match === null || claims === undefined)
    return { kind: "unknown", label: "no record", text: "Can't tell: no stored match was read." };
  const openly = alsoOpenWords(claims);
  const called = (name: string) => (openly === undefined ? name : `${name} (${openly.label})`);
  const opening = openly === undefined ? "" : ` (${openly.text})`;
  const sides = provenSides(claims);
  const by = provenByWords(claims);
  if (contract.verdict === "verified") {
    const { label } = OUTCOMES[contract.outcome];
    const text = `${capitalize(label)}${opening}: ${provenMatchWords(match, sides, by)}.`;
    return { label: called(label), text, brief: "" };
  }
  const vouched = getVouchedClaims(claims).map((claim) => {
    const isMatchClaim = claim.id === "sources" && match.match !== "exact_match";
    const why = isMatchClaim ? notExactReason(contract) : (claim.reason ?? "there is no other evidence");
    return `${claimWords(claim)} only vouched for by ${namedWitnesses(claim.witnesses)}, because ${why}`;
  });
  const matches = sides === RUNTIME_SIDE ? "matches" : "match";
  const text = `Match (not exact)${opening}: ${sides} ${matches}, proven by ${by}; ${vouched.join("; ")}.`;
  return { kind: "weak", label: called("match (not exact)"), text, brief: "" };
}

function provenMatchWords(match: StoredMatch, sides: string, by: string): string {
  // Even if there is no metadata hash on chain, a local compiler can prove the metadata.
  if (match.match !== "exact_match") return `${sides} and the metadata match, proven by ${by}`;
  // A side that is proven here may be missing from the record.
  return sides === RUNTIME_SIDE || match.creationMatch === match.runtimeMatch
    ? `exact match of ${sides}, proven by ${by}`
    : `${sides} proven by ${by}; on record: ${storedMatchWords(match)}`;
}

function knownCodeText({ knownCode }: ContractReport): string {
  const { name = "known code", entity, implementation = null } = knownCode ?? {};
  const behind =
    implementation === null ? "" : ` It runs the code at ${implementation}, which was not verified.`;
  return `Nothing to verify: it is ${name}, ${entity === undefined ? "which has no sources" : "not a contract"}. Nothing was submitted.${behind}`;
}

function mismatchText(contract: ContractReport): string {
  return getStoredMatch(contract) === null
    ? "Not verified: the code on chain does not match the compiled code."
    : `Not good enough: a better match is required.${onRecord(contract)}`;
}

function checkFailed(contract: ContractReport): Words {
  const { claims = [], checks } = contract;
  const refuted = claims.filter(({ state }) => state === "refuted");
  const refutation = refuted.length === 0 ? [] : [`${joinWords(refuted.map(claimWords))} refuted`];
  const failures = checks.filter(({ status }) => status === "failed");
  const failed = failures.map(({ id }) => id);
  // A wrong deployment record, such as a manifest's, says nothing about the service's record.
  const isOfDeployment =
    failures.length > 0 &&
    [...failures, ...refuted].every(({ witnesses }) => witnesses.includes("deployment"));
  const opening = isOfDeployment ? "Differs from its deployment record" : "Do not rely on it";
  const counted = `${failed.length} of ${formatCount(checks.length, "check")} failed`;
  const why =
    failed.length === 0
      ? [...refutation, ...(refuted[0]?.reason === undefined ? [] : [`by ${refuted[0].reason}`])].join(" ")
      : [...refutation, `${counted}: ${joinWords(failed)}`].join("; ");
  return {
    text: `${opening}: ${why}.${onRecord(contract)}`,
    brief: `${opening}: ${failed.length === 0 ? "a claim is refuted" : counted}.`,
  };
}

function notProven(contract: ContractReport): Words {
  const open = getOpenClaims(contract.claims ?? []);
  const [first] = open;
  if (first === undefined) {
    const why = unansweredWords(contract);
    return { text: `Not proven: ${why}.`, brief: `${capitalize(why)}.` };
  }
  const names = joinWords(open.map(claimWords));
  const reason = first.reason === undefined ? "" : ` (${first.reason})`;
  return { text: `Not proven: ${names}${reason}.`, brief: `Neither proven nor refuted: ${names}.` };
}

/** The verdict for a record that neither a build nor a local compiler can judge. */
function notRecompiled(contract: ContractReport): Partial<Words> {
  const stored = getStoredMatch(contract);
  const isCompiled = contract.checks.every(
    ({ id, status }) => id !== "recompiled-here" || status !== "unknown",
  );
  if (stored === null || contract.contract !== null || isCompiled) return {};
  return {
    kind: "unknown",
    label: "not recompiled",
    heading: `on record as ${matchWords(stored.match)}; not recompiled here`,
    brief: "",
  };
}

function timedOut(
  { submitted, verificationId }: ContractReport,
  { reason = "the deadline passed", isStop }: Partial<CatalogueEntry>,
): Words {
  const during = verificationId === null ? "" : ` while job ${verificationId} was running`;
  const isSent = verificationId !== null || submitted.some(({ sent }) => sent);
  const stopped = isSent
    ? "You stopped the run after the submission."
    : "You stopped the run before anything was sent.";
  const late = `The deadline passed; ${isSent ? "the service continues" : "this run sent nothing"}.`;
  return { text: `Can't tell yet: ${reason}${during}. Run it again.`, brief: isStop ? stopped : late };
}

/** The problem already identifies the service, and the facts describe the stored record. */
function unavailable(contract: ContractReport): Words {
  const { error, checks, claims, verdict } = contract;
  const open = claims === undefined ? [] : getOpenClaims(claims);
  const [first] = verdict === "cannot-tell" ? open : [];
  const why =
    first === undefined
      ? unansweredWords(contract)
      : `${joinWords(open.map(claimWords))} open (${first.reason})`;
  const isSaid =
    error !== undefined && open.length === 0 && checks.every(({ status }) => status !== "unknown");
  return {
    text: `Can't tell: ${why}.${onRecord(contract)} Run it again.`,
    // A next step, such as starting the service, replaces the advice to run it again.
    brief: isSaid ? (error.next === undefined ? "Run it again." : "") : undefined,
  };
}

function unansweredWords({ checks, error }: ContractReport): string {
  const { reason } = catalogueEntry(error?.code) ?? {};
  if (reason !== undefined) return reason;
  const unknown = checks.filter(({ status }) => status === "unknown").map(({ id }) => id);
  return unknown.length === 0
    ? "a service did not answer"
    : `${formatCount(unknown.length, "check")} could not run: ${joinWords(unknown)}`;
}

function noBuild(contract: ContractReport): Words {
  const { error } = contract;
  // The contract that the user named has different code, but another contract in the builds may have the code on chain.
  const named =
    error?.code === "VC204" ? error.facts.find(({ label }) => label === "Contract")?.value : undefined;
  const stored = getStoredMatch(contract);
  const besideProblem = sentText(contract);
  if (stored === null) {
    const why = named === undefined ? "no local build has the code on chain" : `${named} has different code`;
    return { text: `Not verified: ${why}. ${besideProblem}`, besideProblem };
  }
  const not = named === undefined ? "not from this project's builds" : `not as ${named}`;
  const heading = `verified on record (${sideWord(stored.match)}), but ${not}`;
  return { text: `${capitalize(heading)}.${onRecord(contract)}`, besideProblem, heading };
}

function sentText({ submitted }: ContractReport): string {
  return submitted.some(({ sent }) => sent) ? "" : "Nothing was sent.";
}

/** A sentence with a leading space, or nothing. */
function onRecord(contract: ContractReport): string {
  const stored = getStoredMatch(contract);
  return stored === null ? "" : ` On record: ${storedMatchWords(stored, notExactReason(contract))}.`;
}

/** True if the contract is verified, but not by an exact match of this build. */
export function isNotExact({ outcome }: ContractReport, { kind }: Verdict): boolean {
  return kind === "weak" && OUTCOMES[outcome].isVerified === true;
}

const WEIGHTS: Readonly<Record<Verdict["kind"], number>> = { wrong: 0, unknown: 1, weak: 2, good: 3 };

/** The sort key is smallest for the worst verdict. */
export function getWeight({ verdict }: { readonly verdict: Verdict }): number {
  return WEIGHTS[verdict.kind];
}

/** Stable, so equally bad items keep their order. The smallest weight comes first. */
export function worstFirst<T>(all: readonly T[], weight: (each: T) => number): readonly T[] {
  return [...all].sort((one, other) => weight(one) - weight(other));
}

export interface Chain<Row> {
  readonly network: AskedNetwork | null;
  readonly rows: readonly Row[];
}

/** Sorts chains by their worst contract, and contracts within a chain from worst to best. */
export function byChain<Row extends { readonly network: AskedNetwork | null }>(
  rows: readonly Row[],
  weight: (row: Row) => number,
): readonly Chain<Row>[] {
  const chains = [...Map.groupBy(rows, ({ network }) => network?.chainId).values()].map(
    (ofChain): Chain<Row> => ({
      network: ofChain[0]?.network ?? null,
      rows: worstFirst(ofChain, weight),
    }),
  );
  return worstFirst(chains, (chain) => Math.min(...chain.rows.map(weight)));
}
