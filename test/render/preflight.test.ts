import { stripVTControlCharacters } from "node:util";
import { assert } from "chai";
import { PREFLIGHT_FORMATS } from "../../src/internal/render/formats.ts";
import { preflightAnnotations } from "../../src/internal/render/github/annotations.ts";
import { renderPreflight } from "../../src/internal/render/terminal/preflight.ts";
import { plainStyle, terminalStyle } from "../../src/internal/render/terminal/style.ts";
import type { PreflightReport } from "../../src/report.ts";
import { expectGolden } from "../helpers/golden.ts";
import { COMMAND, HOSTILE, INVISIBLE } from "../helpers/hostile-texts.ts";
import { contractNamed, PREFLIGHT_REPORTS } from "../helpers/preflight-reports.ts";
import { parsePreflightReport } from "../helpers/report-schema.ts";
import { tooWide } from "../helpers/too-wide.ts";

const named = (name: string): PreflightReport => PREFLIGHT_REPORTS[name] ?? assert.fail();

describe("reports - preflight", () => {
  for (const [name, report] of Object.entries(PREFLIGHT_REPORTS)) {
    for (const width of [40, 80, 120, 200])
      it(`should fit ${width} columns: ${name}`, () => {
        for (const isVerbose of [false, true]) {
          const screen = renderPreflight(report, plainStyle, width, isVerbose);
          assert.deepEqual(tooWide(screen, Math.min(width, 100)), []);
        }
        if (width === 40 || width === 80)
          expectGolden(
            `preflight/screens/${name}-${width}.txt`,
            `${renderPreflight(report, plainStyle, width, false)}\n`,
          );
      });

    it(`should be the same with colours: ${name}`, () => {
      const colored = renderPreflight(report, terminalStyle(true), 80, true);
      assert.equal(stripVTControlCharacters(colored), renderPreflight(report, plainStyle, 80, true));
    });

    it(`should be valid by the schema: ${name}`, () =>
      assert.deepEqual(parsePreflightReport(PREFLIGHT_FORMATS.json(report)), report));
  }

  it("should annotate each contract's declaration, at most ten per level", () => {
    const lines = preflightAnnotations(named("errors"), (place) => place);
    assert.lengthOf(
      lines.filter((line) => line.startsWith("::error")),
      10,
    );
    assert.lengthOf(
      lines.filter((line) => line.startsWith("::warning")),
      2,
    );
    assert.match(lines[0] ?? "", /^::error file=src\/vaults\/Pool1\.sol,line=12,title=VC220 Pool1::src/);
  });

  for (const [what, text] of Object.entries(HOSTILE))
    it(`should not act on ${what}`, () => {
      const finding = { level: "error", prevents: "match", code: "VC202", message: text } as const;
      const findings = [{ ...finding, facts: [{ label: text, value: text }], likely: text, next: text }];
      const hostile = contractNamed("Vault", { findings });
      const contract = { ...hostile.contract, name: text, sourceName: text, fullyQualifiedName: text };
      const report = { ...named("ready"), contracts: [{ ...hostile, contract }] };
      const screen = renderPreflight(report, plainStyle, 80, true);
      assert.notMatch(screen, INVISIBLE);
      assert.notMatch(screen, COMMAND);
      const [, ...lines] = screen.split("\n");
      assert.isEmpty(lines.filter((line) => line.startsWith("✔")));
      assert.notMatch(PREFLIGHT_FORMATS.markdown(report), INVISIBLE);
      const annotations = preflightAnnotations(report, () => undefined);
      assert.lengthOf(annotations.join("").split("\n"), 1);
    });
});
