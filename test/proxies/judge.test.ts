import { assert } from "chai";
import type { ContractReport } from "../../src/report.ts";
import { type JudgedReport, judge } from "./judge.ts";
import { fullNode, type NodeKind } from "./nodes.ts";
import type { Target } from "./truth.ts";

type ContractProxy = NonNullable<ContractReport["proxy"]>;

const [PROXY, A, B, BEACON] = ["1", "a", "b", "c"].map((digit) => `0x${digit.repeat(40)}`) as [
  string,
  string,
  string,
  string,
];
const FULL: NodeKind = { name: "all", weakness: fullNode, replaces: true, traces: true, reads: true };
const REPLACING: NodeKind = { ...FULL, traces: false };
const RELAY: NodeKind = { ...REPLACING, replaces: false };
const BLIND: NodeKind = { ...RELAY, reads: false };

const SINGLE: Target = {
  name: "single",
  address: PROXY,
  truth: { is: "proxy", kind: /1967/, runs: A, runsContract: "Box" },
};
const truthOf = (more: object): Target => ({
  ...SINGLE,
  truth: { ...SINGLE.truth, ...more } as Target["truth"],
});
const LIAR: Target = { ...truthOf({ named: B }), isLiar: true };
const HIDDEN = truthOf({ isHidden: true });
const CLOSED = truthOf({ isClosed: true });
const SEEING: Target = { ...truthOf({ seesReplacing: true }), isLiar: true };
const IN_CODE = truthOf({ isInCode: true });
const BEHIND = truthOf({ beacon: BEACON });
const NONE: Target = { name: "none", address: PROXY, truth: { is: "no-proxy" } };
const DIAMOND: Target = {
  name: "diamond",
  address: PROXY,
  truth: { is: "diamond", facets: [{ address: A, contract: "Facet" }] },
};

const candidate = (implementation: string) =>
  ({ implementation, from: "slot", where: "slot", beacon: null, hasCode: true, runs: null }) as const;
const said = (proxy: Partial<ContractProxy>): JudgedReport => ({
  contract: null,
  proxy: {
    kind: "EIP-1967",
    implementation: A,
    beacon: null,
    proof: "probe",
    candidates: [candidate(A)],
    ...proxy,
  },
});
const noProxy: JudgedReport = { contract: null, proxy: null };
const unknown: JudgedReport = { ...noProxy, proxyUnknown: "the node refuses" };
const both = {
  implementation: null,
  proof: "conflicting",
  candidates: [candidate(B), candidate(A)],
} as const;
const facets = (...addresses: readonly string[]): JudgedReport => {
  const list = addresses.map((address) => ({ address, selectors: [] }));
  return said({
    kind: "EIP-2535",
    implementation: null,
    proof: "stated",
    facets: { from: "facets()", list },
  });
};

const CASES: readonly (readonly [string, string, Target, JudgedReport | undefined, NodeKind])[] = [
  ["what runs, proven", "right", SINGLE, said({}), FULL],
  ["what runs, stated where it can be proven", "missed", SINGLE, said({ proof: "stated" }), FULL],
  ["what runs, stated where nothing can be proven", "right", SINGLE, said({ proof: "stated" }), RELAY],
  ["another implementation", "wrong", SINGLE, said({ implementation: B }), FULL],
  ["another kind", "wrong", SINGLE, said({ kind: "EIP-1822" }), FULL],
  ["no kind where nothing is read", "right", SINGLE, said({ kind: "other" }), { ...FULL, reads: false }],
  ["no proxy", "wrong", SINGLE, noProxy, FULL],
  ["no proxy where the node refuses", "wrong", SINGLE, noProxy, BLIND],
  ["nothing where the node shows it", "missed", SINGLE, unknown, FULL],
  ["nothing where the slot can be read", "missed", SINGLE, unknown, RELAY],
  ["nothing where the node refuses", "right", SINGLE, unknown, BLIND],
  ["nothing of bytes that need no node", "missed", IN_CODE, unknown, BLIND],
  ["nothing of what only a proof shows", "right", HIDDEN, unknown, RELAY],
  ["nothing of what a proof would show", "missed", HIDDEN, unknown, FULL],
  ["nothing of what lets no stranger in", "right", CLOSED, unknown, FULL],
  ["what a slot names of what lets no stranger in", "right", CLOSED, said({ proof: "stated" }), FULL],
  ["no proxy of what lets no stranger in", "wrong", CLOSED, noProxy, FULL],
  ["nothing of what sees replaced codes", "right", SEEING, unknown, REPLACING],
  ["nothing of what sees replaced codes, and is traced", "missed", SEEING, unknown, FULL],
  ["no beacon", "wrong", BEHIND, said({}), FULL],
  ["its beacon", "right", BEHIND, said({ beacon: BEACON }), FULL],
  ["what a slot names, stated", "right", LIAR, said({ implementation: B, proof: "stated" }), RELAY],
  ["what a slot names, proven", "wrong", LIAR, said({ implementation: B }), RELAY],
  [
    "what a slot names, stated, where it can be disproven",
    "wrong",
    LIAR,
    said({ implementation: B, proof: "stated" }),
    FULL,
  ],
  ["both of two names", "right", LIAR, said(both), FULL],
  [
    "one of two names, and no implementation",
    "missed",
    LIAR,
    said({ ...both, candidates: [candidate(B)] }),
    FULL,
  ],
  ["two names of what has one", "missed", SINGLE, said(both), FULL],
  ["a proxy that is none", "wrong", NONE, said({}), FULL],
  ["none", "right", NONE, noProxy, FULL],
  ["doubts about what is none", "missed", NONE, unknown, RELAY],
  ["all facets", "right", DIAMOND, facets(A), FULL],
  ["all facets, and itself", "right", DIAMOND, facets(A, PROXY), FULL],
  ["no facets", "missed", DIAMOND, facets(), FULL],
  ["a facet that it has not", "wrong", DIAMOND, facets(A, B), FULL],
  ["a diamond as another proxy", "wrong", DIAMOND, said({}), FULL],
  [
    "another contract",
    "wrong",
    SINGLE,
    { ...said({}), contract: { name: "Decoy" } as JudgedReport["contract"] },
    FULL,
  ],
  ["no report at all", "missed", SINGLE, undefined, FULL],
];

describe("proxies - the judgement of a report", () => {
  for (const [what, expected, target, report, node] of CASES)
    it(`should be ${expected}: ${what}`, () => assert.equal(judge(target, report, node).is, expected));
});
