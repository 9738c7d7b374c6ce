import { assert } from "chai";
import { proxyLines, proxyTitle } from "../../src/internal/render/words/proxy-words.ts";
import type { ContractProxy, ProxyCandidate } from "../../src/internal/report/model.ts";
import { contractOf } from "../helpers/report-parts.ts";

const A = "0x6076586EA1ce15ddCf19208Ec6346cF748DfFbee";
const B = "0x9E326f4F4C1B9057164Ef592671cF0D37C8040C0";
const BEACON = "0x1213060d8b0F09323186f47A587f91a2c075Dd87";

const candidate = (implementation: string, more: Partial<ProxyCandidate> = {}): ProxyCandidate => ({
  ...{ implementation, from: "slot", where: "EIP-1967 slot", beacon: null, hasCode: true, runs: true },
  ...more,
});
const proxy = (
  more: Partial<ContractProxy> = {},
  candidates: readonly ProxyCandidate[] = [candidate(A)],
): ContractProxy => ({
  kind: "EIP-1967",
  implementation: A,
  beacon: null,
  proof: "probe",
  candidates,
  ...more,
});
const unclear = (...candidates: readonly ProxyCandidate[]) =>
  proxy({ implementation: null, proof: "conflicting" }, candidates);
const some = contractOf();
const linesOf = (of: ContractProxy | null, proxyUnknown?: string): readonly string[] =>
  proxyLines({ ...some, proxy: of, ...(proxyUnknown === undefined ? {} : { proxyUnknown }) });

const IN_CODE = candidate(A, { from: "code", runs: null });
const GETTER = candidate(A, { where: "implementation()", from: "getter", runs: null });
const FACETS = [
  { address: A, selectors: ["0x12345678", "0x00000001"] },
  { address: B, selectors: [] },
];

const WORDS: Readonly<Record<string, readonly [of: ContractProxy | null, ...lines: readonly string[]]>> = {
  "no proxy": [null],
  "an old report without a proof": [
    { kind: "EIP-1967 beacon", implementation: A, beacon: BEACON },
    `EIP-1967 beacon, implementation ${A}, from the beacon ${BEACON}`,
  ],
  "a proven implementation": [
    proxy(),
    `EIP-1967, implementation ${A}`,
    "proven by a call in which the proxy ran the code at this address",
  ],
  "an implementation in the code": [
    proxy({ kind: "EIP-1167", proof: "code" }, [IN_CODE]),
    `EIP-1167, implementation ${A}`,
    "its own code forwards calls to this address and to no other",
  ],
  "an implementation named in two places but not shown by a call": [
    proxy({ proof: "stated" }, [candidate(A, { runs: null }), GETTER]),
    `EIP-1967, implementation ${A}`,
    "a slot, a beacon or a function names it, but no call showed that its code runs",
  ],
  "a slot that names code which doesn't run": [
    unclear(candidate(B, { from: "call", where: "a call" }), candidate(A, { runs: false, hasCode: false })),
    "EIP-1967, implementation unclear",
    `${B}: ran in a call`,
    `${A}: named by the EIP-1967 slot, did not run in any call, has no code`,
  ],
  "a diamond whose events differ": [
    proxy(
      {
        kind: "EIP-2535",
        implementation: null,
        facets: { from: "facetAddresses()", list: FACETS.slice(1), byEvents: FACETS, verified: 1, total: 2 },
      },
      [],
    ),
    "EIP-2535, diamond, 1 of 2 facets verified",
    "according to its facetAddresses(), it has 1 facet:",
    B,
    "according to its DiamondCut events, it has 2 facets, which differ:",
    `${A}, 2 functions`,
    B,
  ],
  "a diamond": [
    proxy({ kind: "EIP-2535", implementation: null, facets: { from: "facets()", list: FACETS } }, []),
    "EIP-2535, diamond with 2 facets",
    "according to its facets(), it has 2 facets:",
    `${A}, 2 functions`,
    B,
  ],
};

describe("render - the words for a proxy", () => {
  for (const [what, [of, ...lines]] of Object.entries(WORDS))
    it(`should describe ${what}`, () => assert.deepEqual(linesOf(of), lines));

  it("should say why the proxy is unknown", () =>
    assert.deepEqual(linesOf(null, "the node did not answer eth_call"), [
      "can't tell: the node did not answer eth_call",
    ]));

  it("should name the implementation in a list, or say that it is unclear", () => {
    const names = new Map([[` ${A.toLowerCase()}`, "Vault"]]);
    const titleOf = (of: ContractProxy | null) => proxyTitle({ ...some, proxy: of }, names);
    assert.equal(titleOf(null), "");
    assert.equal(titleOf(proxy()), "proxy of Vault");
    assert.equal(titleOf(proxy({ implementation: B })), `proxy of ${B}`);
    assert.equal(titleOf(proxy({ implementation: null })), "proxy, implementation unclear");
    const facets = { from: "facets()" as const, list: [{ address: A, selectors: [] }] };
    assert.equal(titleOf(proxy({ implementation: null, facets })), "diamond with 1 facet");
  });
});
