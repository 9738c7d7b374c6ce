import { INSTALL } from "../../errors/next-step.ts";
import type { Fact } from "../../errors/problem.ts";
import type { Problem } from "../../report/model.ts";
import type { ContractRow } from "./batch-words.ts";
import { doubtful } from "./claim-words.ts";
import { dropRepeatedFacts } from "./fact-lines.ts";
import { worstFirst } from "./verdict.ts";

/** Within a group, contracts for which a request was actually sent come first. */
export function groupByCause<Row extends ContractRow>(rows: readonly Row[]): readonly (readonly Row[])[] {
  const wasSkipped = ({ contract: { error } }: ContractRow) =>
    error?.facts.some(({ label }) => label === FOUND_DEAD) === true;
  return [...Map.groupBy(rows, causeKey).values()].map((group) =>
    worstFirst(group, (row) => Number(wasSkipped(row))),
  );
}

/** Label for a request that was skipped because earlier ones had found the host unreachable. */
const FOUND_DEAD = "Found dead";

/** An outage is a single cause, regardless of the requests that failed. */
function findHost(error: Problem | undefined): string | undefined {
  const asked = error?.facts.find(({ label }) => label === "Asked")?.value;
  return asked === undefined ? undefined : /\bhttps?:\/\/([^/\s]+)/.exec(asked)?.[1];
}

/** Gives all contracts with the same cause the same text. */
export function maskOwnValues(text: string, { contract, name, address }: ContractRow): string {
  const { target, deployments, contract: build, verificationId } = contract;
  const own = [
    [address, "<address>"],
    [target.contractId, "<id>"],
    [target.input, "<address>"],
    [build?.fullyQualifiedName, "<contract>"],
    [build?.identifier, "<contract>"],
    [build?.compilerVersion, COMPILER],
    [verificationId, "<id>"],
    [name, "<name>"],
    [deployments[0]?.name, "<name>"],
  ] as const;
  // Shorter values may be part of other words.
  return own
    .flatMap(([value, words]) => (value != null && value.length >= 6 ? [{ value, words }] : []))
    .sort((one, other) => other.value.length - one.value.length)
    .reduce((changed, { value, words }) => changed.replaceAll(value, words), text);
}

const SECONDS = /\d+(?:\.\d+)?(?= s\b)/g;

/**
 * False if another contract in the group has a different value for the fact. An outage's requests always differ, so the
 * first one is shown as an example.
 */
export function isSharedFact(
  { label, value }: Fact,
  row: ContractRow,
  others: readonly ContractRow[],
): boolean {
  if (findHost(row.contract.error) !== undefined) return true;
  const text = (own: string, of: ContractRow) => maskOwnValues(own, of).replace(SECONDS, "#");
  const expected = text(value, row);
  return others.every((other) => {
    const facts = other.contract.error?.facts.filter((each) => each.label === label) ?? [];
    return facts.length === 0 || facts.some((each) => text(each.value, other) === expected);
  });
}

export const COMPILER = "<compiler>";

/** The step that all failed contracts share, or undefined. */
export function findCommonStep(failed: readonly ContractRow[]): string | undefined {
  const cures = new Set(failed.map(({ contract }) => withoutValues(contract.error?.next)));
  return cures.size === 1 ? findNextStep(failed) : undefined;
}

/** The first next step. If it installs packages or runs a check, it is merged with the others of its kind. */
export function findNextStep(rows: readonly ContractRow[]): string | undefined {
  const [first, ...others] = new Set(rows.flatMap(({ contract }) => contract.error?.next ?? []));
  const values = VALUES.find((each) => first?.match(each) !== null);
  if (first === undefined || values === undefined) return first;
  const more = others
    .filter((next) => withoutValues(next) === withoutValues(first))
    .map((next) => next.match(values)?.[0] ?? "");
  if (more.length >= MAX_VALUES) return first;
  return first.replace(values, (own) => [own, ...more].join(" "));
}

/** Screens truncate longer commands. */
const MAX_VALUES = 8;

/** The packages to install, and the address to check. One command accepts several of them. */
const VALUES = [new RegExp(`(?<=^${INSTALL} ).+$`), /(?<=\bcheck )0x[\da-fA-F]{40}\b/];

/** Equal for steps that one command can replace. */
function withoutValues(next: string | undefined): string | undefined {
  return VALUES.reduce((text, values) => text?.replace(values, ""), next);
}

/** Facts that identify a contract and are unrelated to the cause. */
const OWN_FACTS = ["Contract", "Address", "Verification id", "Job", "Sent"];

function causeKey(row: ContractRow): string {
  const { contract, verdict } = row;
  const { error, checks } = contract;
  const host = findHost(error);
  if (verdict.kind === "unknown" && host !== undefined && doubtful(checks).length === 0)
    return JSON.stringify([verdict.label, error?.code, host]);
  // The same cause can prevent different checks for different contracts.
  const found = doubtful(checks).map(({ id, status, expected, actual, reason }) =>
    JSON.stringify(status === "unknown" ? reason : [id, expected, actual, reason]),
  );
  const ids = checks.map(({ id }) => id);
  const problem = error && {
    ...dropRepeatedFacts(error, [...ids, ...OWN_FACTS]),
    next: withoutValues(error.next),
  };
  const text = maskOwnValues(JSON.stringify([verdict.label, problem, [...new Set(found)]]), row);
  // The number of attempts and seconds differs between contracts.
  return text.replace(verdict.kind === "unknown" ? /\d+(?:\.\d+)?/g : SECONDS, "#");
}
