import { assert } from "chai";

import { REPORT_FORMATS } from "../../src/internal/render/formats.ts";
import { renderBatch } from "../../src/internal/render/terminal/batch-report.ts";
import { plainStyle } from "../../src/internal/render/terminal/style.ts";
import { mergeReports } from "../../src/internal/report/merge-reports.ts";
import type { ContractReport, Report } from "../../src/internal/report/model.ts";
import { getRunExitCode } from "../../src/internal/report/outcome.ts";
import { resolveMinimalProxies } from "../../src/internal/report/resolve-minimal-proxies.ts";
import { PLAN } from "../helpers/batch-reports.ts";
import { contractOf, reportOf } from "../helpers/report-parts.ts";
import { parseReport } from "../helpers/report-schema.ts";
import { thrownBy } from "../helpers/thrown.ts";

type Networks = NonNullable<Report["networks"]>;

const TOOL = { name: "hardhat-verify-contract", version: "0.1.0" };

const BASE = { name: "base", chainId: 8453 };
const HEDERA = { name: "hedera", chainId: 295 };
const SERVICES = { verification: "https://verify.example", query: null, status: null };
const NETWORKS: Networks = [
  { ...BASE, services: SERVICES },
  { ...HEDERA, services: { ...SERVICES, query: "https://mirror.example" } },
];

/** The same address on both chains. */
const onBase = contractOf({ outcome: "verified", network: BASE });
const onHedera = contractOf({ outcome: "verified", network: HEDERA });
const lostOnHedera = contractOf({ outcome: "unavailable", network: HEDERA });

function ofChains(contracts: ContractReport[], more: Partial<Report> = {}): Report {
  const networks = { network: null, networks: NETWORKS };
  return reportOf(contracts, getRunExitCode(contracts, more.error), { ...networks, ...more });
}

const shard = (index: number, contracts: ContractReport[], more: Partial<Report> = {}): Report =>
  ofChains(contracts, { shard: { index, count: 2, plan: PLAN }, ...more });

function merged(...reports: readonly [Report, ...Report[]]): Report {
  const [first, ...others] = reports.map((report, index) => ({ name: `${index}.json`, report }));
  return mergeReports([first ?? assert.fail(), ...others], TOOL);
}

describe("reports - several chains in one report", () => {
  it("should keep contracts at the same address on two chains apart", () => {
    const whole = merged(shard(1, [onBase]), shard(2, [onHedera]));
    const chainIds = whole.contracts.map(({ network }) => network?.chainId);
    assert.deepEqual(chainIds, [8453, 295]);
    assert.isNull(whole.network);
    assert.deepEqual(whole.networks, NETWORKS);
    assert.equal(whole.exitCode, 0);
    parseReport(REPORT_FORMATS.json(whole));
  });

  it("should report a chain as reached if one of the shards reached it", () => {
    const lost: Networks = NETWORKS.map((each) =>
      each.chainId === 295
        ? { ...HEDERA, services: { ...SERVICES, verification: null }, error: problem }
        : each,
    );
    const first = shard(1, [onBase], { networks: lost });
    const whole = merged(first, shard(2, [onHedera]));
    assert.equal(whole.exitCode, 0);
    assert.deepEqual(whole.networks, NETWORKS);
  });

  it("should refuse to merge with a report of one network, or of a chain's other services", async () => {
    const ofOne = reportOf([onBase], 0, { network: BASE, shard: { index: 2, count: 2, plan: PLAN } });
    const moved = NETWORKS.map((each) => ({
      ...each,
      services: { ...SERVICES, verification: "https://other" },
    }));
    for (const other of [ofOne, shard(2, [onHedera], { networks: moved })])
      assert.equal((await thrownBy(async () => merged(shard(1, [onBase]), other))).code, "VC708");
  });

  it("should not use another chain's contract as a minimal proxy's implementation", () => {
    const implementation = onBase.target.address ?? assert.fail();
    const proxy = { kind: "EIP-1167", implementation, beacon: null } as const;
    const clone = (network: typeof BASE): ContractReport => ({
      ...contractOf({ outcome: "minimal-proxy", proxy, network }),
      target: { ...onBase.target, address: "0x00000000000000000000000000000000000000AA" },
    });
    const outcomeOf = (network: typeof BASE) => resolveMinimalProxies([onBase, clone(network)])[1]?.outcome;
    assert.deepEqual([outcomeOf(BASE), outcomeOf(HEDERA)], ["minimal-proxy", "no-build"]);
  });

  it("should show the worst chain first, and only some of many verified contracts", () => {
    const many = Array.from({ length: 250 }, () => onBase);
    const screen = renderBatch(ofChains([...many, onHedera, lostOnHedera]), plainStyle, 80);
    const chains = screen.split("\n").filter((line) => / \(chain \d+\): /.test(line));
    const found = chains.map((line) => line.split(":")[0]);
    assert.deepEqual(found, ["hedera (chain 295)", "base (chain 8453)"]);
    assert.include(screen, "and 230 more contracts, verified");
    assert.isBelow(screen.split("\n").length, 60);
  });
});

const problem = { code: "VC302", message: "The chain can't be reached.", facts: [] } as const;
