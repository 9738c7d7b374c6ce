import { INSTALL } from "../../errors/next-step.ts";
import type { Problem } from "../../report/model.ts";
import type { ContractRow } from "./batch-words.ts";
import { doubtful } from "./check-words.ts";
import { withoutSaid } from "./fact-lines.ts";

/** Failed contracts by what failed: one cause, such as a service that is down, is one group. Who asked it comes first. */
export function causesOf<Row extends ContractRow>(rows: readonly Row[]): readonly (readonly Row[])[] {
  const wasSpared = ({ contract: { error } }: ContractRow) =>
    error?.facts.some(({ label }) => label === FOUND_DEAD) === true;
  return [...Map.groupBy(rows, causeKey).values()].map((group) => [
    ...group.filter((row) => !wasSpared(row)),
    ...group.filter(wasSpared),
  ]);
}

/** The fact of a request that was not made, because others had found out that the host does not answer. */
const FOUND_DEAD = "Found dead";

/** The host of an outage, which is one cause whatever it was asked. */
function hostOf(error: Problem | undefined): string | undefined {
  const asked = error?.facts.find(({ label }) => label === "Asked")?.value;
  return asked === undefined ? undefined : /\bhttps?:\/\/([^/\s]+)/.exec(asked)?.[1];
}

/** A text about a contract that says the same of all contracts of its cause. */
export function withoutOwn(text: string, { contract, name, address }: ContractRow): string {
  const { target, deployments, contract: build, verificationId } = contract;
  const own = [
    [address, "<address>"],
    [target.address, "<address>"],
    [target.contractId, "<id>"],
    [target.input, "<address>"],
    [build?.fullyQualifiedName, "<contract>"],
    [build?.identifier, "<contract>"],
    [build?.compilerVersion, COMPILER],
    [verificationId, "<id>"],
    [name, "<name>"],
    [deployments[0]?.name, "<name>"],
  ] as const;
  // A short name may be part of other words.
  return own
    .flatMap(([value, words]) => (value != null && value.length >= 6 ? [{ value, words }] : []))
    .sort((one, other) => other.value.length - one.value.length)
    .reduce((changed, { value, words }) => changed.replaceAll(value, words), text);
}

/** The place of a compiler's version in a text without its own. */
export const COMPILER = "<compiler>";

/** True if nothing is left of a text: only the place of what each contract has of its own. */
export function isPlaceOnly(text: string): boolean {
  return /^<\w+>$/.test(text);
}

/** The next step that all failed contracts have in common. */
export function cureOfAll(failed: readonly Pick<ContractRow, "contract">[]): string | undefined {
  const cures = new Set(failed.map(({ contract }) => withoutPackages(contract.error?.next)));
  return cures.size === 1 ? nextOfCause(failed) : undefined;
}

/** The next step of contracts with one cause: of several that install something, one that installs it all. */
export function nextOfCause(rows: readonly Pick<ContractRow, "contract">[]): string | undefined {
  const [first, ...others] = new Set(rows.flatMap(({ contract }) => contract.error?.next ?? []));
  const more = first?.startsWith(INSTALL) === true ? others : [];
  return first === undefined
    ? undefined
    : [first, ...more.map((next) => next.slice(INSTALL.length + 1))].join(" ");
}

/** Packages differ where one installation cures all. */
function withoutPackages(next: string | undefined): string | undefined {
  return next?.startsWith(INSTALL) === true ? INSTALL : next;
}

/** Facts that name a contract, and say nothing of the cause. */
const OWN_FACTS = ["Contract", "Address", "Verification id", "Job"];

function causeKey(row: ContractRow): string {
  const { contract, verdict } = row;
  const { error, checks } = contract;
  const host = hostOf(error);
  if (verdict.kind === "unknown" && host !== undefined && doubtful(checks).length === 0)
    return JSON.stringify([verdict.label, error?.code, host]);
  // The checks that one cause stops depend on the contract.
  const found = doubtful(checks).map(({ id, status, expected, actual, reason }) =>
    JSON.stringify(status === "unknown" ? reason : [id, expected, actual, reason]),
  );
  const ids = checks.map(({ id }) => id);
  const problem = error && {
    ...withoutSaid(error, [...ids, ...OWN_FACTS]),
    next: withoutPackages(error.next),
  };
  const text = withoutOwn(JSON.stringify([verdict.label, problem, [...new Set(found)]]), row);
  // How often and how long it was tried differs.
  return text.replace(verdict.kind === "unknown" ? /\d+(?:\.\d+)?/g : /\d+(?:\.\d+)?(?= s\b)/g, "#");
}
