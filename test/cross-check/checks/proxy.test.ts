import { assert } from "chai";
import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import type { ProxyResolution } from "../../../src/internal/domain/record.ts";
import { checkOf } from "../../helpers/cross-check/one-check.ts";
import { recordedEvidence, recording } from "../../helpers/cross-check/recorded-evidence.ts";

const IMPLEMENTATION = "0x60768b3B49dc7c031Eed1Bd4d1601b976C8D550e";
const FOREIGN = `0x${"ab".repeat(20)}`;
const SLOT = "360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc";
const BEACON_SLOT = "a3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50";
const DIAMOND_SLOT = "c8fcad8db84d3cc18b4c41d551ea0ee66dd599cde068d998e57d5e09332c131c";
/** Code with DELEGATECALL, but without a slot of EIP-1967. */
const PASSING = "0x36600060003760006000366000545af400";
const WITH_SLOT = `0x7f${SLOT}545af4`;
const CLONE = `0x363d3d373d3d3d363d73${IMPLEMENTATION.slice(2)}5af43d82803e903d91602b57fd5bf3`;

const NONE: ProxyResolution = { isProxy: false, proxyType: null, implementations: [] };
const of = (...addresses: readonly string[]): ProxyResolution => ({
  isProxy: true,
  proxyType: "EIP1967Proxy",
  implementations: addresses.map((address) => ({ address })),
});

function evidenceOf(
  proxyResolution: ProxyResolution | null | undefined,
  proxy: Evidence["proxy"],
  runtimeBytecode: string,
): Evidence {
  const evidence = recordedEvidence(recording("plain"));
  const { proxyResolution: _, ...record } = evidence.record;
  return {
    ...evidence,
    record: proxyResolution === undefined ? record : { ...record, proxyResolution },
    proxy,
    facts: { ...evidence.facts, runtimeBytecode },
  };
}

const STATED = { proof: "stated", candidates: [] } as const;
const erc1967 = { kind: "EIP-1967", implementation: IMPLEMENTATION, beacon: null, ...STATED } as const;
const beacon = {
  kind: "EIP-1967 beacon",
  implementation: IMPLEMENTATION,
  beacon: FOREIGN,
  ...STATED,
} as const;
const clone = {
  kind: "EIP-1167",
  implementation: IMPLEMENTATION,
  beacon: null,
  proof: "code",
  candidates: [],
} as const;
const erc1822 = { kind: "EIP-1822", implementation: IMPLEMENTATION, beacon: null, ...STATED } as const;
const THIRD = `0x${"cd".repeat(20)}`;
const candidate = (implementation: string, runs: boolean | null) =>
  ({ implementation, from: "slot", where: "EIP-1967 slot", beacon: null, hasCode: true, runs }) as const;
const unclear = (proof: "conflicting" | "no-code", ...candidates: ReturnType<typeof candidate>[]) =>
  ({ kind: "EIP-1967", implementation: null, beacon: null, proof, candidates }) as const;
const ofFacets = {
  kind: "EIP-2535",
  implementation: null,
  beacon: null,
  proof: "stated",
  candidates: [],
  facets: {
    from: "facets()",
    list: [FOREIGN, IMPLEMENTATION].map((address) => ({ address, selectors: [] })),
  },
} as const;
const unitroller = { ...STATED, kind: "Unitroller", implementation: IMPLEMENTATION, beacon: null } as const;
const diamond = { ...of(FOREIGN, IMPLEMENTATION), proxyType: "DiamondProxy" };
const plainCode = recording("plain").chain.runtimeBytecode;

type Case = readonly [what: string, status: string, ...Parameters<typeof evidenceOf>];

const CASES: readonly Case[] = [
  ["none on either side", "passed", NONE, null, plainCode],
  ["the same implementation", "passed", of(IMPLEMENTATION), erc1967, WITH_SLOT],
  ["the same implementation in lower case", "passed", of(IMPLEMENTATION.toLowerCase()), erc1967, WITH_SLOT],
  [
    "the same implementation by another name",
    "passed",
    { ...of(IMPLEMENTATION), proxyType: "ZeppelinOSProxy" },
    erc1967,
    WITH_SLOT,
  ],
  ["the implementation behind a beacon", "passed", of(IMPLEMENTATION), beacon, WITH_SLOT],
  ["the target of a clone", "passed", of(IMPLEMENTATION), clone, CLONE],
  ["another implementation", "failed", of(FOREIGN), erc1967, WITH_SLOT],
  ["another implementation behind a beacon", "failed", of(FOREIGN), beacon, WITH_SLOT],
  ["the beacon itself", "failed", of(beacon.beacon), beacon, WITH_SLOT],
  ["another target of a clone", "failed", of(FOREIGN), clone, CLONE],
  ["one implementation more", "failed", of(IMPLEMENTATION, FOREIGN), erc1967, WITH_SLOT],
  ["a proxy without an implementation", "failed", of(), erc1967, WITH_SLOT],
  ["a proxy that is said to be none", "failed", NONE, erc1967, WITH_SLOT],
  ["a beacon proxy that is said to be none", "failed", NONE, beacon, `0x7f${BEACON_SLOT}545af4`],
  ["a clone that is said to be none", "failed", NONE, clone, CLONE],
  ["no proxy that is said to be one", "failed", of(FOREIGN), null, plainCode],
  ["a kind that only the service knows", "skipped", of(FOREIGN), null, PASSING],
  ["slots that are not in the code", "skipped", NONE, erc1967, PASSING],
  ["EIP-1822, which the service may not know", "skipped", NONE, erc1822, PASSING],
  ["EIP-1822 beside another standard", "skipped", of(FOREIGN), erc1822, PASSING],
  ["a diamond that shows an implementation", "skipped", diamond, erc1967, `${WITH_SLOT}7f${DIAMOND_SLOT}`],
  ["an EIP-1967 proxy that is said to be a diamond", "failed", diamond, erc1967, WITH_SLOT],
  ["a clone that is said to be a diamond", "failed", diamond, clone, CLONE],
  ["facets of a diamond", "passed", diamond, ofFacets, PASSING],
  [
    "a facet that the diamond has not",
    "failed",
    { ...diamond, ...of(THIRD), proxyType: "DiamondProxy" },
    ofFacets,
    PASSING,
  ],
  ["a diamond that the service takes for another proxy", "skipped", of(FOREIGN), ofFacets, PASSING],
  [
    "a slot that names what does not run",
    "failed",
    of(FOREIGN),
    unclear("conflicting", candidate(IMPLEMENTATION, true), candidate(FOREIGN, false)),
    WITH_SLOT,
  ],
  [
    "one of two that run",
    "skipped",
    of(FOREIGN),
    unclear("conflicting", candidate(IMPLEMENTATION, true), candidate(FOREIGN, true)),
    WITH_SLOT,
  ],
  [
    "one of two that are named, on a node that can't show which one runs",
    "skipped",
    of(FOREIGN),
    unclear("conflicting", candidate(IMPLEMENTATION, null), candidate(FOREIGN, null)),
    WITH_SLOT,
  ],
  [
    "what nothing names",
    "failed",
    of(THIRD),
    unclear("conflicting", candidate(IMPLEMENTATION, null), candidate(FOREIGN, null)),
    WITH_SLOT,
  ],
  ["what has no code", "passed", of(FOREIGN), unclear("no-code", candidate(FOREIGN, true)), WITH_SLOT],
  ["a function of a kind that the service may not know", "skipped", of(FOREIGN), unitroller, PASSING],
  ["another one than runs in a call", "failed", of(FOREIGN), { ...unitroller, proof: "probe" }, PASSING],
  ["a service that did not find out", "skipped", null, erc1967, WITH_SLOT],
  ["a service without the field", "skipped", undefined, erc1967, WITH_SLOT],
  ["a node that does not say, and code that passes nothing on", "passed", NONE, undefined, plainCode],
  ["a node that does not say", "unknown", of(IMPLEMENTATION), undefined, WITH_SLOT],
];

describe("cross-check - proxy", () => {
  for (const [what, status, ...parts] of CASES)
    it(`should have ${status} for ${what}`, () =>
      assert.equal(checkOf("proxy", evidenceOf(...parts)).status, status));

  it("should name both implementations", () => {
    const check = checkOf("proxy", evidenceOf(of(FOREIGN), erc1967, WITH_SLOT));
    assert.include(check.expected, IMPLEMENTATION);
    assert.include(check.actual, FOREIGN);
  });

  it("should expect what runs of several, and all of them where none is known to run", () => {
    const expected = (...candidates: ReturnType<typeof candidate>[]) =>
      checkOf(
        "proxy",
        evidenceOf(of(`0x${"ef".repeat(20)}`), unclear("conflicting", ...candidates), WITH_SLOT),
      ).expected;
    const other = candidate(THIRD, null);
    assert.equal(expected(candidate(FOREIGN, true), other), `${FOREIGN}, which runs`);
    assert.equal(expected(candidate(FOREIGN, null), other), `${FOREIGN}, ${THIRD}`);
  });

  it("should not read data as DELEGATECALL, and not stop at a jump over it", () => {
    const status = (code: string) => checkOf("proxy", evidenceOf(of(FOREIGN), null, code)).status;
    assert.deepEqual([status("0x63f4f4f4f400f4"), status("0x00f4")], ["failed", "failed"]);
    assert.deepEqual([status("0x5f005bf4"), status("0x5ffef25bf2")], ["skipped", "skipped"]);
    // Each call ends at the first byte.
    assert.deepEqual([status("0x005bf4"), status("0xfef25bf2")], ["failed", "failed"]);
  });
});
