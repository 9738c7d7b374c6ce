import { makePreflightReport, NOTHING_LEFT_OUT } from "../../pipeline/preflight/make-preflight-report.ts";
import type { PreflightEvent } from "../../pipeline/preflight/request.ts";
import { preflightAnnotations } from "../../render/github/annotations.ts";
import { preflightSummary } from "../../render/markdown/preflight.ts";
import { renderPreflight } from "../../render/terminal/preflight.ts";
import { isToLookAt } from "../../report/outcome.ts";
import type { PreflightReport } from "../../report/preflight/model.ts";
import { countWords } from "../../text/amounts.ts";
import { headOf } from "../../text/columns.ts";
import type { ArgumentsOf } from "../options.ts";
import { requestOfOptions } from "../request.ts";
import { type EventScreen, isLive, liveLine, widthOf } from "../screen.ts";
import { type CommandRun, show, shownOf, type View } from "../show-run.ts";
import { runPreflight } from "./run-preflight.ts";

/** Says whether the contracts of the build will verify, and shows it. */
export const preflight: CommandRun<"preflight"> = (args, host, screens, signal) => {
  const { contracts } = args;
  // No notes of the host: they are about code on chain.
  const shown = { ...shownOf("preflight", contracts, args, host), notes: () => [] };
  return show(preflightView(args), shown, screens, (onProgress) => {
    const request = { contracts, ...requestOfOptions("preflight", args), signal, onProgress };
    return runPreflight(request, host, shown.line);
  });
};

/** What a person and a program see of a preflight. */
function preflightView({
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

/** One line while it works, on a terminal alone: a log needs no progress of seconds. */
function preflightProgress(screen: NodeJS.WriteStream): EventScreen<PreflightEvent> {
  const line = liveLine(screen);
  return {
    show: (event) => {
      if (isLive(screen)) line.write(headOf(textOf(event), widthOf(screen) - 1));
    },
    // Its screen begins with a blank line.
    hasWritten: () => true,
    [Symbol.dispose]: line.clear,
  };
}

function textOf(event: PreflightEvent): string {
  switch (event.type) {
    case "reading":
      return `Reading ${countWords(event.contracts, "contract")} of ${event.where}`;
    case "compiling":
      return `Compiling: ${event.done} of ${countWords(event.total, "contract")}`;
  }
}
