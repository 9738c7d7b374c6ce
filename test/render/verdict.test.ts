import { expect } from "chai";
import { REPORT_FORMATS } from "../../src/internal/render/formats.ts";
import { renderBatch } from "../../src/internal/render/terminal/batch-report.ts";
import { renderReport } from "../../src/internal/render/terminal/report.ts";
import { plainStyle } from "../../src/internal/render/terminal/style.ts";
import { claimWords } from "../../src/internal/render/words/claim-words.ts";
import { contractVerdict, runVerdict } from "../../src/internal/render/words/verdict.ts";
import { CLAIM_IDS, NEEDED_CLAIMS } from "../../src/internal/report/claim-ids.ts";
import type { Check, ContractReport, Problem } from "../../src/internal/report/model.ts";
import { deriveVerdict } from "../../src/internal/report/verdict.ts";
import { claimsWith, contractOf, EXACT, PARTIAL, reportOf } from "../helpers/report-parts.ts";
import { REPORTS } from "../helpers/reports.ts";

/** The symbol, the label and the text. */
function verdictOf(fields: Partial<ContractReport>): string {
  const { symbol, label, text } = contractVerdict(contractOf(fields));
  return `${symbol} ${label}: ${text}`;
}

const errorOf = (code: string, ...facts: Problem["facts"]) => ({ code, message: "", facts });

const ON_RECORD = "On record: exact match of creation and runtime code.";

describe("reports - verdict", () => {
  for (const outcome of ["verified", "already-verified"] as const) {
    it(`should never let a partial match read as ${outcome}`, () => {
      const verdict = verdictOf({ outcome, match: PARTIAL });
      expect(verdict).to.match(/^– match \(not exact\): Match \(not exact\): /);
      expect(verdict).not.to.match(/verified/i);
    });

    it(`should not say ${outcome} if no match was read`, () => {
      const verdict = verdictOf({ outcome, match: null });
      expect(verdict).to.match(/^\? /);
      expect(verdict).not.to.match(/verified/i);
    });
  }

  it("should not claim a proven side's match if the record lacks it", () => {
    expect(verdictOf({ match: { ...EXACT, creationMatch: null } })).to.match(
      /: Verified: creation and runtime code proven by .*; on record: exact match of the .*no match of the creation code/,
    );
    expect(verdictOf({})).to.include(": Verified: exact match of creation and runtime code, proven by ");
  });

  for (const [code, name] of [
    ["VC302", "the node"],
    ["VC401", "the verification service"],
    ["VC501", "the query service"],
  ] as const)
    it(`should name ${name} if it gave no answer`, () =>
      expect(verdictOf({ outcome: "unavailable", error: errorOf(code) })).to.contain(name));

  it("should say usage error, and not a missing build, if some contracts' configuration is wrong", () => {
    for (const code of ["VC104", "VC109", "VC113", "VC305", "VC415", "VC503"])
      expect(verdictOf({ outcome: "no-build", error: errorOf(code) }), code).to.include("✖ usage error: ");
    expect(verdictOf({ outcome: "no-build", error: errorOf("VC204") })).to.include("✖ no build: ");
  });

  it("should not warn about the record if only the deployment record is contradicted", () => {
    const failed = (id: string, ...witnesses: Check["witnesses"]): Check => ({
      ...{ id, subject: id, status: "failed", expected: "1", actual: "2", witnesses },
    });
    const wrong = failed("constructor-arguments", "chain", "deployment");
    const failing = (...checks: readonly Check[]) =>
      verdictOf({ outcome: "check-failed", claims: [], match: EXACT, checks });
    expect(failing(wrong)).to.include(": Differs from its deployment record: 1 of 1 check failed");
    expect(failing(wrong, failed("abi", "record", "build"))).to.include(": Do not rely on it: ");
    expect(failing()).to.include(": Do not rely on it: ");
  });

  it("should deny only the name if the user names another contract than the verified one", () => {
    const error = errorOf("VC204", { label: "Contract", value: "Note" });
    const verdict = verdictOf({ outcome: "no-build", match: EXACT, contract: null, error });
    expect(verdict).to.include(": Verified on record (exact), but not as Note.");
  });

  it("should say that a contract verified by others is verified, but not from these builds", () =>
    expect(
      verdictOf({ outcome: "no-build", match: EXACT, contract: null, error: errorOf("VC204") }),
    ).to.equal(`✖ no build: Verified on record (exact), but not from this project's builds. ${ON_RECORD}`));

  it("should not call a delegated account a minimal proxy, because its owner can change what it runs", () => {
    const proxy = { kind: "EIP-7702", implementation: `0x${"1".repeat(40)}`, beacon: null } as const;
    expect(verdictOf({ outcome: "minimal-proxy", proxy })).to.include(
      " delegated account: A delegated account has no sources, and its owner can change its implementation.",
    );
  });

  it("should not say that a verified contract isn't if only a required explorer refuses it", () =>
    expect(verdictOf({ outcome: "rejected", match: EXACT, error: errorOf("VC418") })).to.match(
      /^✖ .*: Not shown: a required explorer doesn't show the contract\. On record: exact match of creation and runtime code\.$/,
    ));

  it("should give the reason why a required explorer doesn't show a contract once", () => {
    const reason = "the API key is wrong";
    const explorers = [
      { explorer: "etherscan", name: "Etherscan", state: "refused", reason, facts: [] },
    ] as const;
    const error = errorOf("VC418", { label: "Etherscan", value: reason });
    const contract = contractOf({ outcome: "rejected", match: EXACT, error, explorers });
    for (const format of ["markdown", "html"] as const)
      expect(REPORT_FORMATS[format](reportOf([contract], 1)).split(reason), format).to.have.length(2);
    for (const screen of [renderReport, renderBatch])
      expect(screen(reportOf([contract], 1), plainStyle, 100).split(reason)).to.have.length(2);
    expect(renderReport(reportOf([contractOf({ explorers })], 0), plainStyle, 100)).to.include(reason);
  });

  it("should not call a record wrong if no local compiler could judge it", () => {
    const checks = [
      { id: "recompiled-here", subject: "", status: "unknown", witnesses: [], reason: "no compiler" },
    ] as const;
    const contract = contractOf({ outcome: "not-proven", match: EXACT, contract: null, checks });
    expect(renderReport(reportOf([contract], 1), plainStyle, 80)).to.match(
      /^\? On record as exact match; not recompiled here:\s/,
    );
    const built = contractOf({ outcome: "not-proven", match: EXACT, checks });
    expect(contractVerdict(built).symbol).to.equal("✖");
  });

  it("should be a match if a needed claim is only vouched for, and name the claim and the witness", () => {
    for (const id of NEEDED_CLAIMS) {
      const claims = CLAIM_IDS.map((each) => ({ id: each, state: "proven", witnesses: ["chain"] }) as const);
      expect(deriveVerdict(claims)).to.equal("verified");
      const vouched = claims.map((claim) =>
        claim.id === id
          ? ({ id, state: "vouched", witnesses: ["query service"], reason: "no other says so" } as const)
          : claim,
      );
      expect(deriveVerdict(vouched), id).to.equal("match");
      const verdict = verdictOf({ match: EXACT, verdict: "match", claims: vouched });
      expect(verdict).not.to.match(/verified/i);
      expect(verdict).to.contain(
        `${claimWords({ id })} only vouched for by the query service, because no other says so.`,
      );
    }
  });

  it("should suggest running again only if waiting may help", () => {
    const claims = claimsWith({ id: "runtime-code", state: "open", witnesses: [], reason: "the reason" });
    expect(verdictOf({ outcome: "unavailable", verdict: "cannot-tell", claims })).to.include(
      `: Can't tell: runtime code open (the reason). ${ON_RECORD} Run it again.`,
    );
    const notProven = verdictOf({ outcome: "not-proven", verdict: "not-proven", claims });
    expect(notProven).to.include(": Not proven: runtime code (the reason).");
    expect(notProven).not.to.contain("Run it again");
  });

  it("should be good only if the exit code is 0", () => {
    for (const [name, report] of Object.entries(REPORTS))
      expect(runVerdict(report).tone === "ok", name).to.equal(
        name.match(/verified|upgraded/) !== null && report.exitCode === 0,
      );
  });

  it("should not call a run verified if it contains a partial match", () => {
    const { symbol, text } = runVerdict(reportOf([contractOf(), contractOf({ match: PARTIAL })], 0));
    expect([symbol, text]).to.deep.equal(["–", "2 contracts: 1 verified, 1 match (not exact)."]);
  });

  it("should promise that nothing is submitted twice, except on a development chain", () => {
    const shard = { index: 1, count: 1, plan: null };
    const textOn = (chainId: number, exitCode: 1 | 3) =>
      runVerdict(reportOf([contractOf()], exitCode, { shard, network: { name: "here", chainId } })).text;
    for (const exitCode of [1, 3] as const) {
      expect(textOn(296, exitCode)).to.include("not submitted again");
      for (const chainId of [31337, 298])
        expect(textOn(chainId, exitCode)).not.to.include("not submitted again");
    }
  });
});
