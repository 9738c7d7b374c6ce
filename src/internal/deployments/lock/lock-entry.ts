import type { ContractReport } from "../../report/model.ts";
import { OUTCOMES } from "../../report/outcome.ts";
import { recordedName } from "../../report/recorded-name.ts";
import { isSameJson } from "../../text/canonical-json.ts";
import { utcSecond } from "../../text/moment.ts";
import {
  LOCK_SCHEMA,
  type Lock,
  type LockEntry,
  type LockedContract,
  lockEntrySchema,
} from "./lock-model.ts";

/** In the order of the model: what a reviewer looks for comes first. */
const LOCK_KEYS = Object.keys(lockEntrySchema.shape) as readonly (keyof LockEntry)[];

/** A lock as the text of its file: sorted, one contract a line, so that versions can be compared and merged. */
export function lockText(lock: Lock): string {
  const chains = [...new Set(inOrder(lock).map(({ chainId }) => chainId))].map((chainId) => {
    const lines = inOrder(lock)
      .filter((entry) => entry.chainId === chainId)
      .map((entry) => `      ${lineOf(entry)}`);
    return `    "${chainId}": [\n${lines.join(",\n")}\n    ]`;
  });
  const inner = chains.length === 0 ? "{}" : `{\n${chains.join(",\n")}\n  }`;
  return `{\n  "schema": ${JSON.stringify(LOCK_SCHEMA)},\n  "chains": ${inner}\n}\n`;
}

/** By chain, name and address; not by the language of the machine. */
function inOrder(lock: Lock): Lock {
  const key = ({ name, address }: LockEntry): string => `${name}\n${address.toLowerCase()}`;
  return [...lock].sort((a, b) => a.chainId - b.chainId || (key(a) < key(b) ? -1 : 1));
}

function lineOf(entry: LockEntry): string {
  const values = LOCK_KEYS.flatMap((key) => {
    const value = entry[key];
    return value === undefined ? [] : [`${JSON.stringify(key)}: ${inline(value)}`];
  });
  return `{ ${values.join(", ")} }`;
}

function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${inline(each)}`);
  return inner.length === 0 ? "{}" : `{ ${inner.join(", ")} }`;
}

/** The state of the project when an entry is written. */
export interface LockedBy {
  /** Undefined where git does not say. */
  readonly source: { readonly commit: string; readonly dirty: boolean } | undefined;
  readonly now: Date;
}

/** Whether a contract may be locked without `--allow-unverified`. */
export function isLockable({ outcome, fingerprint }: ContractReport): boolean {
  const { isVerified = false, hasNoSources = false } = OUTCOMES[outcome];
  return (isVerified || hasNoSources) && fingerprint !== undefined;
}

/**
 * What a report of a check proves of a contract, as the lock file keeps it.
 *
 * @param before The contract's entry until now: where its content stays, commit and time stay too.
 * @returns undefined for a report without a fingerprint: the contract was not looked at.
 */
export function entryOf(
  report: ContractReport,
  chainId: number,
  { source, now }: LockedBy,
  before: LockEntry | undefined,
): LockedContract | undefined {
  const { target, fingerprint, contract, match, proxy } = report;
  if (fingerprint === undefined || target.address === null) return undefined;
  const content = {
    name: recordedName(report) ?? contract?.name ?? before?.name ?? target.address,
    address: target.address,
    ...(target.contractId === null ? {} : { id: target.contractId }),
    code: fingerprint.code,
    metadata: fingerprint.metadata,
    transaction: target.creationTransactionHash,
    build:
      contract === null || fingerprint.input === null
        ? null
        : {
            contract: contract.identifier,
            compiler: contract.compilerVersion,
            input: fingerprint.input,
          },
    record:
      match === null || fingerprint.record === null
        ? null
        : { runtime: match.runtimeMatch, creation: match.creationMatch, sources: fingerprint.record },
    claims: (report.claims ?? []).filter(({ state }) => state === "proven").map(({ id }) => id),
    ...(isEmpty(report.libraries) ? {} : { libraries: sorted(report.libraries) }),
    ...(proxy === null ? {} : { proxy: linksOf(proxy, fingerprint.links) }),
    ...(isEmpty(report.libraries) && proxy === null && isEmpty(fingerprint.codes)
      ? {}
      : { codes: sorted(fingerprint.codes ?? {}) }),
    tools: [...new Set(report.deployments.map(({ tool }) => tool))].sort(),
    ...(isLockable(report) ? {} : { unverified: report.error?.message ?? report.outcome }),
  };
  const state = {
    commit: source?.commit ?? null,
    ...(source?.dirty === true ? { dirty: true } : {}),
    lockedAt: utcSecond(now),
  };
  const kept = before !== undefined && isSameContent(content, before) ? stateOf(before) : state;
  return { chainId, ...content, ...kept };
}

function linksOf(
  { kind, implementation, beacon }: NonNullable<ContractReport["proxy"]>,
  links: NonNullable<ContractReport["fingerprint"]>["links"],
): NonNullable<LockEntry["proxy"]> {
  if (links === undefined) return { kind, implementation, beacon, admin: null };
  const { facets, ...addresses } = links;
  return { kind, ...addresses, ...(facets === undefined ? {} : { facets: [...facets] }) };
}

const CONTENT_KEYS = LOCK_KEYS.filter((key) => !["commit", "dirty", "lockedAt"].includes(key));

type State = Pick<LockEntry, "commit" | "dirty" | "lockedAt">;

function stateOf({ commit, dirty, lockedAt }: LockEntry): State {
  return { commit, ...(dirty === undefined ? {} : { dirty }), lockedAt };
}

function isSameContent(content: object, before: LockEntry): boolean {
  const now: Readonly<Record<string, unknown>> = { ...content };
  return CONTENT_KEYS.every((key) => isSameJson(now[key], before[key]));
}

function isEmpty(map: Readonly<Record<string, string>> = {}): boolean {
  return Object.keys(map).length === 0;
}

function sorted(map: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1)));
}
