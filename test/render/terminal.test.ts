import { stripVTControlCharacters } from "node:util";
import { expect } from "chai";
import { advice } from "../../src/internal/errors/next-step.ts";
import { problem } from "../../src/internal/errors/problem.ts";
import { renderBatch } from "../../src/internal/render/terminal/batch-report.ts";
import { labelled, wrap } from "../../src/internal/render/terminal/layout.ts";
import { renderProblem } from "../../src/internal/render/terminal/problem.ts";
import { renderProgress } from "../../src/internal/render/terminal/progress.ts";
import { renderQuiet, renderReport } from "../../src/internal/render/terminal/report.ts";
import { plainStyle, terminalStyle } from "../../src/internal/render/terminal/style.ts";
import { contractRows } from "../../src/internal/render/words/batch-words.ts";
import { contractVerdict } from "../../src/internal/render/words/verdict.ts";
import type { ProgressEvent } from "../../src/internal/report/progress.ts";
import { BATCH_REPORTS } from "../helpers/batch-reports.ts";
import { expectGolden } from "../helpers/golden.ts";
import { JOB_ID, MINIMAL_SUBMISSION, VAULT_ADDRESS, VAULT_BUILD } from "../helpers/report-parts.ts";
import { REPORTS } from "../helpers/reports.ts";
import { tooWide } from "../helpers/too-wide.ts";

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
  it("should show what was sent only if a stored match was submitted again", () => {
    const report = REPORTS["already-verified"] ?? fail();
    expect(renderReport(report, plainStyle, 80)).not.to.match(/^ +Sent /m);
    const contracts = report.contracts.map((each) => ({ ...each, submitted: [MINIMAL_SUBMISSION] }));
    expect(renderReport({ ...report, contracts }, plainStyle, 120)).to.match(/Sent +4 files, /);
  });

  it("should show each step of a run on one line", () => {
    const lines = EVENTS.map((event) => renderProgress(event, plainStyle) ?? "(nothing)");
    expectGolden("reports/progress.terminal", `${lines.join("\n")}\n`);
  });

  it("should show the same characters with colours and without", () => {
    for (const [name, report] of Object.entries(REPORTS)) {
      const coloured = renderReport(report, terminalStyle(true), 80);
      expect(coloured, name).to.contain("\u001b[");
      expect(stripVTControlCharacters(coloured), name).to.equal(renderReport(report, plainStyle, 80));
    }
    expect(terminalStyle(false)).to.equal(plainStyle);
  });

  it("should fit the width, except for text to copy", () => {
    for (const width of [40, 60, 80, 120, 200])
      for (const [name, report] of Object.entries({ ...REPORTS, ...BATCH_REPORTS })) {
        const render = name in BATCH_REPORTS ? renderBatch : renderReport;
        for (const isVerbose of [false, true])
          expect(
            tooWide(render(report, plainStyle, width, isVerbose), width),
            `${name} in ${width}`,
          ).to.deep.equal([]);
      }
  });

  for (const width of [40, 120])
    it(`should be readable in ${width} columns`, () => {
      for (const name of ["verified-exact", "check-failed", "no-build", "batch-shard"]) {
        const render = name in BATCH_REPORTS ? renderBatch : renderReport;
        const report = REPORTS[name] ?? BATCH_REPORTS[name] ?? fail();
        expectGolden(`reports/widths/${name}-${width}.terminal`, `${render(report, plainStyle, width)}\n`);
      }
    });

  it("should take at most 15 lines for a verified contract", () => {
    for (const width of [80, 100, 120, 200])
      for (const [name, report] of Object.entries(REPORTS)) {
        const [only, ...others] = report.contracts;
        if (only === undefined || others.length > 0 || contractVerdict(only).tone !== "ok") continue;
        // A second submission and explorers' pages add lines.
        if (only.submitted.length > 1 || only.explorers !== undefined) continue;
        expect(renderReport(report, plainStyle, width).split("\n").length, name).to.be.at.most(15);
      }
  });

  it("should show only the verdict, on one line", () => {
    const lines = Object.entries(REPORTS).map(
      ([name, report]) => `${name}: ${renderQuiet(report, plainStyle)}`,
    );
    for (const line of lines) expect(line).not.to.contain("\n");
    expectGolden("reports/quiet.terminal", `${lines.join("\n")}\n`);
  });

  it("should show all facts and checks if verbose", () =>
    expectGolden(
      "reports/verbose.terminal",
      `${renderReport(REPORTS["verified-exact"] ?? fail(), plainStyle, 80, true)}\n`,
    ));

  it("should show which build was used if its sources changed since", () => {
    const report = REPORTS["verified-exact"] ?? fail();
    const [contract = fail()] = report.contracts;
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
    const report = BATCH_REPORTS["batch-shard"] ?? fail();
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
      expect(renderReport(REPORTS["check-failed"] ?? fail(), plainStyle, width)).to.contain("VC412");
  });

  it("should show a problem as sentence, facts, likely cause and next step", () => {
    const shown = problem("VC204", {
      values: { sources: "the sources in this project" },
      facts: [
        ["Contract", "contracts/Vault.sol:Vault"],
        ["Errors", "first line\nsecond line"],
      ],
      likely: "the optimizer setting",
      next: advice("npx hardhat compile"),
    });
    expect(renderProblem(shown, plainStyle).split("\n")).to.deep.equal([
      "VC204 The code on chain was not built from the sources in this project.",
      "  Contract  contracts/Vault.sol:Vault",
      "  Errors    first line",
      "            second line",
      "  Likely    the optimizer setting",
      "Try: npx hardhat compile",
      "Docs: npx hardhat-verify-contract explain VC204",
    ]);
  });

  it("should break a long word that isn't a path", () => {
    expect(wrap("a".repeat(50), 20)).to.deep.equal(["a".repeat(20), "a".repeat(20), "a".repeat(10)]);
    expect(wrap("", 5)).to.deep.equal([]);
  });

  it("should align leads", () => {
    const lines = [
      { lead: "a", text: "1" },
      { lead: "bbb", text: "2" },
    ];
    expect(labelled({ label: "L", lines }, { width: 80, style: plainStyle })).to.deep.equal([
      "  L           a    1",
      "              bbb  2",
    ]);
  });
});

function fail(): never {
  throw new Error("no such report");
}
