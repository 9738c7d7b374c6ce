import path from "node:path";
import { assert } from "chai";
import { TOOL } from "../../src/internal/domain/tool.ts";
import { EvidenceWriter, readEvidence, TextWindow } from "../../src/internal/evidence/file.ts";
import { EVIDENCE_SCHEMA } from "../../src/internal/evidence/schema.ts";
import { temporaryFolder } from "../helpers/build-files.ts";

const HEADER = {
  schema: EVIDENCE_SCHEMA,
  tool: TOOL,
  command: "check",
  scope: "one",
  startedAt: "2026-11-22T12:00:00.000Z",
  seed: "5e".repeat(32),
};
const MILLION = 1_000_000;

describe("evidence - texts shared by lines", () => {
  it("are dropped, oldest first, after a line, but never during it", () => {
    const window = new TextWindow<string, number>();
    for (let text = 0; text < 100; text++) window.add(`text ${text}`, text, MILLION);
    assert.equal(window.get("text 0"), 0);
    window.endLine();
    assert.isUndefined(window.get("text 0"));
    assert.equal(window.get("text 99"), 99);
    assert.isBelow(window.length, 70 * MILLION);
  });

  it("are written once, or again if a reader has dropped them", async () => {
    await using folder = await temporaryFolder();
    const file = path.join(folder.path, "run.evidence.gz");
    const writer = new EvidenceWriter(file, (text) => text);
    writer.add(HEADER);
    const given = (index: number, report: string) => ({ given: { lane: 0, index, report } });
    const shared = "shared ".repeat(100);
    writer.add(given(0, shared));
    writer.add(given(1, shared));
    for (let index = 2; index < 10; index++) writer.add(given(index, String(index).repeat(10 * MILLION)));
    writer.add(given(10, shared));
    await writer.finish({ contracts: 11, lanes: [], run: "{}" });
    const reports: string[] = [];
    for await (const line of readEvidence(file)) if ("given" in line) reports.push(line.given.report);
    assert.lengthOf(reports, 11);
    for (const index of [0, 1, 10]) assert.equal(reports[index], shared);
    assert.isTrue(reports[5]?.startsWith("555"));
  });
});
