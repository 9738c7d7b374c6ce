import { assert } from "chai";
import { writeHtml } from "../../src/internal/render/html/html.ts";
import type { ContractReport } from "../../src/internal/report/model.ts";
import { BATCH_REPORTS } from "../helpers/batch-reports.ts";
import { withoutShell } from "../helpers/html-shell.ts";
import { contractOf, problemOf, reportOf } from "../helpers/report-parts.ts";
import { REPORTS } from "../helpers/reports.ts";

const pageOf = (...contracts: readonly ContractReport[]) =>
  withoutShell(writeHtml(reportOf([...contracts], 0)));
const [exact = assert.fail()] = REPORTS["verified-exact"]?.contracts ?? [];

describe("reports - the HTML page of a run", () => {
  it("should show the verdict before the run's facts, and link the sources on record", () => {
    const page = pageOf(exact);
    assert.isBelow(page.indexOf("<h1"), page.indexOf("Exit code"));
    assert.match(page, /runtime · <a href="[^"]+"[^>]*>open the sources<\/a>/);
  });

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

  it("should show the differing bytes of long values, and the text that they encode", () => {
    const pushed = (text: string) => `PUSH32 0x${Buffer.from(text).toString("hex").padEnd(64, "0")}`;
    const onChain = { offset: 1, text: pushed("the cap is reached, sorry") };
    const inBuild = { offset: 1, text: pushed("the cap is reached, so sad") };
    const rows = [{ state: "differs" as const, onChain, inBuild }];
    const comparison = {
      ...{ contract: "A.sol:A", bytes: 40, onlyOnChain: 1, onlyInBuild: 1, segments: [] },
      places: [{ before: 0, rows }],
    };
    const code = { runtime: { bytes: 40, hash: `0x${"0".repeat(64)}`, parts: [] }, comparison };
    const page = pageOf(contractOf({ outcome: "no-build", match: null, contract: null, code }));
    assert.include(page, "“the cap is reached, sorry”");
    assert.include(page, "“the cap is reached, so sad”");
    const cells = [...page.matchAll(/<code>(…[0-9a-f]+…?)<\/code>/g)].map(([, text]) => text);
    assert.lengthOf(cells, 2);
    assert.notEqual(cells[0], cells[1]);
  });

  it("should count proven claims above a list, without those only vouched for", () => {
    const claims = exact.claims?.map((claim) =>
      claim.id === "interface" ? { ...claim, state: "vouched" as const } : claim,
    );
    const page = pageOf({ ...exact, claims: claims ?? [] }, exact);
    assert.match(page, /Interface<\/span><span class="total" title="1 contract proven, 1 vouched for">1\/2</);
  });

  it("should count a claim as open above a list if the run ended before judging it", () => {
    const { claims: _, ...unjudged } = contractOf({ outcome: "no-build", match: null, contract: null });
    assert.match(pageOf(unjudged, exact), /Runtime code<\/span><span class="total"[^>]*>1\/2</);
  });

  it("should not call all contracts verified if the run ended with a problem", () => {
    const report = BATCH_REPORTS["batch-missing-shard"] ?? assert.fail();
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

  it("should link each explorer once", () => {
    const [shown = assert.fail()] = REPORTS["verified-shown"]?.contracts ?? [];
    const linked = shown.explorers?.flatMap(({ url }) => url ?? []) ?? [];
    assert.isNotEmpty(linked);
    const page = pageOf(shown);
    for (const url of linked) assert.lengthOf(page.split(`href="${url}"`), 2, url);
  });
});
