import { assert } from "chai";
import type { ContractReport, StoredMatch } from "../../src/internal/report/model.ts";
import { judgeProxyNames } from "../../src/internal/report/names.ts";
import { resolveMinimalProxies } from "../../src/internal/report/resolve-minimal-proxies.ts";
import { contractOf, EXACT, PARTIAL } from "../helpers/report-parts.ts";

const RUNS = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const base = contractOf({ outcome: "already-verified" });
const exact = { ...EXACT, creationMatch: null };
const weaker = { ...PARTIAL, creationMatch: null };
const others = (storedAs?: string): NonNullable<ContractReport["relation"]> => ({
  whose: "others",
  roles: [],
  ...(storedAs === undefined ? {} : { storedAs }),
});

/** A clone that a record names Vault, with an implementation that no build has. */
function clone(runs: Partial<ContractReport>): ContractReport | undefined {
  const named: ContractReport = {
    ...base,
    outcome: "minimal-proxy",
    contract: null,
    proxy: { kind: "EIP-1167", implementation: RUNS, beacon: null },
    named: [{ name: "Vault", by: "record" }],
  };
  const target = { ...base.target, input: RUNS, address: RUNS };
  return resolveMinimalProxies([named, { ...base, contract: null, target, ...runs }])[0];
}

describe("reports - the implementation of a delegated account", () => {
  const OTHER = "0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0";
  const at = (address: string, more: Partial<ContractReport>): ContractReport => ({
    ...base,
    target: { ...base.target, input: address, address },
    ...more,
  });
  const pointer = (address: string, kind: "EIP-1167" | "EIP-7702", implementation: string): ContractReport =>
    at(address, { outcome: "minimal-proxy", contract: null, proxy: { kind, implementation, beacon: null } });
  const resolved = (first: ContractReport["proxy"], second: "EIP-1167" | "EIP-7702") =>
    resolveMinimalProxies([
      { ...base, outcome: "minimal-proxy", contract: null, proxy: first },
      pointer(OTHER, second, RUNS),
      at(RUNS, {}),
    ]).map(({ outcome, error }) => error?.code ?? outcome);

  it("should not be another delegated account", () => {
    const delegated = { kind: "EIP-7702", implementation: OTHER, beacon: null } as const;
    assert.deepEqual(resolved(delegated, "EIP-7702"), ["VC207", "minimal-proxy", "already-verified"]);
  });

  it("should be reached through a clone, and a clone may run it", () => {
    const first = { implementation: OTHER, beacon: null };
    for (const [one, other] of [
      ["EIP-7702", "EIP-1167"],
      ["EIP-1167", "EIP-7702"],
    ] as const)
      assert.deepEqual(resolved({ kind: one, ...first }, other), [
        ...["minimal-proxy", "minimal-proxy"],
        "already-verified",
      ]);
  });
});

describe("reports - the name of a clone without a build", () => {
  it("should be judged by an exact record", () => {
    const wrong = clone({ match: exact, relation: others("src/Evil.sol:Evil") });
    assert.deepEqual([wrong?.outcome, wrong?.error?.code], ["check-failed", "VC209"]);
    const right = clone({ match: exact, relation: others("src/Vault.sol:Vault") });
    assert.deepEqual([right?.outcome, right?.claims], ["minimal-proxy", base.claims]);
  });

  it("should be neither proven nor refuted by a weaker record, which has another author's name", () => {
    for (const storedAs of ["src/Evil.sol:Evil", "src/Vault.sol:Vault"]) {
      const { outcome, claims } = clone({ match: weaker, relation: others(storedAs) }) ?? {};
      assert.deepEqual(
        [outcome, claims?.map(({ id, state }) => [id, state])],
        ["minimal-proxy", [["deployment", "open"]]],
      );
    }
  });

  it("should be open if the service's record has no name, or if the implementation is a target itself", () => {
    for (const relation of [others(), undefined])
      assert.deepEqual(
        clone({ match: exact, ...(relation && { relation }) })?.claims?.map(({ state }) => state),
        ["open"],
      );
  });

  it("should stay open for a compiled proxy, too, if the record is weaker", () => {
    const proxy = {
      ...base,
      named: [{ name: "Vault", by: "record" }],
      checks: [
        {
          ...{ id: "recorded-contract", subject: "name", status: "unknown" },
          ...{ actual: "Proxy", witnesses: ["build"] },
        },
      ],
      claims: [{ id: "deployment", state: "proven", witnesses: ["chain"] }],
    } as ContractReport;
    const judged = (match: StoredMatch, storedAs: string) =>
      judgeProxyNames(proxy, [
        { ...base, contract: null, match, relation: others(storedAs) } as ContractReport,
      ]);
    for (const name of ["Evil", "Vault"]) {
      const { outcome, claims } = judged(weaker, `src/A.sol:${name}`);
      assert.deepEqual([outcome, claims?.[0]?.state], ["already-verified", "open"], name);
    }
    assert.equal(judged(exact, "src/A.sol:Evil").outcome, "check-failed");
    assert.equal(judged(exact, "src/A.sol:Vault").claims?.[0]?.state, "proven");
  });
});
