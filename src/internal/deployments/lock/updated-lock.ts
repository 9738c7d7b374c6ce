import { isWeaker } from "../../domain/match.ts";
import type { ContractReport, Report } from "../../report/model.ts";
import { recordedName } from "../../report/names.ts";
import { OUTCOMES } from "../../report/outcome.ts";
import { askedNetworks, getNetwork } from "../../report/report-network.ts";
import { isSameJson, sortKeys } from "../../text/canonical-json.ts";
import { withoutUndefined } from "../../text/is-object.ts";
import { formatUtcSecond } from "../../text/moment.ts";
import { sidesOf } from "./drift.ts";
import { LOCK_KEYS, type Lock, type LockEntry, type LockedContract } from "./lock-model.ts";

type LockReport = Pick<Report, "contracts" | "network" | "networks" | "source" | "finishedAt">;

/** @param isWhole True if the run included all contracts on its chains. Entries of other contracts are then removed. */
export function updatedLock(before: Lock, report: LockReport, isWhole: boolean) {
  const wholeChains = new Set(isWhole ? askedNetworks(report).map(({ chainId }) => chainId) : []);
  const known = new Map(before.map((entry) => [getKey(entry), entry]));
  const written = new Map<string, LockedContract>();
  for (const contract of report.contracts) {
    const chainId = getNetwork(report, contract)?.chainId;
    const { address } = contract.target;
    // A proxy's entry already covers the code that it runs.
    const isCovered = contract.relation?.because === "implementation";
    if (chainId === undefined || address === null || isCovered) continue;
    const key = getKey({ chainId, address });
    const entry = entryOf(contract, chainId, report, known.get(key));
    if (entry !== undefined) written.set(key, entry);
  }
  const others = before.filter((entry) => !written.has(getKey(entry)));
  const kept = others.filter(({ chainId }) => !wholeChains.has(chainId));
  const gone = others.filter(({ chainId }) => wholeChains.has(chainId));
  const replaced = [...written].flatMap(([key, entry]) => {
    const earlier = known.get(key);
    return earlier === undefined ? [] : [{ entry, earlier }];
  });
  return {
    lock: [...kept, ...written.values()],
    added: written.size - replaced.length,
    /** "Vault (code, record)": the contract's name, and the keys of its entry that differ. */
    changed: replaced.flatMap(({ entry, earlier }) => {
      const keys = listDifferingKeys(entry, earlier);
      return keys.length === 0 ? [] : [`${entry.name} (${keys.join(", ")})`];
    }),
    /** Names of contracts with fewer proven claims or a weaker stored match than before. */
    weaker: replaced.filter(isWeakerNow).map(({ entry }) => entry.name),
    removed: gone.map(({ name }) => name),
  };
}

function isWeakerNow({ entry, earlier }: Readonly<Record<"entry" | "earlier", LockedContract>>): boolean {
  const isLess = earlier.claims.some((claim) => !entry.claims.includes(claim));
  const isUnverified = entry.unverified !== undefined && earlier.unverified === undefined;
  return isLess || isUnverified || isWeaker(sidesOf(entry.record), sidesOf(earlier.record));
}

function getKey({ chainId, address }: Pick<LockedContract, "chainId" | "address">): string {
  return `${chainId}:${address.toLowerCase()}`;
}

/** True if a contract can be locked without `--allow-unverified`. */
export function isLockable({ outcome, fingerprint }: ContractReport): boolean {
  const { isVerified = false, hasNoSources = false } = OUTCOMES[outcome];
  return (isVerified || hasNoSources) && fingerprint !== undefined;
}

/** Undefined if the contract was not examined. Unchanged content keeps its commit and time. */
export function entryOf(
  report: ContractReport,
  chainId: number,
  { source, finishedAt }: Pick<Report, "source" | "finishedAt">,
  before: LockEntry | undefined,
): LockedContract | undefined {
  const { target, fingerprint, contract, match, proxy } = report;
  if (fingerprint === undefined || target.address === null) return undefined;
  const content: Omit<LockEntry, "commit" | "dirty" | "lockedAt"> = {
    name: recordedName(report) ?? contract?.name ?? before?.name ?? target.address,
    address: target.address,
    id: target.contractId ?? undefined,
    code: fingerprint.code,
    metadata: fingerprint.metadata,
    transaction: target.creationTransactionHash,
    build:
      contract === null || fingerprint.input === null
        ? null
        : { contract: contract.identifier, compiler: contract.compilerVersion, input: fingerprint.input },
    record:
      match === null || fingerprint.record === null
        ? null
        : { runtime: match.runtimeMatch, creation: match.creationMatch, sources: fingerprint.record },
    // A claim without witnesses doesn't apply to the contract, such as the id of a contract on a chain that has no
    // query service.
    claims: (report.claims ?? []).flatMap(({ id, state, witnesses }) =>
      state === "proven" && witnesses.length > 0 ? id : [],
    ),
    libraries: isEmpty(report.libraries) ? undefined : sortKeys(report.libraries),
    proxy: proxy === null ? undefined : toLockedLinks(proxy, fingerprint.links),
    codes:
      isEmpty(report.libraries) && proxy === null && isEmpty(fingerprint.codes)
        ? undefined
        : sortKeys(fingerprint.codes ?? {}),
    tools: [...new Set(report.deployments.map(({ tool }) => tool))].sort(),
    unverified: isLockable(report) ? undefined : (report.error?.message ?? report.outcome),
  };
  const isKept = before !== undefined && listDifferingKeys(content, before).length === 0;
  const { commit, dirty, lockedAt } = isKept
    ? before
    : { ...STATELESS, ...source, lockedAt: formatUtcSecond(new Date(finishedAt)) };
  return withoutUndefined({ chainId, ...content, commit, dirty: dirty || undefined, lockedAt });
}

const STATELESS = { commit: null, dirty: false };

function toLockedLinks(
  { kind, implementation, beacon }: NonNullable<ContractReport["proxy"]>,
  links: NonNullable<ContractReport["fingerprint"]>["links"],
): NonNullable<LockEntry["proxy"]> {
  if (links === undefined) return { kind, implementation, beacon, admin: null };
  const { facets, inner, ...addresses } = links;
  return withoutUndefined({ kind, ...addresses, facets: facets && [...facets], inner: inner && [...inner] });
}

const CONTENT_KEYS = LOCK_KEYS.filter((key) => key !== "commit" && key !== "dirty" && key !== "lockedAt");

type Content = Partial<LockEntry>;

function listDifferingKeys(one: Content, other: Content): readonly (keyof LockEntry)[] {
  return CONTENT_KEYS.filter((key) => !isSameJson(one[key], other[key]));
}

function isEmpty(map: Readonly<Record<string, string>> = {}): boolean {
  return Object.keys(map).length === 0;
}
