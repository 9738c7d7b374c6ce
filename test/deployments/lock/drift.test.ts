import { assert } from "chai";
import { driftsOf, lacksCodes, type Observed } from "../../../src/internal/deployments/lock/drift.ts";
import type { LockEntry } from "../../../src/internal/deployments/lock/lock-model.ts";
import { lockedContract } from "../../helpers/locked-contract.ts";

const OTHER = "0x00000000000000000000000000000000000000E1";
const locked = lockedContract();
const { record } = locked;
const { kind, facets, inner, functions, ...links } = locked.proxy ?? assert.fail();
const AS_LOCKED: Observed = {
  code: locked.code,
  metadata: locked.metadata,
  links,
  record: record ?? null,
  codes: {},
  libraries: { ...locked.libraries },
};
const kindsOf = (change: Partial<Observed>, entry = locked): readonly string[] =>
  driftsOf(entry, { ...AS_LOCKED, ...change }).map(({ kind }) => kind);
const withLinks = (change: object): Partial<Observed> => ({ links: { ...links, ...change } });
const withRecord = (change: object): Partial<Observed> => ({
  record: { runtime: null, creation: null, sources: "", ...record, ...change },
});

describe("deployments - drift from the lock file", () => {
  it("is empty if everything is as locked, ignoring the letter case of addresses", () => {
    assert.isEmpty(kindsOf({}));
    assert.isEmpty(kindsOf(withLinks({ admin: links.admin?.toLowerCase() })));
  });

  it("finds changed or missing code of a library or implementation, and names the broken claim", () => {
    const [at, hash] = [OTHER, `0x${"a".repeat(64)}`];
    const { proxy, ...plain } = { ...locked, codes: { [at]: hash } };
    for (const [found, entry, links, claim] of [
      [`0x${"b".repeat(64)}`, plain, undefined, "libraries"],
      [null, { ...plain, proxy }, AS_LOCKED.links, "implementation"],
    ] as const) {
      const claims = ["libraries", "implementation"] as const;
      assert.deepEqual(
        driftsOf({ ...entry, claims: [...claims] }, { ...AS_LOCKED, links, codes: { [at]: found } }),
        [
          {
            kind: "linked-code",
            claim,
            locked: `${at} ${hash}`,
            found: found === null ? null : `${at} ${found}`,
          },
        ],
      );
    }
    assert.isEmpty(kindsOf({ links: undefined, codes: { [at]: hash } }, { ...plain }));
  });

  it("reports an upgraded proxy's new implementation, but not the old one's code", () => {
    const before = locked.proxy?.implementation ?? assert.fail();
    const entry = { ...locked, codes: { [before]: `0x${"a".repeat(64)}` } };
    const upgraded = { ...withLinks({ implementation: OTHER }), codes: { [before]: null } };
    assert.deepEqual(kindsOf(upgraded, entry), ["implementation"]);
  });

  const cases: readonly (readonly [what: string, change: Partial<Observed>, kinds: readonly string[]])[] = [
    ["another code", { code: `0x${"e".repeat(64)}` }, ["code"]],
    ["no code", { code: null, metadata: null }, ["code"]],
    ["a false metadata hash in the file", { metadata: null }, ["metadata"]],
    ["another implementation", withLinks({ implementation: OTHER }), ["implementation"]],
    ["a beacon", withLinks({ beacon: OTHER }), ["beacon"]],
    ["another admin", withLinks({ admin: OTHER }), ["admin"]],
    [
      "other contracts behind the implementation",
      withLinks({ inner: [OTHER, OTHER] }),
      ["implementation", "implementation"],
    ],
    ["new facets", withLinks({ facets: [OTHER] }), ["facets"]],
    ["no record", { record: null }, ["record-missing"]],
    ["a weaker runtime match", withRecord({ runtime: "match" }), ["record-weaker"]],
    ["a lost creation match", withRecord({ creation: null }), ["record-weaker"]],
    ["a record with other sources", withRecord({ sources: `0x${"e".repeat(64)}` }), ["record-sources"]],
    ["another library", { libraries: { "contracts/Maths.sol:Maths": OTHER } }, ["library"]],
    ["another library, by partial path", { libraries: { "Maths.sol:Maths": OTHER } }, ["library"]],
    [
      "several changes at once",
      { code: null, record: null, ...withLinks({ admin: null }) },
      ["code", "admin", "record-missing"],
    ],
  ];
  for (const [what, change, kinds] of cases)
    it(`reports ${kinds.join(" and ")} for ${what}`, () => {
      assert.deepEqual(kindsOf(change), kinds);
    });

  it("reports functions in other facets only if the facets are the same and the entry has the functions", () => {
    const diamond = { implementation: null, beacon: null, admin: null, facets: [OTHER] };
    const proxy = { ...diamond, kind: "EIP-2535", functions: `0x${"a".repeat(64)}` } as const;
    const entry = lockedContract({ proxy: { ...proxy }, codes: { [OTHER]: locked.code } });
    const found = {
      links: { ...diamond, functions: `0x${"b".repeat(64)}` },
      codes: { [OTHER]: locked.code },
    };
    assert.deepEqual(kindsOf(found, entry), ["functions"]);
    const more = { ...found, links: { ...found.links, facets: [OTHER, locked.address] } };
    assert.deepEqual(kindsOf(more, entry), ["facets"]);
    const older = lockedContract({ ...entry, proxy: { ...diamond, kind: "EIP-2535" } });
    assert.isEmpty(kindsOf(found, older));
    const withoutLibraries = [older, entry].map((each) => ({ ...each, libraries: {} }));
    assert.deepEqual(withoutLibraries.map(lacksCodes), [true, false]);
  });

  it("notices an entry without the record that its claims rest on", () => {
    const { proxy: _, libraries: __, ...plain } = lockedContract({ record: null });
    const claims = (...ids: LockEntry["claims"]): LockEntry => ({ ...plain, claims: ids });
    const entries = [claims("record"), claims("sources"), claims("runtime-code")];
    assert.deepEqual(entries.map(lacksCodes), [true, true, false]);
    assert.isFalse(lacksCodes({ ...claims("record"), unverified: "the service returned no compilation" }));
  });

  it("ignores record and links if the lock has none", () => {
    const { proxy, ...plain } = lockedContract({ record: null });
    assert.isEmpty(kindsOf({ links: undefined, record: null }, plain));
  });
});
