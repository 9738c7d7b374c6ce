import type { ContractReport, DeploymentOrigin, Outcome, Report } from "../../report/model.ts";
import { OUTCOMES } from "../../report/outcome.ts";
import { hasRole } from "../../report/recorded-name.ts";
import { isOverSeveral, networkOf } from "../../report/report-network.ts";
import { cleanText } from "../../text/clean-text.ts";
import { renderProblem } from "../terminal/problem.ts";
import { renderContract } from "../terminal/report.ts";
import { plainStyle } from "../terminal/style.ts";
import { checkDetails } from "../words/check-words.ts";
import { contractTitle, givenName, networkWords, replayWords } from "../words/facts.ts";
import { contractVerdict, runVerdict } from "../words/verdict.ts";
import { type Kind, seconds, type TestCase, WIDTH, writeSuite } from "./suite.ts";

/**
 * The report as JUnit XML: one suite for the run, one case for each contract. It follows the schema of Jenkins' xUnit
 * plugin (junit-10.xsd), so a testcase has no `file`, which GitLab would show. An error of the whole run is a case of
 * its own, because a CI would show nothing otherwise.
 */
export function writeJunit(report: Report): string {
  const cases = [
    ...report.contracts.map((contract) => contractCase(report, contract)),
    ...(report.error === undefined ? [] : [runCase(report, report.error)]),
    // Jenkins reports a failure for a report without cases.
    ...(report.error === undefined && report.contracts.length === 0 ? [emptyCase(report)] : []),
  ];
  return writeSuite(report, properties(report), cases);
}

function contractCase(report: Report, contract: ContractReport): TestCase {
  const { target, outcome, timings, error, deployments } = contract;
  const [origin] = deployments;
  const network = networkOf(report, contract);
  const name = givenName(contract);
  const named = name === undefined ? "" : `${name} `;
  const failed = contract.checks.filter(({ status }) => status === "failed" || status === "unknown");
  const verdict = contractVerdict(contract);
  return {
    name: `${named}${target.address ?? target.input}${network === null ? "" : ` on chain ${network.chainId}`}`,
    className: origin === undefined ? contractTitle(contract) : originGroup(origin),
    seconds: seconds(timings.totalMs),
    kind: kindOf(outcome),
    type: error?.code ?? outcome,
    message: verdict.text,
    details: [
      ...(error === undefined ? [] : [renderProblem(error, plainStyle, WIDTH)]),
      ...failed.map((check) =>
        [
          `${check.status}: ${check.id}`,
          ...checkDetails(check).map(({ label, value }) => `${label}: ${value}`),
        ]
          .map((line) => cleanText(line))
          .join("\n  "),
      ),
    ].join("\n\n"),
    output: renderContract(report, contract, plainStyle, WIDTH, true),
  };
}

function runCase(report: Report, error: NonNullable<Report["error"]>): TestCase {
  const rendered = renderProblem(error, plainStyle, WIDTH);
  return {
    name: "the run",
    className: report.tool.name,
    seconds: "0.000",
    kind: "error",
    type: error.code,
    message: `${error.message} ${runVerdict(report).text}`,
    details: rendered,
    output: rendered,
  };
}

function emptyCase(report: Report): TestCase {
  const { text } = runVerdict(report);
  return {
    name: "the run",
    className: report.tool.name,
    seconds: "0.000",
    kind: "skipped",
    type: "no-contract",
    message: text,
    details: text,
    output: text,
  };
}

function kindOf(outcome: Outcome): Kind {
  const { exitCode, kind } = OUTCOMES[outcome];
  if (exitCode === 0) return kind === "good" ? "passed" : "skipped";
  return exitCode === 1 ? "failure" : "error";
}

function properties(report: Report): readonly { name: string; value: string }[] {
  const { tool, network, services, shard, exitCode } = report;
  const given: readonly (readonly [string, string | number | null | undefined])[] = [
    ["tool.version", tool.version],
    ["replayOf", replayWords(report)],
    ["network", network?.name],
    ["chainId", network?.chainId],
    ["networks", isOverSeveral(report) ? networkWords(report) : undefined],
    ["service.verification", services.verification],
    ["service.query", services.query],
    ["service.status", services.status],
    ["shard", shard === null ? null : `${shard.index}/${shard.count}`],
    ["exitCode", exitCode],
  ];
  return given.flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [{ name, value: String(value) }],
  );
}

/** Folders that every project has. */
const USUAL = new Set(["ignition", "deployments", "broadcast", ""]);

/**
 * Tool and deployment as a JUnit class name, which CI servers group by: `ignition.chain-31337`,
 * `foundry.Deploy-s-sol-31337`. More dots would look like packages.
 */
function originGroup(origin: DeploymentOrigin): string {
  const { tool, file } = origin;
  const parts = file.replaceAll("\\", "/").split("/");
  const name = parts.at(-1) ?? "";
  const folders = parts.slice(0, -1).filter((part) => !USUAL.has(part));
  const group =
    tool === "manifest" || hasRole(origin) || folders.length === 0
      ? name.replace(/\.\w+$/, "")
      : folders.slice(-2).join("-");
  return `${tool}.${group.replaceAll(".", "-")}`;
}
