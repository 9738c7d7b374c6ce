import { displayPath } from "../../builds/read-candidates.ts";
import { codeLength } from "../../domain/code-template.ts";
import { problem } from "../../errors/problem.ts";
import type { PreflightContract, PreflightFinding } from "../../report/preflight/model.ts";
import { declarationLine } from "../../solidity/declaration-line.ts";
import { FINDING_RULES } from "./findings/index.ts";
import type { PreflightRequest } from "./request.ts";
import type { Found, Subject } from "./subject.ts";

/** What is known of a contract, and what the rules find in it, for the report. */
export function describeContract(
  subject: Subject,
  { minMatch, line }: Pick<PreflightRequest, "minMatch" | "line">,
): PreflightContract {
  const { candidate, loaded, words } = subject;
  const findings = FINDING_RULES.flatMap((rule) => rule(subject)).map(
    ({ prevents, code, details }): PreflightFinding => ({
      level: levelOf(prevents, minMatch),
      prevents,
      ...problem(code, details, { words, line }),
    }),
  );
  return {
    contract: nameOf(subject),
    verdict: verdictOf(findings),
    expectedMatch: subject.expected,
    shownBy: subject.proof.shownBy,
    findings: [...findings].sort((a, b) => rank(a) - rank(b)),
    submission: loaded instanceof Error ? null : submissionOf(loaded.plan),
    size: { runtime: codeLength(candidate.runtime.object), initCode: codeLength(candidate.creation.object) },
  };
}

function nameOf({ candidate, loaded, tool, projectRoot }: Subject): PreflightContract["contract"] {
  const { name, sourceName, fullyQualifiedName, inputSourceName, buildFile } = candidate;
  const build = loaded instanceof Error ? undefined : loaded.compilation;
  return {
    name,
    sourceName,
    line: declarationLine(build?.input.sources[inputSourceName]?.content ?? "", name),
    fullyQualifiedName,
    identifier: `${inputSourceName}:${name}`,
    compilerVersion: build?.compilerVersion ?? null,
    language: build?.input.language ?? null,
    buildFile: displayPath(build?.file ?? buildFile, projectRoot),
    tool,
  };
}

function levelOf(prevents: Found["prevents"], minMatch: PreflightRequest["minMatch"]): "error" | "warning" {
  return prevents === "match" || prevents === minMatch ? "error" : "warning";
}

function verdictOf(findings: readonly PreflightFinding[]): PreflightContract["verdict"] {
  if (findings.some(({ level }) => level === "error")) return "error";
  return findings.length === 0 ? "ready" : "warning";
}

function rank({ level }: PreflightFinding): number {
  return level === "error" ? 0 : 1;
}

function submissionOf({
  sources,
  reason,
  bytes,
  files,
}: Exclude<Subject["loaded"], Error>["plan"]): PreflightContract["submission"] {
  return { sources, reason, bytes, files };
}
