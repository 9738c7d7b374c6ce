import { stripVTControlCharacters } from "node:util";
import { assert, expect } from "chai";
import { renderBatch } from "../../src/internal/render/terminal/batch-report.ts";
import { wrap } from "../../src/internal/render/terminal/layout.ts";
import { renderProgress } from "../../src/internal/render/terminal/progress.ts";
import { renderQuiet, renderReport } from "../../src/internal/render/terminal/report.ts";
import { plainStyle, terminalStyle } from "../../src/internal/render/terminal/style.ts";
import { contractRows } from "../../src/internal/render/words/batch-words.ts";
import type { ProgressEvent } from "../../src/internal/report/progress.ts";
import { BATCH_REPORTS } from "../helpers/batch-reports.ts";
import { expectGolden } from "../helpers/golden.ts";
import { JOB_ID, MINIMAL_SUBMISSION, VAULT_ADDRESS, VAULT_BUILD } from "../helpers/report-parts.ts";
import { REPORTS } from "../helpers/reports.ts";

const EVENTS: readonly ProgressEvent[] = [
  { type: "waiting-for-code", address: VAULT_ADDRESS, chainId: 296 },
  { type: "target" },
  { type: "build" },
  { type: "stored" },
  {
    type: "submitting",
    url: `https://sourcify.dev/server/v2/verify/296/${VAULT_ADDRESS}`,
    submission: MINIMAL_SUBMISSION,
  },
  {
    type: "retrying",
    service: "verification service",
    reason: "it answered 503",
    delayMs: 1_200,
    attempt: 2,
  },
  { type: "not-as-deployed", isAsked: true },
  { type: "waiting-for-other-job" },
  { type: "submitted", verificationId: JOB_ID },
  { type: "polling", verificationId: JOB_ID },
  {
    type: "job-stands-still",
    verificationId: JOB_ID,
    since: new Date("2026-11-22T18:28:00Z"),
    isOfEarlierRun: true,
  },
  { type: "job-ended" },
  { type: "waiting-for-lost-record", verificationId: JOB_ID, mostMs: 60_000 },
  { type: "record-lost", verificationId: JOB_ID },
  { type: "reading-record" },
  { type: "waiting-for-record" },
  { type: "checking" },
];

describe("reports - terminal", () => {
  it("should show each step of a run on one line", () => {
    const lines = EVENTS.map((event) => renderProgress(event, plainStyle) ?? "(nothing)");
    expectGolden("reports/progress.terminal", `${lines.join("\n")}\n`);
  });

  it("should show the same characters with colours and without", () => {
    for (const [name, report] of Object.entries({ ...REPORTS, ...BATCH_REPORTS })) {
      const render = name in BATCH_REPORTS ? renderBatch : renderReport;
      const coloured = render(report, terminalStyle(true), 80);
      expect(coloured, name).to.contain("\u001b[");
      expect(stripVTControlCharacters(coloured), name).to.equal(render(report, plainStyle, 80));
    }
  });

  it("should show only the verdict, on one line", () => {
    const lines = Object.entries(REPORTS).map(
      ([name, report]) => `${name}: ${renderQuiet(report, plainStyle)}`,
    );
    for (const line of lines) expect(line).not.to.contain("\n");
    expectGolden("reports/quiet.terminal", `${lines.join("\n")}\n`);
  });

  it("should show beside the verdict which chains the run doesn't cover", () => {
    const report = REPORTS["verified-exact"];
    const networks = [{ name: null, chainId: 777, skipped: "no usable network" }];
    expect(renderQuiet({ ...report, networks }, plainStyle)).to.match(
      /runtime code\. Not covered: chain 777\.$/,
    );
  });

  it("should show all facts and checks if verbose", () =>
    expectGolden(
      "reports/verbose.terminal",
      `${renderReport(REPORTS["verified-exact"], plainStyle, 80, true)}\n`,
    ));

  it("should show which build was used if its sources changed since", () => {
    const report = REPORTS["verified-exact"];
    const [contract = assert.fail()] = report.contracts;
    const shownFor = (isNewer: boolean, writtenAt = report.startedAt, isVerbose = false, count = 1) => {
      const sources = [
        { path: "contracts/Vault.sol", isNewer },
        { path: "contracts/Base.sol", isNewer: false },
      ];
      const outdated = { writtenAt, sources };
      const shown = { ...contract, contract: { ...VAULT_BUILD, outdated } };
      const contracts = Array.from({ length: count }, () => shown);
      return renderReport({ ...report, contracts }, plainStyle, 200, isVerbose);
    };
    const older =
      /^ {2}Build +from \d\d:\d\d UTC, built from an earlier version of contracts\/Vault\.sol\s+and\s+1\s+other\s+source$/m;
    expect(shownFor(true)).to.match(older);
    expect(shownFor(true, report.startedAt, false, 2).match(new RegExp(older, "gm"))).to.have.length(2);
    expect(shownFor(true, report.startedAt, true)).to.match(
      /^ {2}Build +artifacts\/build-info.*\n +from \d\d:\d\d UTC, built from an earlier/m,
    );
    expect(shownFor(false, "2025-01-02T03:04:05.000Z")).to.match(
      /Build +from 2025-01-02, built from another version of contracts/,
    );
    expect(renderReport(report, plainStyle, 200)).not.to.match(/^ {2}Build/m);
  });

  it("should never truncate an outcome in a table, however narrow", () => {
    const report = BATCH_REPORTS["batch-shard"];
    const screen = renderBatch(report, plainStyle, 48);
    for (const { outcome } of contractRows(report)) expect(screen).to.contain(outcome);
  });

  it("should never break a path, an address or a hash", () => {
    const hash = `0x${"ab".repeat(32)}`;
    const lines = wrap(`created in ${hash}, see contracts/deeply/nested/folders/Vault.sol:Vault`, 30);
    expect(lines).to.deep.equal([
      "created in",
      `${hash},`,
      "see contracts/deeply/nested/folders/Vault.sol:Vault",
    ]);
  });

  it("should accept any width", () => {
    for (const width of [0, 1, -5, Number.NaN, Number.POSITIVE_INFINITY])
      expect(renderReport(REPORTS["check-failed"], plainStyle, width)).to.contain("VC412");
  });
});
