import { TOOL } from "../../domain/tool.ts";
import type { DisclosedFile, Problem } from "../../report/model.ts";
import { getRunExitCode } from "../../report/outcome.ts";
import type { PreflightContract, PreflightReport } from "../../report/preflight/model.ts";

export interface PreflightParts
  extends Pick<PreflightReport, "minMatch" | "compile" | "contracts" | "leftOut"> {
  readonly startedAt: Date;
  readonly finishedAt: Date;
  readonly error?: Problem;
}

export const NOTHING_LEFT_OUT: PreflightReport["leftOut"] = {
  tests: 0,
  scripts: 0,
  dependencies: 0,
  withoutMetadata: 0,
};

export function makePreflightReport(parts: PreflightParts): PreflightReport {
  const { startedAt, finishedAt, minMatch, compile, contracts, leftOut, error } = parts;
  const count = (verdict: PreflightContract["verdict"]): number =>
    contracts.filter((contract) => contract.verdict === verdict).length;
  const summary = {
    total: contracts.length,
    ready: count("ready"),
    warning: count("warning"),
    error: count("error"),
  };
  return {
    schema: "verify-contract-preflight/1",
    tool: { ...TOOL },
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt.toISOString(),
    minMatch,
    compile,
    contracts,
    leftOut,
    disclosed: listDisclosed(contracts),
    summary,
    exitCode: error === undefined ? (summary.error > 0 ? 1 : 0) : getRunExitCode([], error),
    ...(error === undefined ? {} : { error }),
  };
}

/** Files with the same path and size are counted only once, even if their contents differ between builds. */
function listDisclosed(contracts: readonly PreflightContract[]): PreflightReport["disclosed"] {
  const files = new Map<string, DisclosedFile>();
  for (const { submission } of contracts)
    for (const file of submission?.files ?? []) files.set(`${file.path}\n${file.bytes}`, file);
  const sorted = [...files.values()].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  return { bytes: sorted.reduce((sum, { bytes }) => sum + bytes, 0), files: sorted };
}
