import { assert } from "chai";
import { renderBatch } from "../../src/internal/render/terminal/batch-report.ts";
import { renderContract } from "../../src/internal/render/terminal/report.ts";
import { plainStyle } from "../../src/internal/render/terminal/style.ts";
import { stored } from "../helpers/pipeline/answers.ts";
import { runPipeline } from "../helpers/pipeline/world.ts";
import { reportOf } from "../helpers/report-parts.ts";
import { type Behaviour, json, text } from "../helpers/services/fault-server.ts";

const SCREEN = { style: plainStyle, width: 100, codes: new Set<string>() };

describe("pipeline - a query service that gives no usable answer", () => {
  const failures: Readonly<Record<string, readonly [Behaviour, RegExp]>> = {
    "a page": [text(200, "<html>Welcome</html>"), /is not a query service/],
    "a failure": [json(500, {}), /the query service is unavailable/],
  };
  for (const [what, [query, reason]] of Object.entries(failures))
    it(`should be reported once on the screens of a verified contract: ${what}`, async () => {
      const { report, exitCode } = await runPipeline({ script: { record: [stored()], query: [query] } });
      assert.deepEqual([report.verdict, exitCode], ["verified", 0]);
      const contract = renderContract(reportOf([report], 0), report, SCREEN);
      const batch = renderBatch(reportOf([report, { ...report }], 0), plainStyle, 100);
      for (const screen of [contract, batch]) {
        assert.lengthOf(screen.match(/No answer/g) ?? [], 1, screen);
        assert.match(screen.replace(/\s+/g, " "), reason);
      }
    });
});
