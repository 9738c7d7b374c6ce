import { assert } from "chai";
import { REPORT_FORMATS } from "../../src/internal/render/formats.ts";
import { renderBatch } from "../../src/internal/render/terminal/batch-report.ts";
import { plainStyle } from "../../src/internal/render/terminal/style.ts";
import { mergeReports } from "../../src/internal/report/merge-reports.ts";
import type { ContractReport, Outcome, Report } from "../../src/internal/report/model.ts";
import { getRunExitCode } from "../../src/internal/report/outcome.ts";
import { readReport } from "../../src/internal/report/read-report.ts";
import { resolveMinimalProxies } from "../../src/internal/report/resolve-minimal-proxies.ts";
import { BATCH_REPORTS, manyContracts, PLAN } from "../helpers/batch-reports.ts";
import { contractOf, problemOf, reportOf } from "../helpers/report-parts.ts";
import { parseReport } from "../helpers/report-schema.ts";
import { REPORTS } from "../helpers/reports.ts";
import { thrownBy } from "../helpers/thrown.ts";

const TOOL = { name: "hardhat-verify-contract", version: "0.1.0" };
const CONTRACTS = manyContracts(6);

type Networks = NonNullable<Report["networks"]>;

describe("reports - merging", () => {
  it("should combine the shards into the report of the whole run", () => {
    const merged = mergedOf([
      shard(2, 2, CONTRACTS.slice(3), {
        startedAt: "2026-03-02T10:16:00.000Z",
        finishedAt: "2026-03-02T10:20:00.000Z",
      }),
      shard(1, 2, CONTRACTS.slice(0, 3)),
    ]);
    const whole = reportOf(CONTRACTS, 0, { finishedAt: "2026-03-02T10:20:00.000Z" });
    assert.deepEqual(merged, whole);
  });

  it("should write reports that the schema accepts", () => {
    for (const { contracts } of [...Object.values(REPORTS), ...Object.values(BATCH_REPORTS)])
      parseReport(REPORT_FORMATS.json(mergedFrom(contracts)));
  });

  it("should count an implementation in several shards once, with its worse result", () => {
    const good = { ...contractOf(), deployments: [] };
    const failed = { ...good, outcome: "check-failed" as const };
    const spelled = inLowerCase(good);
    for (const merged of [
      ...[mergedFrom([good], [failed]), mergedFrom([good, failed])],
      ...[mergedFrom([failed], [spelled]), mergedFrom([failed, spelled])],
    ])
      assert.deepEqual([merged.contracts.length, merged.exitCode], [1, 1]);
  });

  it("should look for a minimal proxy's implementation in all shards' reports", () => {
    const [implementation = assert.fail()] = CONTRACTS;
    const proxy = contractOf({ outcome: "minimal-proxy", proxy: proxyOf(implementation) });
    assert.equal(mergedFrom([proxy], [implementation]).exitCode, 0);
    assert.equal(mergedFrom([proxy, inLowerCase(implementation)]).exitCode, 0);
    const alone = mergedFrom([proxy], []);
    assert.deepEqual([alone.exitCode, alone.contracts[0]?.error?.code], [1, "VC207"]);
    assert.equal(mergedOf([shard(1, 2, [proxy])]).exitCode, 3);
    const noBuild = { ...proxy, outcome: "no-build" as const, error: problemOf("VC206", {}) };
    const both = mergedFrom([noBuild], [implementation]);
    assert.equal(both.exitCode, 0);
    assert.isUndefined(both.contracts[0]?.error);
    assert.equal(mergedFrom([noBuild], []).contracts[0]?.error?.code, "VC206");
  });

  it("should keep the judged report of an implementation that other shards only looked at", () => {
    const [{ contract, ...implementation } = assert.fail()] = CONTRACTS;
    const judged = { ...implementation, contract, deployments: [] };
    const looked = { ...judged, outcome: "of-others" as const };
    const clone = contractOf({
      outcome: "minimal-proxy",
      named: [{ name: contract?.name ?? "", by: "record" }],
      proxy: proxyOf(judged),
    });
    assert.equal(mergedFrom([looked], [clone, judged]).exitCode, 0);
    assert.equal(mergedFrom([judged], [clone, looked]).exitCode, 0);
  });

  it("should leave out an implementation that only a run of all shards knows to be superseded", () => {
    const [current = assert.fail(), old = assert.fail()] = CONTRACTS;
    const role = (name: string) => [
      { tool: "openzeppelin", name, file: "manifest.json", naming: "role" as const },
    ];
    const proxy = contractOf({
      deployments: role("transparent proxy"),
      proxy: { ...proxyOf(current), kind: "EIP-1967" },
    });
    const unbuilt = {
      outcome: "no-build" as const,
      error: problemOf("VC204", {}),
      deployments: role("implementation"),
    };
    const merged = mergedFrom([proxy], [current, { ...old, ...unbuilt }]);
    assert.deepEqual([merged.exitCode, merged.contracts.length], [0, 2]);
    assert.include(merged.passedOver[0]?.name, old.target.address ?? "");
    assert.equal(mergedFrom([proxy], [{ ...current, ...unbuilt }]).exitCode, 1);
    assert.equal(mergedOf([shard(2, 3, [{ ...old, ...unbuilt }])]).exitCode, 1);
  });

  it("should name the missing shards, and report neither success nor a usage error", () => {
    const merged = mergedOf([shard(2, 4, CONTRACTS)]);
    assert.equal(merged.error?.code, "VC709");
    assert.include(merged.error?.message, "shard 1/4, shard 3/4 and shard 4/4");
    assert.include(merged.error?.next, "run shard 1/4");
    assert.equal(merged.exitCode, 3);
    assert.match(renderBatch(merged, plainStyle, 80), /\? 6 contracts: 6 verified\. Run the missing shards/);
    const mismatch = contractOf({ outcome: "mismatch" });
    assert.equal(mergedOf([shard(2, 4, [mismatch])]).exitCode, 1);
  });

  it("should suggest rerunning a missing shard's job in the same CI run", () => {
    const part = { index: 1, count: 2, plan: PLAN, run: "GITHUB_RUN_ID=1" };
    assert.include(mergedOf([reportOf([], 0, { shard: part })]).error?.next, "the job for shard 2/2");
  });

  it("should name only a few missing shards, however many there are", () => {
    const { error } = mergedOf([shard(1, 2_000_000_000, [])]);
    assert.match(error?.message ?? "", /shard 9\/2000000000 and 1999999991 more is missing/);
  });

  it("should keep the error that ended a shard", () => {
    const broken = shard(2, 2, [], { error: problemOf("VC302", {}), exitCode: 3 });
    const { error, exitCode } = mergedOf([shard(1, 2, CONTRACTS), broken]);
    assert.deepEqual([error?.code, exitCode], ["VC302", 3]);
  });

  it("should count skipped records once", () => {
    const { passedOver } = BATCH_REPORTS["batch-shard"];
    const merged = mergedOf([shard(1, 2, [], { passedOver }), shard(2, 2, [], { passedOver })]);
    assert.deepEqual(merged.passedOver, passedOver);
  });

  const part = { index: 2, count: 2, plan: PLAN, run: "GITHUB_RUN_ID=1" };
  const OTHERS: Readonly<Record<string, Partial<Report>>> = {
    "another chain": { network: { name: "testnet", chainId: 295 } },
    "another network": { network: { name: "other", chainId: 296 } },
    "another service": { services: { verification: "https://other.example", query: null, status: null } },
    "another command": { command: "check" },
    "another version": { tool: { ...TOOL, version: "0.2.0" } },
    "another commit": { source: { commit: "1".repeat(40), dirty: false } },
    "a changed working tree": { source: { commit: "0".repeat(40), dirty: true } },
    "another number of shards": { shard: { ...part, count: 3 } },
    "a plan for other contracts": { shard: { ...part, plan: "0000000000000000" } },
    "a dry run": { shard: { ...part, options: ["--dry-run"] } },
    "another CI run": { shard: { ...part, run: "GITHUB_RUN_ID=2" } },
    "no CI run": { shard: { index: 2, count: 2, plan: PLAN } },
    "a weaker demand": { shard: { ...part, options: ["--min-match match"] } },
  };
  const source = { commit: "0".repeat(40), dirty: false };
  for (const [what, fields] of Object.entries(OTHERS))
    it(`should refuse to merge if one report has ${what}, and name both`, async () => {
      const error = await thrownBy(async () =>
        mergedOf([
          shard(1, 2, CONTRACTS, { source, shard: { ...part, index: 1 } }),
          shard(2, 2, [], { source, shard: part, ...fields }),
        ]),
      );
      assert.equal(error.code, "VC708");
      assert.equal(error.problem.facts[0]?.value, "report-1.json and report-2.json");
    });

  it("should compare the commit only if both reports have one", () =>
    assert.equal(mergedOf([shard(1, 2, CONTRACTS, { source }), shard(2, 2, [])]).exitCode, 0));

  it("should refuse a duplicate shard, and name both reports", async () => {
    const later = shard(1, 1, [contractOf()], { finishedAt: "2026-03-02T11:00:00Z" });
    const { code, problem } = await thrownBy(async () => mergedOf([shard(1, 1, [contractOf()]), later]));
    assert.equal(code, "VC708");
    const values = problem.facts.map(({ value }) => value);
    assert.deepEqual(values, ["report-1.json and report-2.json", "both are shard 1/1"]);
  });

  const NO_SHARDS: Readonly<Record<string, Report>> = {
    "a whole run": reportOf(CONTRACTS, 0),
    "a shard that ended before it had a plan": shard(2, 2, [], {
      error: problemOf("VC108", {}),
      exitCode: 2,
      shard: { index: 2, count: 2, plan: null },
    }),
  };
  for (const [what, report] of Object.entries(NO_SHARDS))
    it(`should refuse ${what}, which has no plan, and name its file`, async () => {
      const error = await thrownBy(async () => mergedOf([shard(1, 2, CONTRACTS), report]));
      assert.equal(error.code, "VC707");
      assert.include(error.problem.message, "report-2.json");
    });

  it("should name the error of a run that ended before it knew its shard", async () => {
    const failed = reportOf([], 2, { error: problemOf("VC108", {}) });
    const { problem } = await thrownBy(async () => mergedOf([failed]));
    assert.include(problem.facts[0]?.value, failed.error?.message);
  });

  const NO_REPORTS: Readonly<Record<string, readonly [unknown, RegExp]>> = {
    nothing: [null, /expected an object, got null/],
    "another document": [{ name: "x" }, /schema: .*verify-contract\/1/],
    "an unknown outcome": [
      reportOf([{ ...contractOf(), outcome: "great" as Outcome }], 0),
      /contracts\.0\.outcome: expected one of/,
    ],
    "a link to another service without https": [
      shard(1, 2, [
        contractOf({
          forwarded: [{ to: "etherscan", state: "accepted", explorerUrl: "javascript:alert(1)" }],
        }),
      ]),
      /forwarded.*explorerUrl/s,
    ],
    "an impossible shard": [reportOf([], 0, { shard: { index: 5, count: 4, plan: PLAN } }), /no 5 of 4/],
  };
  for (const [what, [value, reason]] of Object.entries(NO_REPORTS))
    it(`should refuse ${what}, and say why`, async () => {
      const error = await thrownBy(async () => readReport("x.json", value));
      assert.equal(error.code, "VC707");
      assert.match(error.problem.facts.map((fact) => fact.value).join("\n"), reason);
      assert.isAtMost(error.problem.facts.length, 4);
    });
});

describe("reports - several chains in one report", () => {
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
  const problem = { code: "VC302", message: "The chain can't be reached.", facts: [] } as const;
  const ofShard = (index: number, contracts: readonly ContractReport[], more: Partial<Report> = {}) =>
    shard(index, 2, contracts, { network: null, networks: NETWORKS, ...more });

  it("should keep contracts at the same address on two chains apart", () => {
    const whole = mergedOf([ofShard(1, [onBase]), ofShard(2, [onHedera])]);
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
    const first = ofShard(1, [onBase], { networks: lost });
    const whole = mergedOf([first, ofShard(2, [onHedera])]);
    assert.equal(whole.exitCode, 0);
    assert.deepEqual(whole.networks, NETWORKS);
  });

  it("should refuse a report of a single network, or one with other services for a chain", async () => {
    const ofOne = shard(2, 2, [onBase], { network: BASE });
    const moved = NETWORKS.map((each) => ({
      ...each,
      services: { ...SERVICES, verification: "https://other" },
    }));
    for (const other of [ofOne, ofShard(2, [onHedera], { networks: moved })])
      assert.equal((await thrownBy(async () => mergedOf([ofShard(1, [onBase]), other]))).code, "VC708");
  });

  it("should not use another chain's contract as a minimal proxy's implementation", () => {
    const clone = (network: typeof BASE): ContractReport => ({
      ...contractOf({ outcome: "minimal-proxy", proxy: proxyOf(onBase), network }),
      target: { ...onBase.target, address: "0x00000000000000000000000000000000000000AA" },
    });
    const outcomeOf = (network: typeof BASE) => resolveMinimalProxies([onBase, clone(network)])[1]?.outcome;
    assert.deepEqual([outcomeOf(BASE), outcomeOf(HEDERA)], ["minimal-proxy", "no-build"]);
  });

  it("should show the worst chain first, and only some of many verified contracts", () => {
    const many = Array.from({ length: 250 }, () => onBase);
    const screen = renderBatch(
      ofShard(1, [...many, onHedera, contractOf({ outcome: "unavailable", network: HEDERA })]),
      plainStyle,
      80,
    );
    const chains = screen.split("\n").filter((line) => / \(chain \d+\): /.test(line));
    const found = chains.map((line) => line.split(":")[0]);
    assert.deepEqual(found, ["hedera (chain 295)", "base (chain 8453)"]);
    assert.include(screen, "and 230 more contracts, verified");
    assert.isBelow(screen.split("\n").length, 60);
  });
});

function shard(
  index: number,
  count: number,
  contracts: readonly ContractReport[],
  fields: Partial<Report> = {},
): Report {
  const exitCode = getRunExitCode(contracts, fields.error);
  return reportOf([...contracts], exitCode, { shard: { index, count, plan: PLAN }, ...fields });
}

function proxyOf({ target }: ContractReport): NonNullable<ContractReport["proxy"]> {
  return { kind: "EIP-1167", implementation: target.address ?? assert.fail(), beacon: null };
}

function inLowerCase({ target, ...contract }: ContractReport): ContractReport {
  return { ...contract, target: { ...target, address: target.address?.toLowerCase() ?? null } };
}

/** @param shards The contracts of each shard. */
function mergedFrom(...shards: readonly (readonly ContractReport[])[]): Report {
  return mergedOf(shards.map((contracts, index) => shard(index + 1, shards.length, contracts)));
}

/** Merges the reports as they are written and read back. */
function mergedOf(reports: readonly Report[]): Report {
  const [first = assert.fail(), ...others] = reports.map((report, index) =>
    readReport(`report-${index + 1}.json`, JSON.parse(REPORT_FORMATS.json(report))),
  );
  return mergeReports([first, ...others]);
}
