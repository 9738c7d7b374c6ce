import { assert } from "chai";
import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import type { ProxyResolution } from "../../../src/internal/domain/record.ts";
import { itHas } from "../../helpers/cross-check/check-tables.ts";
import { checkOf, evidenceOf, FOREIGN } from "../../helpers/cross-check/one-check.ts";
import { recording } from "../../helpers/cross-check/recorded-evidence.ts";

const IMPLEMENTATION = "0x60768b3B49dc7c031Eed1Bd4d1601b976C8D550e";
const SLOT = "360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc";
const BEACON_SLOT = "a3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50";
const DIAMOND_SLOT = "c8fcad8db84d3cc18b4c41d551ea0ee66dd599cde068d998e57d5e09332c131c";
/** Code with DELEGATECALL, but without an EIP-1967 slot. */
const PASSING = "0x36600060003760006000366000545af400";
const WITH_SLOT = `0x7f${SLOT}545af4`;
const CLONE = `0x363d3d373d3d3d363d73${IMPLEMENTATION.slice(2)}5af43d82803e903d91602b57fd5bf3`;

const NONE: ProxyResolution = { isProxy: false, proxyType: null, implementations: [] };
const named = (proxyType: string, ...addresses: readonly string[]): ProxyResolution => ({
  isProxy: true,
  proxyType,
  implementations: addresses.map((address) => ({ address })),
});
const of = (...addresses: readonly string[]) => named("EIP1967Proxy", ...addresses);

function withProxy(
  proxyResolution: ProxyResolution | null | undefined,
  proxy: Evidence["proxy"],
  runtimeBytecode: string,
): Evidence {
  const evidence = evidenceOf("plain");
  const { proxyResolution: _, ...record } = evidence.record;
  return {
    ...evidence,
    record: proxyResolution === undefined ? record : { ...record, proxyResolution },
    proxy,
    facts: { ...evidence.facts, runtimeBytecode },
  };
}

const STATED = { implementation: IMPLEMENTATION, beacon: null, proof: "stated", candidates: [] } as const;
const erc1967 = { ...STATED, kind: "EIP-1967" } as const;
const beacon = { ...STATED, kind: "EIP-1967 beacon", beacon: FOREIGN } as const;
const clone = { ...STATED, kind: "EIP-1167", proof: "code" } as const;
const erc1822 = { ...STATED, kind: "EIP-1822" } as const;
const unitroller = { ...STATED, kind: "Unitroller" } as const;
const THIRD = `0x${"cd".repeat(20)}`;
const candidate = (implementation: string, runs: boolean | null) =>
  ({ implementation, from: "slot", where: "EIP-1967 slot", beacon: null, hasCode: true, runs }) as const;
const unclear = (proof: "conflicting" | "no-code", ...candidates: ReturnType<typeof candidate>[]) =>
  ({ ...erc1967, implementation: null, proof, candidates }) as const;
const twoOf = (runs: boolean | null, foreignRuns: boolean | null) =>
  unclear("conflicting", candidate(IMPLEMENTATION, runs), candidate(FOREIGN, foreignRuns));
const list = [FOREIGN, IMPLEMENTATION].map((address) => ({ address, selectors: [] }));
const ofFacets = {
  ...STATED,
  kind: "EIP-2535",
  implementation: null,
  facets: { from: "facets()", list },
} as const;
const diamond = named("DiamondProxy", FOREIGN, IMPLEMENTATION);
const plainCode = recording("plain").chain.runtimeBytecode;

type Case = Parameters<typeof withProxy>;

const CASES: Readonly<Record<"passed" | "failed" | "skipped" | "unknown", Readonly<Record<string, Case>>>> = {
  passed: {
    "none on either side": [NONE, null, plainCode],
    "the same implementation": [of(IMPLEMENTATION), erc1967, WITH_SLOT],
    "the same implementation in lower case": [of(IMPLEMENTATION.toLowerCase()), erc1967, WITH_SLOT],
    "the same implementation by another name": [named("ZeppelinOSProxy", IMPLEMENTATION), erc1967, WITH_SLOT],
    "the implementation behind a beacon": [of(IMPLEMENTATION), beacon, WITH_SLOT],
    "the target of a clone": [of(IMPLEMENTATION), clone, CLONE],
    "facets of a diamond": [diamond, ofFacets, PASSING],
    "an implementation without code": [of(FOREIGN), unclear("no-code", candidate(FOREIGN, true)), WITH_SLOT],
    "a node that doesn't answer, and code that forwards nothing": [NONE, undefined, plainCode],
  },
  failed: {
    "another implementation": [of(FOREIGN), erc1967, WITH_SLOT],
    "another implementation behind a beacon": [of(FOREIGN), beacon, WITH_SLOT],
    "the beacon itself": [of(beacon.beacon), beacon, WITH_SLOT],
    "another target of a clone": [of(FOREIGN), clone, CLONE],
    "an additional implementation": [of(IMPLEMENTATION, FOREIGN), erc1967, WITH_SLOT],
    "a proxy without an implementation": [of(), erc1967, WITH_SLOT],
    "a proxy that the service reports as none": [NONE, erc1967, WITH_SLOT],
    "a beacon proxy that the service reports as none": [NONE, beacon, `0x7f${BEACON_SLOT}545af4`],
    "a clone that the service reports as no proxy": [NONE, clone, CLONE],
    "a contract that the service wrongly reports as a proxy": [of(FOREIGN), null, plainCode],
    "an EIP-1967 proxy that the service reports as a diamond": [diamond, erc1967, WITH_SLOT],
    "a clone that the service reports as a diamond": [diamond, clone, CLONE],
    "a facet that the diamond doesn't have": [named("DiamondProxy", THIRD), ofFacets, PASSING],
    "a slot's address that doesn't run": [of(FOREIGN), twoOf(true, false), WITH_SLOT],
    "an address that no slot names": [of(THIRD), twoOf(null, null), WITH_SLOT],
    "an address that doesn't run in a call": [of(FOREIGN), { ...unitroller, proof: "probe" }, PASSING],
  },
  skipped: {
    "a proxy kind that only the service knows": [of(FOREIGN), null, PASSING],
    "slots that aren't in the code": [NONE, erc1967, PASSING],
    "EIP-1822, which the service may not know": [NONE, erc1822, PASSING],
    "EIP-1822 beside another standard": [of(FOREIGN), erc1822, PASSING],
    "a diamond that shows an implementation": [diamond, erc1967, `${WITH_SLOT}7f${DIAMOND_SLOT}`],
    "a diamond that the service reports as another proxy": [of(FOREIGN), ofFacets, PASSING],
    "one of two implementations that run": [of(FOREIGN), twoOf(true, true), WITH_SLOT],
    "one of two named implementations, on a node that can't show which one runs": [
      of(FOREIGN),
      twoOf(null, null),
      WITH_SLOT,
    ],
    "a proxy kind that the service may not know": [of(FOREIGN), unitroller, PASSING],
    "a service that didn't detect it": [null, erc1967, WITH_SLOT],
    "a service without the field": [undefined, erc1967, WITH_SLOT],
  },
  unknown: { "a node that doesn't answer": [of(IMPLEMENTATION), undefined, WITH_SLOT] },
};

describe("cross-check - proxy", () => {
  for (const [status, cases] of Object.entries(CASES))
    itHas("proxy", {
      [status]: Object.fromEntries(Object.entries(cases).map(([what, parts]) => [what, withProxy(...parts)])),
    });

  it("should name both implementations", () => {
    const check = checkOf("proxy", withProxy(of(FOREIGN), erc1967, WITH_SLOT));
    assert.include(check.expected, IMPLEMENTATION);
    assert.include(check.actual, FOREIGN);
  });

  it("should expect the implementation that runs, or all of them if none is known to run", () => {
    const expected = (...candidates: ReturnType<typeof candidate>[]) =>
      checkOf(
        "proxy",
        withProxy(of(`0x${"ef".repeat(20)}`), unclear("conflicting", ...candidates), WITH_SLOT),
      ).expected;
    const other = candidate(THIRD, null);
    assert.equal(expected(candidate(FOREIGN, true), other), `${FOREIGN}, whose code runs`);
    assert.equal(expected(candidate(FOREIGN, null), other), `${FOREIGN}, ${THIRD}`);
  });
});
