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

type Kind = "EIP-1167" | "EIP-7702";

const at = (address: string, fields: Partial<ContractReport> = {}): ContractReport => ({
  ...base,
  target: { ...base.target, input: address, address },
  ...fields,
});
const pointer = (kind: Kind, implementation: string): Partial<ContractReport> => ({
  ...{ outcome: "minimal-proxy", contract: null, proxy: { kind, implementation, beacon: null } },
});

/** A clone that a record names Vault, with an implementation that no build has. */
function clone(runs: Partial<ContractReport>): ContractReport | undefined {
  const named = { ...base, ...pointer("EIP-1167", RUNS), named: [{ name: "Vault", by: "record" as const }] };
  return resolveMinimalProxies([named, at(RUNS, { contract: null, ...runs })])[0];
}

describe("reports - the implementation of a delegated account", () => {
  const OTHER = "0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0";
  const resolved = (first: Kind, second: Kind) =>
    resolveMinimalProxies([
      { ...base, ...pointer(first, OTHER) },
      at(OTHER, pointer(second, RUNS)),
      at(RUNS),
    ]).map(({ outcome, error }) => error?.code ?? outcome);

  it("should not be another delegated account", () =>
    assert.deepEqual(resolved("EIP-7702", "EIP-7702"), ["VC207", "minimal-proxy", "already-verified"]));

  it("should be reached through a clone, and a clone may run it", () => {
    const expected = ["minimal-proxy", "minimal-proxy", "already-verified"];
    assert.deepEqual(resolved("EIP-7702", "EIP-1167"), expected);
    assert.deepEqual(resolved("EIP-1167", "EIP-7702"), expected);
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
    const CHECK = { id: "recorded-contract", subject: "name", status: "unknown" };
    const proxy = {
      ...base,
      named: [{ name: "Vault", by: "record" }],
      checks: [{ ...CHECK, actual: "Proxy", witnesses: ["build"] }],
      claims: [{ id: "deployment", state: "proven", witnesses: ["chain"] }],
    } as ContractReport;
    const judged = (match: StoredMatch, storedAs: string) =>
      judgeProxyNames(proxy, [{ ...base, contract: null, match, relation: others(storedAs) }]);
    for (const name of ["Evil", "Vault"]) {
      const { outcome, claims } = judged(weaker, `src/A.sol:${name}`);
      assert.deepEqual([outcome, claims?.[0]?.state], ["already-verified", "open"], name);
    }
    assert.equal(judged(exact, "src/A.sol:Evil").outcome, "check-failed");
    assert.equal(judged(exact, "src/A.sol:Vault").claims?.[0]?.state, "proven");
  });
});
