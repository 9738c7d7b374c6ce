import { assert } from "chai";
import { renderReport } from "../../src/internal/render/terminal/report.ts";
import { plainStyle } from "../../src/internal/render/terminal/style.ts";
import type { ContractReport } from "../../src/internal/report/model.ts";
import { makeReport, NO_SERVICES } from "../../src/internal/report/outcome.ts";
import { expectGolden } from "../helpers/golden.ts";
import {
  ACCEPTED,
  failedJob,
  NOT_VERIFIED,
  runPipeline,
  type Setting,
  stored,
} from "../helpers/pipeline/world.ts";
import { text } from "../helpers/services/fault-server.ts";

/** Without what takes its time. */
function screen(contract: ContractReport): string {
  const report = makeReport({
    startedAt: new Date(0),
    finishedAt: new Date(0),
    network: { name: "fake", chainId: 31337 },
    services: NO_SERVICES,
    contracts: [{ ...contract, timings: { totalMs: 0 } }],
  });
  return `${renderReport(report, plainStyle, 80)}\n`.replace(/(http:\/\/127\.0\.0\.1):\d+/g, "$1:5555");
}

describe("pipeline - screens of what ends otherwise than people expect", () => {
  for (const [name, exitCode, setting] of [
    [
      "a-required-check-without-its-witness",
      3,
      {
        script: { record: [stored()], query: [text(503, "not now")] },
        request: { required: ["runtime-code-query"] },
      },
    ],
    [
      "a-compiler-that-the-service-lacks",
      1,
      {
        script: {
          record: [NOT_VERIFIED],
          submit: [ACCEPTED],
          job: [failedJob("compiler_error", { compilerErrorMessage: "No compiler 0.8.30 is configured." })],
        },
      },
    ],
    [
      "a-service-that-is-lost-during-a-job",
      3,
      { script: { record: [NOT_VERIFIED], submit: [ACCEPTED], job: [text(503, "not now")] } },
    ],
  ] as const satisfies readonly (readonly [string, number, Setting])[]) {
    it(`should say why, and what to do: ${name.replaceAll("-", " ")}`, async () => {
      const run = await runPipeline(setting);
      assert.equal(run.exitCode, exitCode, JSON.stringify(run.report.error));
      assert.isAtMost(run.service.count("submit"), 1, "no further sources");
      expectGolden(`outcomes/${name}.txt`, screen(run.report));
    });
  }
});
