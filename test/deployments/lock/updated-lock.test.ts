import { assert } from "chai";
import type { LockedContract } from "../../../src/internal/deployments/lock/lock-model.ts";
import { updatedLock } from "../../../src/internal/deployments/lock/updated-lock.ts";
import type { ContractReport } from "../../../src/internal/report/model.ts";
import { lockedContract } from "../../helpers/locked-contract.ts";

const withoutLinks = ({ libraries, proxy, ...entry }: LockedContract): LockedContract => entry;
const before = withoutLinks(lockedContract());
const OTHER = "0x00000000000000000000000000000000000000E1";

/** A report with the fields from which an entry is made. */
function reportOf(entry: LockedContract, claims = entry.claims, runtime = entry.record?.runtime ?? null) {
  return {
    outcome: "already-verified",
    target: {
      address: entry.address,
      contractId: entry.id ?? null,
      creationTransactionHash: entry.transaction,
    },
    deployments: [{ tool: "ignition", name: entry.name, file: "" }],
    contract: { identifier: entry.build?.contract, compilerVersion: entry.build?.compiler },
    match: { runtimeMatch: runtime, creationMatch: entry.record?.creation ?? null },
    fingerprint: {
      code: entry.code,
      metadata: entry.metadata,
      input: entry.build?.input,
      record: entry.record?.sources,
    },
    claims: claims.map((id) => ({ id, state: "proven", witnesses: ["chain"] })),
    libraries: {},
    proxy: null,
  } as unknown as ContractReport;
}

const update = (lock: readonly LockedContract[], contracts: readonly ContractReport[], isWhole = false) => {
  const network = { name: "testnet", chainId: 296 };
  return updatedLock(lock, { contracts, network, finishedAt: "2026-12-01T00:00:00Z" }, isWhole);
};

describe("deployments - the lock file after a run", () => {
  it("keeps an unchanged entry, with its commit and time", () => {
    const updated = update([before], [reportOf(before)]);
    assert.deepEqual(updated, { lock: [before], added: 0, changed: [], removed: [], weaker: [] });
  });

  it("reports contracts with fewer proven claims or a weaker match, and the changed keys", () => {
    const [, ...fewer] = before.claims;
    assert.deepEqual(update([before], [reportOf(before, fewer)]).weaker, ["Vault"]);
    const { weaker, changed } = update([before], [reportOf(before, before.claims, "match")]);
    assert.deepEqual([weaker, changed], [["Vault"], ["Vault (record)"]]);
  });

  it("lists no claim that doesn't apply, so a query service added later proves no less", () => {
    const identity = { id: "identity", state: "proven", witnesses: [] } as const;
    const vouched = { ...identity, state: "vouched", witnesses: ["query"] } as const;
    const report = reportOf(before);
    const claims = report.claims ?? [];
    const first = update([], [{ ...report, claims: [...claims, identity] }]);
    assert.notInclude(first.lock[0]?.claims ?? [], "identity");
    const { weaker } = update(first.lock, [{ ...report, claims: [...claims, vouched] } as ContractReport]);
    assert.isEmpty(weaker);
  });

  it("has no entry of its own for an implementation that a proxy's entry covers", () => {
    const report = { ...reportOf(lockedContract({ name: "Box", address: OTHER })), deployments: [] };
    const covered = { ...report, relation: { whose: "ours", because: "implementation", roles: [] } } as const;
    assert.lengthOf(update([], [reportOf(before), report]).lock, 2);
    assert.lengthOf(update([], [reportOf(before), covered]).lock, 1);
  });

  it("removes contracts missing from a run over the whole chain, and keeps the rest", () => {
    const gone = lockedContract({ name: "Gone", address: OTHER });
    const elsewhere = lockedContract({ name: "Gone", address: OTHER, chainId: 295 });
    const { lock, removed } = update([before, gone, elsewhere], [reportOf(before)], true);
    assert.deepEqual([lock.length, removed], [2, ["Gone"]]);
    assert.lengthOf(update([before, gone], [reportOf(before)]).lock, 2);
    assert.equal(update([], [reportOf(before)]).added, 1);
  });
});
