import { assert } from "chai";
import { writeHtml } from "../../src/internal/render/html/html.ts";
import type { ContractReport } from "../../src/internal/report/model.ts";
import { BATCH_REPORTS } from "../helpers/batch-reports.ts";
import { withoutShell } from "../helpers/html-shell.ts";
import { contractOf, problemOf, reportOf } from "../helpers/report-parts.ts";
import { REPORTS } from "../helpers/reports.ts";

const pageOf = (...contracts: readonly ContractReport[]) =>
  withoutShell(writeHtml(reportOf([...contracts], 0)));
const [exact = assert.fail()] = REPORTS["verified-exact"].contracts;

describe("reports - the HTML page of a run", () => {
  it("should omit the differences if the problem already lists them", () => {
    const near = { fullyQualifiedName: "A.sol:A", buildId: "1", summary: "it differs" };
    const candidates = [{ ...near, differences: [], explanations: [] }];
    const facts = [["Nearest", "A.sol:A"]] as const;
    const contract = contractOf({ outcome: "no-build", match: null, contract: null, candidates });
    const one = { ...contract, error: problemOf("VC204", { values: { where: "here" }, facts }) };
    assert.notInclude(pageOf(one), "Where the code differs");
    const two = { ...one, candidates: [...candidates, ...candidates] };
    assert.include(pageOf(two), "1 contract, less similar");
  });

  it("should count a claim as open above a list if the run ended before judging it", () => {
    const { claims: _, ...unjudged } = contractOf({ outcome: "no-build", match: null, contract: null });
    assert.match(pageOf(unjudged, exact), /Runtime code<\/span><span class="total"[^>]*>1\/2</);
  });

  it("should not call all contracts verified if the run ended with a problem", () => {
    const report = BATCH_REPORTS["batch-missing-shard"];
    const page = withoutShell(writeHtml(report));

    assert.include(page, "<h1>2 contracts: 2 verified, but the run ended with VC709.</h1>");
  });

  it("should show the build above a list, and the contracts that are older than their sources", () => {
    const sources = [{ path: "contracts/Vault.sol", isNewer: true }];
    const outdated = { writtenAt: "2026-03-02T08:02:00.000Z", sources };
    const build = exact.contract ?? assert.fail();
    const page = pageOf({ ...exact, contract: { ...build, outdated } }, exact);
    const [head = ""] = page.split("</header>");
    assert.include(head, `<dt>Build</dt><dd>${build.buildFile}`);
    assert.match(head, /Vault: from 08:02 UTC, built from an earlier version of contracts\/Vault\.sol/);
  });
});
