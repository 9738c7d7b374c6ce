import type { ContractReport } from "../../src/report.ts";
import type { DeployedContract } from "./deploy.ts";
import type { BuiltContract } from "./read-build.ts";

const NOTHING = { contracts: 0, exact: 0, match: 0, missed: 0, wrong: 0, alarms: 0 };

export class Tally {
  readonly #counts = { ...NOTHING };
  readonly #problems: string[] = [];

  add(contract: string, finding: Finding, alarms: readonly string[]): void {
    this.#counts.contracts += 1;
    this.#counts[finding.kind] += 1;
    this.#counts.alarms += alarms.length;
    if ("reason" in finding) this.#problems.push(`${finding.kind} ${contract}: ${finding.reason}`);
    for (const alarm of alarms) this.#problems.push(`alarm ${contract}: ${alarm}`);
  }

  addAll(other: Tally): void {
    for (const count of Object.keys(NOTHING) as (keyof typeof NOTHING)[])
      this.#counts[count] += other.#counts[count];
    this.#problems.push(...other.#problems);
  }

  get contracts(): number {
    return this.#counts.contracts;
  }

  get problems(): readonly string[] {
    return this.#problems;
  }

  get line(): string {
    return JSON.stringify({ suite: "real", ...this.#counts });
  }
}

type Finding =
  /** Its metadata hash is on chain. */
  | { readonly kind: "exact" }
  /** The best match without a metadata hash. */
  | { readonly kind: "match" }
  | { readonly kind: "missed" | "wrong"; readonly reason: string };

export function judge(
  { built, code, isCreated }: DeployedContract,
  report: ContractReport | undefined,
  all: ReadonlyMap<string, BuiltContract>,
): Finding {
  if (report === undefined) return { kind: "missed", reason: "not in the report" };
  const found = report.contract?.identifier;
  if (found !== undefined && found !== built.identifier) {
    const twin = all.get(found);
    // Without a hash on chain, contracts with equal code can't be told apart.
    if (twin === undefined || !isSameCode(twin, built) || hasMetadataHash(code))
      return { kind: "wrong", reason: `found as ${found}` };
  }
  const { outcome, match, error } = report;
  if (outcome !== "verified" || match === null)
    return { kind: "missed", reason: `${outcome} ${error?.code ?? ""} ${error?.message ?? ""}` };
  const best = hasMetadataHash(code) ? "exact_match" : "match";
  const creation = isCreated ? best : null;
  if (match.runtimeMatch === best && match.creationMatch === creation)
    return { kind: best === "match" ? "match" : "exact" };
  return {
    kind: "missed",
    reason: `runtime ${match.runtimeMatch} instead of ${best}, creation ${match.creationMatch} instead of ${creation}`,
  };
}

export function alarmsOf({ checks }: ContractReport): readonly string[] {
  return checks
    .filter(({ status }) => status === "failed")
    .map(({ id, expected, actual, reason = "" }) => `${id}: expected ${expected}, got ${actual}. ${reason}`);
}

function isSameCode(a: BuiltContract, b: BuiltContract): boolean {
  return a.runtime.object === b.runtime.object;
}

/** True if the final CBOR map has `ipfs`, `bzzr0` or `bzzr1`. Its length is in the last two bytes. */
function hasMetadataHash(code: string): boolean {
  const length = Number.parseInt(code.slice(-4), 16);
  const section = code.slice(-4 - length * 2, -4);
  return /^a.*(?:64697066735822|65627a7a723[01]5820)/.test(section);
}
