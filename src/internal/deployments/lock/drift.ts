import { isWeaker, type Sides } from "../../domain/match.ts";
import { findLibraryAddress } from "../../domain/package-source.ts";
import { matchWords } from "../../render/words/match-words.ts";
import type { Claim, Drift, ProxyLinks } from "../../report/model.ts";
import type { LockEntry } from "./lock-model.ts";

export interface Observed {
  /** keccak256 of the runtime code on chain. Null if there is no code. */
  readonly code: string | null;
  readonly metadata: string | null;
  /** The proxy's links. Undefined if the contract isn't a proxy or if its code contains the implementation. */
  readonly links: ProxyLinks | undefined;
  /** Null if the verification service has no record. */
  readonly record: NonNullable<LockEntry["record"]> | null;
  /** keccak256 of the code at each address in the entry's `codes`. Null if there is no code. */
  readonly codes: Readonly<Record<string, string | null>>;
  /** The library addresses in the contract's deployment records, keyed by library name. */
  readonly libraries: Readonly<Record<string, string>>;
}

/** Most important first. A stronger match with the same sources isn't drift. */
export function driftsOf(entry: LockEntry, observed: Observed): readonly Drift[] {
  const drifts = [
    ...compareValues("code", entry.code, observed.code),
    ...(entry.code === observed.code ? compareValues("metadata", entry.metadata, observed.metadata) : []),
    ...findProxyDrift(entry, observed),
    ...findCodeDrift(entry, observed),
    ...findRecordDrift(entry.record, observed.record),
    ...Object.entries(entry.libraries ?? {}).flatMap(([name, address]) => {
      const found = findLibraryAddress(observed.libraries, name);
      return found === undefined ? [] : compareValues("library", address, found, `${name} `);
    }),
  ];
  return drifts.map(({ kind, locked, found }) => {
    const claim = kind === "linked-code" && entry.proxy !== undefined ? "implementation" : CLAIMS[kind];
    return claim !== undefined && entry.claims.includes(claim)
      ? { kind, claim, locked, found }
      : { kind, locked, found };
  });
}

/** Drift that verifying the contract again would remove. */
const CLOSED_BY_VERIFYING: readonly Drift["kind"][] = ["record-missing", "record-weaker"];

/** Text for an implementation that is still unverified after an upgrade. */
export const NO_RECORD = "no record found";

/** True if `lock --update` may accept the drift: there is code, and verifying again wouldn't remove all drift. */
export function isAcceptable(drift: readonly Drift[]): boolean {
  const hasCode = drift.every(({ kind, found }) => kind !== "code" || found !== null);
  return hasCode && drift.some(({ kind }) => !CLOSED_BY_VERIFYING.includes(kind));
}

type Unclaimed = Omit<Drift, "claim">;

const CLAIMS: Readonly<Partial<Record<Drift["kind"], Claim["id"]>>> = {
  code: "runtime-code",
  "linked-code": "libraries",
  implementation: "implementation",
  beacon: "implementation",
  facets: "implementation",
  functions: "implementation",
  "record-missing": "record",
  "record-weaker": "record",
  "record-sources": "sources",
  library: "libraries",
};

function findProxyDrift({ proxy }: LockEntry, { links }: Observed): readonly Unclaimed[] {
  const inner = findInnerDrift(proxy?.inner, links?.inner);
  if (links === undefined) return inner;
  const one = (["implementation", "beacon", "admin"] as const).flatMap((kind) =>
    compareValues(kind, proxy?.[kind] ?? null, links[kind]),
  );
  const facets = compareValues("facets", formatAddresses(proxy?.facets), formatAddresses(links.facets));
  const isSame = facets.length === 0 && proxy?.functions !== undefined;
  const functions = isSame
    ? compareValues("functions", proxy.functions ?? null, links.functions ?? null)
    : [];
  return [...one, ...inner, ...facets, ...functions];
}

function findInnerDrift(locked: readonly string[] = [], found: readonly string[] = []): readonly Unclaimed[] {
  const levels = locked.length > found.length ? locked : found;
  return levels.flatMap((_, level) =>
    compareValues("implementation", locked[level] ?? null, found[level] ?? null),
  );
}

/**
 * True if an entry lacks code hashes, a diamond's functions, or the record behind its claims, for example because the
 * file was edited.
 */
export function lacksCodes({ codes, libraries = {}, proxy, record, claims, unverified }: LockEntry): boolean {
  const needsRecord = unverified === undefined && claims.some((id) => id === "record" || id === "sources");
  if (needsRecord && record === null) return true;
  if (proxy?.facets !== undefined && proxy.functions === undefined) return true;
  const covered = new Set(Object.keys(codes ?? {}).map((address) => address.toLowerCase()));
  // An unverified contract's entry may lack the code hashes of some libraries.
  const linked = codes !== undefined && unverified !== undefined ? [] : Object.values(libraries);
  return [...linked.map((address) => address.toLowerCase()), ...collectAddresses(proxy)].some(
    (address) => !covered.has(address),
  );
}

/**
 * Skips addresses that a proxy no longer uses, because their code no longer runs. The changed link itself counts as
 * drift.
 */
function findCodeDrift(
  { codes = {}, proxy }: LockEntry,
  { links, codes: found }: Observed,
): readonly Unclaimed[] {
  const ran = collectAddresses(proxy);
  const runs = collectAddresses(links);
  return Object.entries(codes).flatMap(([address, code]) =>
    links !== undefined && ran.has(address.toLowerCase()) && !runs.has(address.toLowerCase())
      ? []
      : compareValues("linked-code", code, found[address] ?? null, `${address} `),
  );
}

function collectAddresses(
  links: Partial<NonNullable<LockEntry["proxy"]> | ProxyLinks> = {},
): ReadonlySet<string> {
  const { implementation, beacon, facets = [], inner = [] } = links;
  return new Set([implementation, beacon, ...facets, ...inner].flatMap((each) => each?.toLowerCase() ?? []));
}

function formatAddresses(addresses: readonly string[] | undefined): string | null {
  return addresses === undefined ? null : [...addresses].sort().join(" ");
}

function findRecordDrift(locked: LockEntry["record"], found: Observed["record"]): readonly Unclaimed[] {
  if (locked === null) return [];
  const matches = formatSides(locked);
  if (found === null) return [{ kind: "record-missing", locked: matches, found: null }];
  const isLess = isWeaker(sidesOf(found), sidesOf(locked));
  return [
    ...(isLess ? compareValues("record-weaker", matches, formatSides(found)) : []),
    ...compareValues("record-sources", locked.sources, found.sources),
  ];
}

function compareValues(
  kind: Drift["kind"],
  locked: string | null,
  found: string | null,
  prefix = "",
): readonly Unclaimed[] {
  if (locked?.toLowerCase() === found?.toLowerCase()) return [];
  const shown = (value: string | null): string | null => (value === null ? null : `${prefix}${value}`);
  return [{ kind, locked: shown(locked), found: shown(found) }];
}

/** Returns the two sides of a locked record's match. If there is no record, neither side matches. */
export function sidesOf(record: LockEntry["record"]): Sides {
  return { runtimeMatch: record?.runtime ?? null, creationMatch: record?.creation ?? null };
}

function formatSides({ runtime, creation }: NonNullable<LockEntry["record"]>): string {
  return `creation ${matchWords(creation)}, runtime ${matchWords(runtime)}`;
}
