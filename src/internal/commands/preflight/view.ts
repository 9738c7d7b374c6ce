import { makePreflightReport, NOTHING_LEFT_OUT } from "../../pipeline/preflight/make-preflight-report.ts";
import type { PreflightEvent } from "../../pipeline/preflight/request.ts";
import { preflightAnnotations } from "../../render/github/preflight-annotations.ts";
import { preflightSummary } from "../../render/markdown/preflight.ts";
import { renderPreflight } from "../../render/terminal/preflight.ts";
import { isToLookAt } from "../../report/outcome.ts";
import type { PreflightReport } from "../../report/preflight/model.ts";
import type { ArgumentsOf } from "../options.ts";
import type { View } from "../show-run.ts";
import { preflightProgress } from "./progress.ts";

/** What a person and a program see of a preflight. */
export function preflightView({
  minMatch,
  compile,
}: Pick<ArgumentsOf<"preflight">, "minMatch" | "compile">): View<PreflightEvent, PreflightReport> {
  const asked = { minMatch: minMatch === "exact_match" ? "exact_match" : "match", compile } as const;
  return {
    open: preflightProgress,
    render: renderPreflight,
    formats: async () => (await import("../../render/formats.ts")).PREFLIGHT_FORMATS,
    gitHub: (report) => ({
      annotations: (inWorkspace) => preflightAnnotations(report, inWorkspace),
      summary: (maxBytes) => preflightSummary(report, maxBytes),
    }),
    failed: (problem, startedAt, _, done) =>
      makePreflightReport({
        ...asked,
        contracts: [],
        leftOut: NOTHING_LEFT_OUT,
        ...done,
        startedAt,
        finishedAt: new Date(),
        error: { problem, exitCode: isToLookAt(problem) ? 1 : 2 },
      }),
    submitted: () => [],
  };
}
