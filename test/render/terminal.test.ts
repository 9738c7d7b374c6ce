import { stripVTControlCharacters } from "node:util";
import { expect } from "chai";
import { problem } from "../../src/internal/errors/problem.ts";
import { labelled, wrap } from "../../src/internal/render/terminal/layout.ts";
import { renderProblem } from "../../src/internal/render/terminal/problem.ts";
import { renderProgress } from "../../src/internal/render/terminal/progress.ts";
import { renderReport } from "../../src/internal/render/terminal/report.ts";
import { plainStyle, terminalStyle } from "../../src/internal/render/terminal/style.ts";
import type { ProgressEvent } from "../../src/internal/report/progress.ts";
import { expectGolden } from "../helpers/golden.ts";
import {
  CREATION_HASH,
  EXPECT_EXACT,
  JOB_ID,
  MINIMAL_SUBMISSION,
  PARTIAL,
  VAULT_ADDRESS,
  VAULT_BUILD,
} from "../helpers/report-parts.ts";
import { REPORTS } from "../helpers/reports.ts";

const EVENTS: readonly ProgressEvent[] = [
  { type: "waiting-for-code", address: VAULT_ADDRESS, chainId: 296 },
  {
    type: "target",
    input: "0.0.5421877",
    address: VAULT_ADDRESS,
    contractId: "0.0.5421877",
    codeBytes: 3_101,
    creationTransactionHash: CREATION_HASH,
    creationKnownFrom: "chain",
  },
  { type: "build", contract: VAULT_BUILD, expectedMatch: EXPECT_EXACT, candidates: 42 },
  { type: "stored", match: null },
  { type: "stored", match: PARTIAL },
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
  { type: "waiting-for-other-job", elapsedMs: 3_000 },
  { type: "submitted", verificationId: JOB_ID },
  { type: "polling", verificationId: JOB_ID, elapsedMs: 900, polls: 1 },
  { type: "polling", verificationId: JOB_ID, elapsedMs: 8_200, polls: 5 },
  { type: "job-ended", verificationId: JOB_ID, result: "exact_match" },
  { type: "reading-record" },
  { type: "waiting-for-record" },
  { type: "checking" },
];

describe("reports - terminal", () => {
  it("should tell each step of a run in a line", () => {
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

  it("should keep to the width, but for what is there to be copied", () => {
    for (const width of [60, 80, 100]) {
      for (const [name, report] of Object.entries(REPORTS)) {
        const wide = renderReport(report, plainStyle, width)
          .split("\n")
          .filter((line) => line.length > width && !/https:\/\/|^Try:/.test(line));
        expect(wide, `${name} in ${width}`).to.deep.equal([]);
      }
    }
  });

  it("should lay out for any width that it is told", () => {
    for (const width of [0, 1, -5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(renderReport(REPORTS["check-failed"] ?? fail(), plainStyle, width)).to.contain("VC412");
    }
  });

  it("should show a problem as sentence, facts, likely cause and next step", () => {
    const shown = problem("VC204", {
      values: { where: "this project" },
      facts: [
        ["Contract", "contracts/Vault.sol:Vault"],
        ["Errors", "first line\nsecond line"],
      ],
      likely: "the optimizer setting",
      next: "npx hardhat compile",
    });
    expect(renderProblem(shown, plainStyle)).to.equal(
      [
        "VC204 The code on chain was not built from the sources in this project.",
        "  Contract  contracts/Vault.sol:Vault",
        "  Errors    first line",
        "            second line",
        "  Likely    the optimizer setting",
        "Try: npx hardhat compile",
      ].join("\n"),
    );
  });

  it("should break a long path after a slash, and what has none anywhere", () => {
    expect(wrap("see contracts/deep/Vault.sol", 16)).to.deep.equal(["see", "contracts/deep/", "Vault.sol"]);
    expect(wrap("a".repeat(50), 20)).to.deep.equal(["a".repeat(20), "a".repeat(20), "a".repeat(10)]);
    expect(wrap("", 5)).to.deep.equal([]);
  });

  it("should line up leads", () => {
    const lines = [
      { lead: "a", text: "1" },
      { lead: "bbb", text: "2" },
    ];
    expect(labelled({ label: "L", lines }, { width: 80 })).to.deep.equal([
      "  L           a    1",
      "              bbb  2",
    ]);
  });
});

function fail(): never {
  throw new Error("no such report");
}
