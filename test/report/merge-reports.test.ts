import { readFileSync } from "node:fs";
import { assert } from "chai";
import { HARDHAT_WORDS } from "../../src/internal/hosts/hardhat3/words.ts";

import { REPORT_FORMATS } from "../../src/internal/render/formats.ts";
import { annotationsOf, sourceOf } from "../../src/internal/render/github/annotations.ts";
import { renderBatch } from "../../src/internal/render/terminal/batch-report.ts";
import { plainStyle } from "../../src/internal/render/terminal/style.ts";
import { CLAIM_IDS } from "../../src/internal/report/claim-ids.ts";
import { mergeReports } from "../../src/internal/report/merge-reports.ts";
import type {
  Check,
  Claim,
  ContractReport,
  Outcome,
  Report,
  Verdict,
} from "../../src/internal/report/model.ts";
import { exitCodeOfAll } from "../../src/internal/report/outcome.ts";
import { reportReader } from "../../src/internal/report/read-report.ts";
import { BATCH_REPORTS, manyContracts, PLAN } from "../helpers/batch-reports.ts";
import { withoutShell } from "../helpers/html-shell.ts";
import { contractOf, EXACT, PARTIAL, problemOf, reportOf } from "../helpers/report-parts.ts";
import { parseReport } from "../helpers/report-schema.ts";
import { REPORTS } from "../helpers/reports.ts";
import { thrownBy } from "../helpers/thrown.ts";

const TOOL = { name: "hardhat-verify-contract", version: "0.1.0" };
const read = reportReader(
  JSON.parse(readFileSync(new URL("../../schemas/verify-contract-1.schema.json", import.meta.url), "utf8")),
);
const CONTRACTS = manyContracts(6);

const CLAIMS: readonly Claim[] = CLAIM_IDS.map((id) => ({
  id,
  state: "proven",
  witnesses: ["chain", "build"],
}));

/** Proven claims but for the first, which is the runtime code. */
function claimed(first: Partial<Claim>, verdict: Verdict, outcome: Outcome = "verified"): Report {
  const claims = CLAIMS.map((claim, index) => (index === 0 ? { ...claim, ...first } : claim));
  return reportOf([contractOf({ outcome, claims, verdict })], exitCodeOfAll([{ outcome }], undefined));
}

describe("reports - merging", () => {
  it("should make of the shards the report that the whole run would have made", () => {
    const merged = mergedOf([
      shard(2, 2, CONTRACTS.slice(3), {
        startedAt: "2026-03-02T10:16:00Z",
        finishedAt: "2026-03-02T10:20:00Z",
      }),
      shard(1, 2, CONTRACTS.slice(0, 3)),
    ]);
    const whole = reportOf(CONTRACTS, 0, { finishedAt: "2026-03-02T10:20:00Z" });
    assert.deepEqual(merged, whole);
  });

  it("should write reports that the schema accepts", () => {
    for (const report of [...Object.values(REPORTS), ...Object.values(BATCH_REPORTS)])
      parseReport(REPORT_FORMATS.json(mergedOf([report])));
  });

  it("should take of a contract in several reports the one of the later", () => {
    const [contract = assert.fail()] = CONTRACTS;
    const failed = { ...contract, outcome: "unavailable" as const };
    const early = shard(1, 1, [failed, ...CONTRACTS.slice(1)]);
    const late = shard(1, 1, [contract], { finishedAt: "2026-03-02T11:00:00Z" });
    for (const order of [
      [early, late],
      [late, early],
    ]) {
      const merged = mergedOf(order);
      assert.deepEqual(
        merged.contracts.map(({ outcome }) => outcome),
        Array<Outcome>(6).fill("verified"),
      );
      assert.equal(merged.exitCode, 0);
    }
  });

  it("should take addresses for the same in whatever case they are written", () => {
    const [contract = assert.fail()] = CONTRACTS;
    const address = contract.target.address?.toLowerCase() ?? null;
    const other = { ...contract, target: { ...contract.target, address } };
    assert.lengthOf(mergedOf([reportOf([contract], 0), reportOf([other], 0)]).contracts, 1);
  });

  const ONE = contractOf();
  const early = (outcome: Outcome, fields: Partial<Report> = {}): Report =>
    reportOf([{ ...ONE, outcome }], exitCodeOfAll([{ outcome }], undefined), fields);
  const late = (outcome: Outcome): Report => early(outcome, { finishedAt: "2026-03-02T11:00:00Z" });
  for (const [before, after, counts] of [
    ["mismatch", "verified", "verified"],
    ["verified", "mismatch", "mismatch"],
    ["mismatch", "not-tried", "mismatch"],
    ["check-failed", "timed-out", "check-failed"],
    ["verified", "timed-out", "timed-out"],
    ["timed-out", "not-tried", "not-tried"],
    ["mismatch", "dry-run", "mismatch"],
  ] as const) {
    it(`should call a contract ${counts} that was ${before} and then ${after}`, () => {
      for (const order of [
        [early(before), late(after)],
        [late(after), early(before)],
      ])
        assert.equal(mergedOf(order).contracts[0]?.outcome, counts);
    });
  }

  it("should take the worse of what two shards, or one report, say of a contract", () => {
    const good = { ...ONE, deployments: [] };
    const failed = { ...ONE, outcome: "check-failed" as const };
    for (const [one, other] of [
      [good, failed],
      [failed, good],
    ] as const) {
      const finishedAt = "2026-03-02T11:00:00Z";
      assert.equal(mergedOf([shard(1, 2, [one]), shard(2, 2, [other], { finishedAt })]).exitCode, 1);
      assert.equal(mergedOf([shard(1, 1, [one, other])]).exitCode, 1);
    }
  });

  it("should know a contract id again that an earlier run could not resolve", () => {
    const unresolved = { ...ONE, outcome: "unavailable" as const, target: { ...ONE.target, address: null } };
    const merged = mergedOf([reportOf([unresolved], 3), late("verified")]);
    assert.lengthOf(merged.contracts, 1);
    assert.equal(merged.exitCode, 0);
  });

  it("should refuse a dry run beside others, which it would pass for a part of", async () => {
    const error = await thrownBy(async () =>
      mergedOf([shard(1, 2, CONTRACTS), shard(2, 2, [contractOf({ outcome: "dry-run" })])]),
    );
    assert.equal(error.code, "VC708");
    assert.equal(mergedOf([early("dry-run"), late("dry-run")]).exitCode, 0);
  });

  it("should look for what a minimal proxy stands for in the reports of all shards", () => {
    const [implementation = assert.fail()] = CONTRACTS;
    const proxy = contractOf({
      outcome: "minimal-proxy",
      proxy: { kind: "EIP-1167", implementation: implementation.target.address ?? "", beacon: null },
    });
    assert.equal(mergedOf([shard(1, 2, [proxy]), shard(2, 2, [implementation])]).exitCode, 0);
    const { address } = implementation.target;
    const written = { ...implementation.target, address: address?.toLowerCase() ?? null };
    assert.equal(mergedOf([reportOf([proxy, { ...implementation, target: written }], 0)]).exitCode, 0);
    const alone = mergedOf([shard(1, 2, [proxy]), shard(2, 2, [])]);
    assert.equal(alone.exitCode, 1);
    assert.equal(alone.contracts[0]?.error?.code, "VC207");
    assert.equal(mergedOf([shard(1, 2, [proxy])]).exitCode, 3);
    const error = problemOf("VC206", {});
    const noBuild = { ...proxy, outcome: "no-build" as const, error };
    const both = mergedOf([shard(1, 2, [noBuild]), shard(2, 2, [implementation])]);
    assert.equal(both.exitCode, 0);
    assert.isUndefined(both.contracts[0]?.error);
    assert.equal(mergedOf([shard(1, 2, [noBuild]), shard(2, 2, [])]).contracts[0]?.error?.code, "VC206");
  });

  it("should end with the worst exit code of all contracts", () => {
    const ended = (outcome: Outcome, index: number): Report =>
      shard(index, 3, [contractOf({ outcome, target: { ...contractOf().target, address: `0x${index}` } })]);
    assert.equal(mergedOf([ended("verified", 1), ended("timed-out", 2), ended("verified", 3)]).exitCode, 3);
    assert.equal(mergedOf([ended("mismatch", 1), ended("timed-out", 2), ended("verified", 3)]).exitCode, 1);
  });

  it("should say which shards are missing, and neither pass nor call it wrong use", () => {
    const merged = mergedOf([shard(2, 4, CONTRACTS)]);
    assert.equal(merged.error?.code, "VC709");
    assert.include(merged.error?.message, "shard 1/4, shard 3/4 and shard 4/4");
    assert.include(merged.error?.next, "--shard 1/4");
    assert.equal(merged.exitCode, 3);
    assert.match(renderBatch(merged, plainStyle, 80), /\? 6 contracts: 6 verified\. Run the missing shards/);
    const mismatch = contractOf({ outcome: "mismatch" });
    assert.equal(mergedOf([shard(2, 4, [mismatch])]).exitCode, 1);
  });

  it("should name no more missing shards than one can read, however many a report speaks of", () => {
    const { error } = mergedOf([shard(1, 2_000_000_000, [])]);
    assert.match(error?.message ?? "", /shard 9\/2000000000 and 1999999991 more is missing/);
  });

  it("should keep an error of a run, unless that shard ran again", () => {
    const error = problemOf("VC108", {});
    const broken = shard(1, 1, [], { error, exitCode: 2 });
    assert.equal(mergedOf([broken]).exitCode, 2);
    assert.equal(mergedOf([reportOf(CONTRACTS, 0), REPORTS["wrong-use"] ?? assert.fail()]).exitCode, 2);
    const again = shard(1, 1, CONTRACTS, { finishedAt: "2026-03-02T12:00:00Z" });
    assert.equal(mergedOf([broken, again]).exitCode, 0);
    const earlier = shard(1, 1, CONTRACTS, { finishedAt: "2026-03-02T09:00:00Z" });
    assert.equal(mergedOf([broken, earlier]).error?.code, "VC108");
  });

  it("should count what was passed over once", () => {
    const { passedOver } = BATCH_REPORTS["batch-shard"] ?? assert.fail();
    const merged = mergedOf([shard(1, 2, [], { passedOver }), shard(2, 2, [], { passedOver })]);
    assert.deepEqual(merged.passedOver, passedOver);
  });

  const OTHERS: Readonly<Record<string, Partial<Report>>> = {
    "another chain": { network: { name: "testnet", chainId: 295 } },
    "another network": { network: { name: "other", chainId: 296 } },
    "another service": { services: { verification: "https://other.example", query: null, status: null } },
    "another number of shards": { shard: { index: 2, count: 3, plan: PLAN } },
    "shards of other contracts": { shard: { index: 2, count: 2, plan: "0000000000000000" } },
    "no shard": { shard: null },
  };
  for (const [what, fields] of Object.entries(OTHERS)) {
    it(`should refuse a report of ${what}, and name both`, async () => {
      const error = await thrownBy(async () => mergedOf([shard(1, 2, []), shard(2, 2, [], fields)]));
      assert.equal(error.code, "VC708");
      assert.deepEqual(
        error.problem.facts.map(({ label }) => label),
        ["report-1.json", "report-2.json"],
      );
    });
  }

  it("should merge with a report that never reached the chain", () => {
    const down = shard(2, 2, [contractOf({ outcome: "unavailable" })], {
      network: null,
      services: { verification: null, query: null, status: null },
    });
    const merged = mergedOf([down, shard(1, 2, CONTRACTS)]);
    assert.equal(merged.exitCode, 3);
    assert.equal(merged.network?.chainId, 296);
  });

  it("should take the verdict of a claim that was required", () => {
    const open = { id: "interface", state: "open", witnesses: [], reason: "x" } as const;
    const claims = CLAIMS.map((claim) => (claim.id === "interface" ? open : claim));
    const contract = contractOf({ outcome: "not-proven", claims, verdict: "not-proven" });
    assert.equal(read("x.json", reportOf([contract], 1)).report.exitCode, 1);
  });

  const NO_REPORTS: Readonly<Record<string, readonly [unknown, RegExp]>> = {
    nothing: [null, /expected an object, got null/],
    "another document": [{ name: "x" }, /schema: .*verify-contract\/1/],
    "a status report": [{ schema: "verify-contract-status/1" }, /schema: .*verify-contract\/1/],
    "an unknown outcome": [
      reportOf([{ ...contractOf(), outcome: "great" as Outcome }], 0),
      /contracts\.0\.outcome: expected one of/,
    ],
    "an unknown field": [{ ...reportOf([], 0), extra: 1 }, /extra: unknown key/],
    "half a network": [{ ...reportOf([], 0), network: { name: "x" } }, /network\.chainId: expected a number/],
    "a moment that is none": [{ ...reportOf([], 0), finishedAt: "yesterday" }, /finishedAt: /],
    "an exit code that its contracts do not come to": [
      reportOf([contractOf()], 1),
      /exitCode: 1, and its contracts come to 0/,
    ],
    "a summary of other contracts": [
      { ...reportOf([], 0), summary: { total: 1, outcomes: { verified: 1 } } },
      /summary: 1 contracts, and it has 0/,
    ],
    "a verified contract with a failed check": [
      reportOf([contractOf({ checks: [{ ...contractOf().checks[0], status: "failed" } as Check] })], 0),
      /contracts\.0: verified, and its checks have not passed/,
    ],
    "a verified contract without checks": [
      reportOf([contractOf({ checks: [] })], 0),
      /contracts\.0: verified, and its checks have not passed/,
    ],
    "a verified contract without a match": [
      reportOf([contractOf({ match: null })], 0),
      /contracts\.0: verified, and it has no match/,
    ],
    "a verified contract without an address": [
      reportOf([contractOf({ target: { ...contractOf().target, address: null } })], 0),
      /contracts\.0: verified, and it has no address/,
    ],
    "a verified contract without a network": [
      reportOf([contractOf()], 0, { network: null }),
      /contracts\.0: verified, and the report has no network/,
    ],
    "a match that is better than its sides": [
      reportOf([contractOf({ match: { ...PARTIAL, match: "exact_match" } })], 0),
      /contracts\.0: match: exact_match, and its sides come to match/,
    ],
    "a match without its runtime side": [
      reportOf([contractOf({ match: { ...EXACT, runtimeMatch: null } })], 0),
      /contracts\.0: match: exact_match, and its runtime side is none/,
    ],
    "a verdict that is better than its claims": [
      claimed({ state: "open", witnesses: [], reason: "x" }, "verified"),
      /contracts\.0: verdict: verified, and its claims come to not-proven/,
    ],
    "a verdict that is worse than its claims": [
      claimed({}, "refuted"),
      /contracts\.0: verdict: refuted, and its claims come to verified/,
    ],
    "a verdict without claims": [
      reportOf([contractOf({ verdict: "verified" })], 0),
      /contracts\.0: verdict: verified, and it has no claims/,
    ],
    "claims without a verdict": [
      reportOf([contractOf({ claims: CLAIMS })], 0),
      /contracts\.0: verified, and it has no verdict/,
    ],
    "a claim that is there twice": [
      reportOf([contractOf({ claims: [...CLAIMS, ...CLAIMS.slice(0, 1)], verdict: "verified" })], 0),
      /contracts\.0: claims: runtime-code is there twice/,
    ],
    "a claim that no witness shows": [
      claimed({ witnesses: ["record"] }, "verified"),
      /contracts\.0: claims: runtime-code is proven, and no witness shows it/,
    ],
    "sources that compile to code that nothing shows": [
      claimed({ state: "open", witnesses: [], reason: "x" }, "not-proven"),
      /contracts\.0: claims: sources is proven, and runtime-code is open/,
    ],
    "a dry run that was refuted": [
      claimed({ state: "refuted", reason: "x" }, "refuted", "dry-run"),
      /contracts\.0: dry-run, and its verdict is refuted/,
    ],
    "a link to another service that is not https": [
      shard(1, 2, [
        contractOf({
          forwarded: [{ to: "etherscan", state: "accepted", explorerUrl: "javascript:alert(1)" }],
        }),
      ]),
      /forwarded.*explorerUrl/s,
    ],
    "a shard that is none": [reportOf([], 0, { shard: { index: 5, count: 4, plan: PLAN } }), /no 5 of 4/],
  };
  for (const [what, [value, reason]] of Object.entries(NO_REPORTS)) {
    it(`should refuse ${what}, and say why`, async () => {
      const error = await thrownBy(async () => read("x.json", value));
      assert.equal(error.code, "VC707");
      assert.match(error.problem.facts.map((fact) => fact.value).join("\n"), reason);
      assert.isAtMost(error.problem.facts.length, 4);
    });
  }

  it("should show nothing of a hostile report that acts", () => {
    const text =
      "::error::x\u001b[2J\n##[error]y\r\n::warning::z | <script>x</script> [a](https://evil.example) @b";
    const hostile = shard(1, 2, [
      contractOf({
        outcome: "rejected",
        deployments: [{ tool: "manifest", name: text, file: text }],
        target: { ...contractOf().target, input: text, address: text },
        proxy: { kind: "EIP-1967", implementation: text, beacon: null },
        error: {
          code: "VC402",
          message: text,
          facts: [{ label: text, value: text }],
          likely: text,
          next: text,
        },
      }),
    ]);
    const merged = mergedOf([{ ...hostile, passedOver: [{ name: text, file: text, reason: text }] }]);
    const screen = renderBatch(merged, plainStyle, 80);
    assert.notMatch(screen, /[^\P{C}\n]/u);
    assert.notMatch(screen, /^[^\S\n]*::|##\w*\[/m);
    assert.notMatch(REPORT_FORMATS.json(merged), /##\w*\[|[^\P{C}\n]/u);
    assert.notMatch(withoutShell(REPORT_FORMATS.html(merged)), /<script/);
    // The links of the report itself.
    const links =
      /\[[\w`]+\]\(https:\/\/(?:sourcify\.dev|repo\.sourcify\.dev|hashscan\.io|github\.com\/OWNER)\/[\w./#-]+\)/g;
    assert.notMatch(REPORT_FORMATS.markdown(merged).replace(links, ""), /<script|\]\(|@b|^[^|]*$\n\| x/m);
    for (const line of annotationsOf(merged, sourceOf)) assert.match(line, /^::(error|warning) [^\n\r]*$/);
    assert.deepEqual(parseReport(REPORT_FORMATS.json(merged)).contracts[0]?.target.input, text);
  });
});

function shard(
  index: number,
  count: number,
  contracts: readonly ContractReport[],
  fields: Partial<Report> = {},
): Report {
  const exitCode = exitCodeOfAll(contracts, fields.error);
  return reportOf([...contracts], exitCode, { shard: { index, count, plan: PLAN }, ...fields });
}

/** Read back as they would be written. */
function mergedOf(reports: readonly Report[]): Report {
  const [first = assert.fail(), ...others] = reports.map((report, index) =>
    read(`report-${index + 1}.json`, JSON.parse(REPORT_FORMATS.json(report))),
  );
  return mergeReports([first, ...others], TOOL, HARDHAT_WORDS);
}
