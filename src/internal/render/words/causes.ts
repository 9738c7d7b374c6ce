import type { ContractRow } from "./batch-words.ts";
import { doubtful } from "./check-words.ts";

/** Failed contracts by what failed: one cause, such as a service that is down, is one group. */
export function causesOf(rows: readonly ContractRow[]): readonly (readonly ContractRow[])[] {
  return [...Map.groupBy(rows, causeKey).values()];
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

/** Whether nothing is left of a text: only the place of what each contract has of its own. */
export function isPlaceOnly(text: string): boolean {
  return /^<\w+>$/.test(text);
}

function causeKey(row: ContractRow): string {
  const { contract, verdict } = row;
  const { error, checks } = contract;
  const failed = doubtful(checks).map(({ id, expected, actual, reason }) => [id, expected, actual, reason]);
  const text = withoutOwn(JSON.stringify([verdict.label, error, failed]), row);
  // How often and how long it was tried differs.
  return text.replace(verdict.kind === "unknown" ? /\d+(?:\.\d+)?/g : /\d+(?:\.\d+)?(?= s\b)/g, "#");
}
