import { assert } from "chai";

import type { ContractReport } from "../../src/internal/report/model.ts";
import { judgeProxyNames } from "../../src/internal/report/names.ts";
import { resolveMinimalProxies } from "../../src/internal/report/resolve-minimal-proxies.ts";
import { contractOf } from "../helpers/report-parts.ts";

const RUNS = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const base = contractOf({ outcome: "already-verified" });
const exact = { match: "exact_match", creationMatch: null, runtimeMatch: "exact_match" } as const;
const weaker = { match: "match", creationMatch: null, runtimeMatch: "match" } as const;
const others = (storedAs?: string): NonNullable<ContractReport["relation"]> => ({
  whose: "others",
  roles: [],
  ...(storedAs === undefined ? {} : { storedAs }),
});

/** A clone that a record calls Vault, beside what it runs: no build has that. */
function clone(runs: Partial<ContractReport>): ContractReport | undefined {
  const proxy = { kind: "EIP-1167", implementation: RUNS, beacon: null, candidates: [] } as const;
  const named = {
    ...base,
    outcome: "minimal-proxy",
    contract: null,
    proxy: proxy as unknown as ContractReport["proxy"],
    named: [{ name: "Vault", by: "record" }],
  } as const;
  const target = { ...base.target, input: RUNS, address: RUNS };
  const [judged] = resolveMinimalProxies([
    named as unknown as ContractReport,
    { ...base, contract: null, target, ...runs },
  ]);
  return judged;
}

describe("reports - the name of a clone that no build has", () => {
  const matchOf = (sides: typeof exact | typeof weaker) => ({ ...sides, verifiedAt: null, matchId: null });

  it("should be judged by an exact record", () => {
    const wrong = clone({ match: matchOf(exact), relation: others("src/Evil.sol:Evil") });
    assert.deepEqual([wrong?.outcome, wrong?.error?.code], ["check-failed", "VC209"]);
    const right = clone({ match: matchOf(exact), relation: others("src/Vault.sol:Vault") });
    assert.deepEqual([right?.outcome, right?.claims], ["minimal-proxy", base.claims]);
  });

  it("should be neither shown nor refuted by a weaker record, which has another author's name", () => {
    for (const storedAs of ["src/Evil.sol:Evil", "src/Vault.sol:Vault"]) {
      const { outcome, claims } = clone({ match: matchOf(weaker), relation: others(storedAs) }) ?? {};
      assert.deepEqual(
        [outcome, claims?.map(({ id, state }) => [id, state])],
        ["minimal-proxy", [["deployment", "open"]]],
      );
    }
  });

  it("should be open where the record does not say the name, and where what it runs is recorded by itself", () => {
    for (const relation of [others(), undefined])
      assert.deepEqual(
        clone({ match: matchOf(exact), ...(relation && { relation }) })?.claims?.map(({ state }) => state),
        ["open"],
      );
  });

  it("should leave that of a compiled proxy open, too", () => {
    const check = {
      id: "recorded-contract",
      subject: "name",
      status: "unknown",
      witnesses: ["build"],
    } as const;
    const claim = { id: "deployment", state: "proven", witnesses: ["chain"] } as const;
    const proxy = {
      ...base,
      named: [{ name: "Vault", by: "record" }],
      checks: [{ ...check, actual: "Proxy", witnesses: [...check.witnesses] }],
      claims: [{ ...claim, witnesses: [...claim.witnesses] }],
    } as ContractReport;
    const judged = (sides: typeof exact | typeof weaker, storedAs: string) =>
      judgeProxyNames(proxy, [
        { ...base, contract: null, match: matchOf(sides), relation: others(storedAs) } as ContractReport,
      ]);
    for (const name of ["Evil", "Vault"]) {
      const { outcome, claims } = judged(weaker, `src/A.sol:${name}`);
      assert.deepEqual([outcome, claims?.[0]?.state], ["already-verified", "open"], name);
    }
    assert.equal(judged(exact, "src/A.sol:Evil").outcome, "check-failed");
    assert.equal(judged(exact, "src/A.sol:Vault").claims?.[0]?.state, "proven");
  });
});
