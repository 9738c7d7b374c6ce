import type { ContractReport } from "../../src/report.ts";
import type { NodeKind } from "./nodes.ts";
import type { Target } from "./truth.ts";

const VERIFIED = new Set(["verified", "already-verified"]);

/** A contract of the build that is at an address. */
interface Followed {
  readonly address: string;
  /** Undefined where there is no code. */
  readonly contract: string | undefined;
}

/** What a run verifies with a proxy, where the proxy's implementation is known. */
export function implementationsOf({ truth }: Target): readonly Followed[] {
  if (truth.is !== "proxy") return [];
  const first = { address: truth.runs, contract: truth.runsContract };
  return truth.beyond === undefined ? [first] : [first, { address: truth.beyond, contract: "Box" }];
}

/** Why an implementation is not verified as itself, of all that run; undefined if each is. */
export function whyNotFollowed(
  target: Target,
  reportOf: (address: string) => ContractReport | undefined,
  node: NodeKind,
): string | undefined {
  for (const { address, contract } of implementationsOf(target)) {
    const report = reportOf(address);
    if (report === undefined) return `${address} was not followed`;
    // An implementation can delegate too, and only storage shows that it is no proxy.
    if (!node.reads && report.proxyUnknown !== undefined) return undefined;
    if (!VERIFIED.has(report.outcome)) return `${address} is ${report.outcome} ${report.error?.code ?? ""}`;
    if (report.contract?.name !== contract) return `${address} was found as ${report.contract?.name}`;
  }
  return undefined;
}

/** The addresses that a run may have a report of. */
export function expectedAddresses(
  targets: readonly Target[],
  node: NodeKind,
  found: (address: string) => ContractReport | undefined,
): ReadonlySet<string> {
  const addresses = targets.flatMap((target) => {
    const { truth } = target;
    const more =
      truth.is === "diamond"
        ? truth.facets.map(({ address }) => address)
        : truth.is === "proxy" && truth.named !== undefined && !node.traces && !node.replaces
          ? [truth.named]
          : [];
    // What may upgrade a proxy is looked at too, and what names its implementation.
    const { beacon, admin } = found(target.address)?.proxy ?? {};
    const around = [...(beacon == null ? [] : [beacon]), ...(admin === undefined ? [] : [admin.address])];
    const implementations = implementationsOf(target).filter(({ contract }) => contract !== undefined);
    return [target.address, ...implementations.map(({ address }) => address), ...more, ...around];
  });
  return new Set(addresses);
}
