import path from "node:path";
import { BuildCache } from "../builds/build-cache.ts";
import { listArtifactFolders, type ProjectPaths } from "../builds/project/project-paths.ts";
import { refuseMissing } from "../builds/read-candidates.ts";
import type { ArgumentsOf } from "../domain/options.ts";
import { again, type CommandLine } from "../errors/next-step.ts";
import { problem } from "../errors/problem.ts";
import { makePreflightReport, preflightContracts } from "../pipeline/preflight/preflight.ts";
import type { PreflightEvent, PreflightRequest } from "../pipeline/preflight/subject.ts";
import { PREFLIGHT_FORMAT_NAMES } from "../render/format-names.ts";
import { preflightAnnotations } from "../render/github/annotations.ts";
import { renderPreflight } from "../render/terminal/preflight.ts";
import type { PreflightReport } from "../report/preflight/model.ts";
import { CompilerSession } from "../solidity/compilers/compile.ts";
import { formatCount } from "../text/amounts.ts";
import { takeHead } from "../text/columns.ts";
import { createCompile } from "./compile-with.ts";
import { mergeChainConfig } from "./config/resolve-chain-config.ts";
import { validateUserConfig } from "./config/user-config.ts";
import { guardRun } from "./guard-run.ts";
import type { Host } from "./host.ts";
import { createCommandLine, createRequest, type Requests, validateRequest } from "./request.ts";
import { createLiveLine, type EventScreen, getWidth, isLive } from "./screen.ts";
import { type CommandRun, createShownCommand, show, type View } from "./show-run.ts";
import { getBuildStep } from "./validate-request.ts";

export const preflight: CommandRun<"preflight"> = (args, host, screens, signal) => {
  // Omits the host's notes, which apply to code on chain.
  const shown = { ...createShownCommand("preflight", args, host), notes: () => [] };
  return show(createPreflightView(args), shown, screens, (onProgress) =>
    runPreflight(createRequest("preflight", args, { signal, onProgress }), host, shown.line),
  );
};

function createPreflightView({
  minMatch,
  compile,
}: ArgumentsOf<"preflight">): View<PreflightEvent, PreflightReport> {
  const asked = { minMatch: minMatch === "exact_match" ? "exact_match" : "match", compile } as const;
  return {
    open: createProgressScreen,
    render: renderPreflight,
    formatNames: PREFLIGHT_FORMAT_NAMES,
    formats: async () => (await import("../render/formats.ts")).PREFLIGHT_FORMATS,
    annotate: preflightAnnotations,
    failed: (error, startedAt, _, done) =>
      makePreflightReport({ ...asked, ...done, startedAt, finishedAt: new Date(), error }),
  };
}

/** Shows progress only on a terminal. In a log, a line for a step that takes seconds is noise. */
function createProgressScreen(screen: NodeJS.WriteStream): EventScreen<PreflightEvent> {
  const line = createLiveLine(screen);
  return {
    show: (event) => {
      if (!isLive(screen)) return;
      const text =
        event.type === "reading"
          ? `Reading ${formatCount(event.contracts, "contract")} of ${event.where}`
          : `Compiling: ${event.done} of ${formatCount(event.total, "contract")}`;
      line.write(takeHead(text, getWidth(screen) - 1));
    },
    // Always puts an empty line before the result.
    hasWritten: () => true,
    [Symbol.dispose]: line.clear,
  };
}

/** @param typed The command as the user typed it. @default a command equivalent to the request */
export function runPreflight(
  asked: Requests["preflight"],
  host: Host,
  typed?: CommandLine,
): Promise<PreflightReport> {
  return guardRun(host, asked?.onProgress, async (guarded) => {
    const startedAt = new Date();
    validateRequest(asked, "preflight", host.words);
    const { signal = new AbortController().signal, compile: isCompiling = false } = asked;
    const line = typed ?? createCommandLine("preflight", asked, host);
    const paths = await host.projectPaths();
    const request = { ...validatePreflight(asked, host, paths), line };
    if (request.builds.isNamed) await refuseMissing(request.builds.locations, paths.root);
    const known = { startedAt, minMatch: request.minMatch, compile: isCompiling };
    await using session = new CompilerSession();
    const compile = createCompile(guarded.host, (input, stop) => session.compile(input, stop));
    try {
      const found = await preflightContracts(request, {
        words: host.words,
        paths: { ...paths, buildStep: getBuildStep(paths, asked.buildInfo) },
        builds: new BuildCache(),
        compile: isCompiling ? compile : undefined,
        signal,
        onProgress: guarded.onProgress,
      });
      return makePreflightReport({ ...known, ...found, finishedAt: new Date() });
    } catch (thrown) {
      if (!signal.aborted) throw thrown;
      const error = problem("VC235", { next: again }, { words: host.words, line });
      return makePreflightReport({ ...known, finishedAt: new Date(), error });
    }
  });
}

function validatePreflight(
  { contracts = [], buildInfo, minMatch }: Requests["preflight"],
  { userConfig, network }: Host,
  paths: ProjectPaths,
): Omit<PreflightRequest, "line"> {
  const config = mergeChainConfig(validateUserConfig(userConfig), network.chainId);
  return {
    contracts: contracts.filter((name) => name !== ""),
    builds: {
      kind: "build-files",
      locations: buildInfo === undefined ? listArtifactFolders(paths) : [path.resolve(buildInfo)],
      isNamed: buildInfo !== undefined,
    },
    minMatch: minMatch ?? config.minMatch ?? "match",
  };
}
