import { expect } from "chai";
import { REPORT_FORMATS } from "../../src/internal/render/formats.ts";
import { renderBatch } from "../../src/internal/render/terminal/batch-report.ts";
import { renderReport } from "../../src/internal/render/terminal/report.ts";
import { plainStyle } from "../../src/internal/render/terminal/style.ts";
import { claimWords } from "../../src/internal/render/words/claim-words.ts";
import { contractVerdict, runVerdict } from "../../src/internal/render/words/verdict.ts";
import { CLAIM_IDS, NEEDED_CLAIMS } from "../../src/internal/report/claim-ids.ts";
import type { Check } from "../../src/internal/report/model.ts";
import { deriveVerdict } from "../../src/internal/report/verdict.ts";
import { claimsWith, contractOf, EXACT, PARTIAL, reportOf } from "../helpers/report-parts.ts";
import { REPORTS } from "../helpers/reports.ts";

describe("reports - verdict", () => {
  for (const outcome of ["verified", "already-verified"] as const) {
    it(`should never let a partial match read as ${outcome}`, () => {
      const { tone, symbol, label, text } = contractVerdict(contractOf({ outcome, match: PARTIAL }));
      expect(text).to.match(/^Match \(not exact\): /);
      expect(`${label} ${text}`).not.to.match(/verified/i);
      expect([tone, symbol]).to.deep.equal(["warn", "–"]);
    });

    it(`should not say ${outcome} when no match was read`, () => {
      const { symbol, text } = contractVerdict(contractOf({ outcome, match: null }));
      expect(text).not.to.match(/verified/i);
      expect(symbol).to.equal("?");
    });
  }

  it("should not claim a proven side's match if the record lacks it", () => {
    const match = { ...EXACT, creationMatch: null };
    const proven = contractVerdict(contractOf({ outcome: "verified", match })).text;
    expect(proven).to.match(
      /^Verified: creation and runtime code proven by .*; on record: exact match of the/,
    );
    expect(proven).to.contain("no match of the creation code");
    expect(contractVerdict(contractOf({ outcome: "verified", match: EXACT })).text).to.match(
      /^Verified: exact match of creation and runtime code, proven by /,
    );
  });

  it("should name the service that gave no answer", () => {
    for (const [code, name] of [
      ["VC302", "the node"],
      ["VC401", "the verification service"],
      ["VC501", "the query service"],
    ] as const) {
      const error = { code, message: "", facts: [] };
      expect(contractVerdict(contractOf({ outcome: "unavailable", error })).text).to.contain(name);
    }
  });

  it("should say usage error, and not a missing build, if some contracts' configuration is wrong", () => {
    for (const code of ["VC104", "VC109", "VC113", "VC305", "VC415", "VC503"] as const) {
      const error = { code, message: "", facts: [] };
      expect(contractVerdict(contractOf({ outcome: "no-build", error })).label, code).to.equal("usage error");
    }
    const error = { code: "VC204", message: "", facts: [] } as const;
    expect(contractVerdict(contractOf({ outcome: "no-build", error })).label).to.equal("no build");
  });

  it("should not warn about the record if only the deployment record is contradicted", () => {
    const check = (id: string, ...witnesses: Check["witnesses"]): Check => ({
      ...{ id, subject: id, status: "failed", expected: "1", actual: "2", witnesses },
    });
    const wrong = check("constructor-arguments", "chain", "deployment");
    const verdictOf = (...checks: readonly Check[]) =>
      contractVerdict(contractOf({ outcome: "check-failed", claims: [], match: EXACT, checks })).text;
    expect(verdictOf(wrong)).to.match(/^Differs from its deployment record: 1 of 1 check failed/);
    expect(verdictOf(wrong, check("abi", "record", "build"))).to.match(/^Do not rely on it: /);
    expect(verdictOf()).to.match(/^Do not rely on it: /);
  });

  it("should deny only the name if the user names another contract than the verified one", () => {
    const error = { code: "VC204", message: "", facts: [{ label: "Contract", value: "Note" }] } as const;
    const contract = contractOf({ outcome: "no-build", match: EXACT, contract: null, error });
    expect(contractVerdict(contract).text).to.match(/^Verified on record \(exact\), but not as Note\./);
  });

  it("should say that a contract verified by others is verified, but not from these builds", () => {
    const error = { code: "VC204", message: "", facts: [] } as const;
    const contract = contractOf({ outcome: "no-build", match: EXACT, contract: null, error });
    const { text, symbol } = contractVerdict(contract);
    expect([symbol, text]).to.deep.equal([
      "✖",
      "Verified on record (exact), but not from this project's builds. On record: exact match of creation and runtime code.",
    ]);
  });

  it("should not call a delegated account a minimal proxy, because its owner can change what it runs", () => {
    const proxy = { kind: "EIP-7702", implementation: `0x${"1".repeat(40)}`, beacon: null } as const;
    const { label, text } = contractVerdict(contractOf({ outcome: "minimal-proxy", proxy }));
    expect(label).to.equal("delegated account");
    expect(text).to.match(
      /^A delegated account has no sources, and its owner can change its implementation\./,
    );
  });

  it("should not say that a verified contract isn't if only a required explorer refuses it", () => {
    const error = { code: "VC418", message: "", facts: [] } as const;
    const contract = contractOf({ outcome: "rejected", match: EXACT, error });
    const { symbol, text } = contractVerdict(contract);
    expect([symbol, text]).to.deep.equal([
      "✖",
      "Not shown: a required explorer doesn't show the contract. On record: exact match of creation and runtime code.",
    ]);
  });

  it("should give the reason why a required explorer doesn't show a contract once", () => {
    const reason = "the API key is wrong";
    const explorers = [
      { explorer: "etherscan", name: "Etherscan", state: "refused", reason, facts: [] },
    ] as const;
    const error = { code: "VC418", message: "", facts: [{ label: "Etherscan", value: reason }] } as const;
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
      const contract = contractOf({ outcome: "verified", match: EXACT, verdict: "match", claims: vouched });
      const { label, text } = contractVerdict(contract);
      expect(`${label} ${text}`).not.to.match(/verified/i);
      expect(text).to.contain(
        `${claimWords({ id })} only vouched for by the query service, because no other says so.`,
      );
    }
  });

  it("should suggest running again only if waiting may help", () => {
    const claims = claimsWith({ id: "runtime-code", state: "open", witnesses: [], reason: "the reason" });
    const cannotTell = contractOf({ outcome: "unavailable", verdict: "cannot-tell", claims });
    expect(contractVerdict(cannotTell).text).to.equal(
      "Can't tell: runtime code open (the reason). On record: exact match of creation and runtime code. Run it again.",
    );
    const notProven = contractOf({ outcome: "not-proven", verdict: "not-proven", claims });
    expect(contractVerdict(notProven).text).to.match(/^Not proven: runtime code \(the reason\)\./);
    expect(contractVerdict(notProven).text).not.to.contain("Run it again");
  });

  it("should be good only if the exit code is 0", () => {
    for (const [name, report] of Object.entries(REPORTS))
      expect(runVerdict(report).tone === "ok", name).to.equal(
        name.match(/verified|upgraded/) !== null && report.exitCode === 0,
      );
  });

  it("should not call a run verified if it contains a partial match or a dry run", () => {
    const partial = contractOf({ match: PARTIAL });
    expect(runVerdict(reportOf([contractOf(), partial], 0))).to.include({
      tone: "warn",
      text: "2 contracts: 1 verified, 1 match (not exact).",
    });
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
