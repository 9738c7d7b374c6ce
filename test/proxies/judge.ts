import type { ContractReport } from "../../src/report.ts";
import type { NodeKind } from "./nodes.ts";
import type { Diamond, SingleProxy, Target } from "./truth.ts";

const VERIFIED = new Set(["verified", "already-verified"]);

interface Followed {
  readonly address: string;
  /** Undefined if there is no code. */
  readonly contract: string | undefined;
}

export function implementationsOf({ truth }: Target): readonly Followed[] {
  if (truth.is !== "proxy") return [];
  const first = { address: truth.runs, contract: truth.runsContract };
  return truth.beyond === undefined ? [first] : [first, { address: truth.beyond, contract: "Box" }];
}

/** The reason why an implementation isn't verified; undefined if each one is. */
export function whyNotFollowed(
  target: Target,
  reportOf: (address: string) => ContractReport | undefined,
  node: NodeKind,
): string | undefined {
  for (const { address, contract } of implementationsOf(target)) {
    const report = reportOf(address);
    if (report === undefined) return `${address} was not followed`;
    // An implementation may delegate too. Only storage shows that it is no proxy.
    if (!node.reads && report.proxyUnknown !== undefined) return undefined;
    if (!VERIFIED.has(report.outcome)) return `${address} is ${report.outcome} ${report.error?.code ?? ""}`;
    if (report.contract?.name !== contract) return `${address} was found as ${report.contract?.name}`;
  }
  return undefined;
}

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
    // The run also checks a proxy's beacon and admin.
    const { beacon, admin } = found(target.address)?.proxy ?? {};
    const around = [...(beacon == null ? [] : [beacon]), ...(admin === undefined ? [] : [admin.address])];
    const implementations = implementationsOf(target).filter(({ contract }) => contract !== undefined);
    return [target.address, ...implementations.map(({ address }) => address), ...more, ...around];
  });
  return new Set(addresses);
}

type Judgement =
  /** Correct, or unknown because the node doesn't show it. */
  | { readonly is: "right" }
  /** Less than the node shows. */
  | { readonly is: "missed"; readonly reason: string }
  /** A false statement. */
  | { readonly is: "wrong"; readonly reason: string };

const RIGHT: Judgement = { is: "right" };
const PROVEN = new Set(["code", "probe", "trace"]);

type ContractProxy = NonNullable<ContractReport["proxy"]>;

export function judge(target: Target, report: ContractReport | undefined, node: NodeKind): Judgement {
  if (report === undefined) return missed("it is not in the report");
  const { contract, proxy, proxyUnknown } = report;
  if (contract !== null && contract.name !== target.contract)
    return wrong(`it was found as ${contract.name}`);
  if (target.truth.is === "no-proxy") {
    if (proxy !== null) return wrong(`it is no proxy; reported: ${textOf(proxy)}`);
    return proxyUnknown === undefined || !node.reads ? RIGHT : missed(proxyUnknown);
  }
  if (proxy === null)
    return proxyUnknown === undefined
      ? wrong("it is called no proxy")
      : judgeUnknown(target, node, proxyUnknown);
  return target.truth.is === "diamond"
    ? judgeDiamond(target.address, target.truth, proxy)
    : judgeSingle(target, target.truth, proxy, node);
}

function judgeSingle(target: Target, truth: SingleProxy, proxy: ContractProxy, node: NodeKind): Judgement {
  const { kind, implementation, beacon = null, proof = "" } = proxy;
  if (implementation === null) return judgeUnknown(target, node, textOf(proxy), proxy);
  if (implementation !== truth.runs) {
    const mayBeNamed = !node.traces && !node.replaces && proof === "stated" && implementation === truth.named;
    return mayBeNamed ? RIGHT : wrong(`${truth.runs} runs; reported: ${textOf(proxy)}`);
  }
  // Without storage, a call shows what runs, but not the standard.
  const isNameless = !node.reads && kind === "other";
  if (!isNameless && !truth.kind.test(kind))
    return wrong(`it is of the kind ${truth.kind}; reported: ${textOf(proxy)}`);
  if (!isNameless && truth.beacon !== undefined && beacon !== truth.beacon)
    return wrong(`its beacon is ${truth.beacon}; reported: ${beacon}`);
  if (PROVEN.has(proof)) return RIGHT;
  return proves(node, truth) ? missed(`the node proves what runs; reported: ${textOf(proxy)}`) : RIGHT;
}

/** For no implementation, or several. */
function judgeUnknown(
  { truth, isLiar = false }: Target,
  node: NodeKind,
  said: string,
  proxy?: ContractProxy,
): Judgement {
  if (truth.is !== "proxy") return missed(said);
  // An address without code can be named, but never runs.
  if (truth.runsContract === undefined) return RIGHT;
  const isShown = proxy?.candidates?.some(({ implementation }) => implementation === truth.runs) === true;
  const isConflict = proxy?.proof === "conflicting";
  if (isConflict && isShown && isLiar) return RIGHT;
  // An address in the bytecode needs no node.
  if (truth.isInCode === true) return missed(said);
  if (!node.reads) return RIGHT;
  const isNamed = truth.isHidden !== true && truth.isClosed !== true && !isLiar;
  return proves(node, truth) || isNamed ? missed(said) : RIGHT;
}

function proves({ traces, replaces }: NodeKind, { isClosed, seesReplacing }: SingleProxy): boolean {
  return isClosed !== true && (traces || (replaces && seesReplacing !== true));
}

function judgeDiamond(address: string, { facets }: Diamond, proxy: ContractProxy): Judgement {
  if (proxy.kind !== "EIP-2535") return wrong(`it is a diamond; reported: ${textOf(proxy)}`);
  const listed = (proxy.facets?.list ?? []).map((facet) => facet.address);
  const foreign = listed.filter(
    (facet) => facet !== address && !facets.some((each) => each.address === facet),
  );
  if (foreign.length > 0) return wrong(`it has no facet ${foreign.join()}`);
  const lacking = facets.filter((facet) => !listed.includes(facet.address));
  return lacking.length === 0
    ? RIGHT
    : missed(`its facets ${lacking.map(({ contract }) => contract)} are missing`);
}

function textOf({ kind, implementation, proof, candidates = [] }: ContractProxy): string {
  const named = candidates.map((each) => `${each.implementation} (${each.where})`);
  return `${kind} of ${implementation}, ${proof}; candidates: ${named.join(", ") || "none"}`;
}

function missed(reason: string): Judgement {
  return { is: "missed", reason };
}

function wrong(reason: string): Judgement {
  return { is: "wrong", reason };
}
