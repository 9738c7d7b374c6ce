import type { ContractReport, DeploymentOrigin, Report } from "../../report/model.ts";
import { OUTCOMES, type OutcomeKind } from "../../report/outcome.ts";
import { coversSeveralChains, getNetwork } from "../../report/report-network.ts";
import { cleanText } from "../../text/clean-text.ts";
import { closingLine } from "../terminal/problem.ts";
import { renderContract } from "../terminal/report.ts";
import { checkDetails, doubtful } from "../words/check-words.ts";
import { contractTitle, givenName, networkWords, replayWords } from "../words/facts.ts";
import { contractVerdict, runVerdict } from "../words/verdict.ts";
import { type Kind, LOG, problemText, runCases, type TestCase, writeSuite } from "./suite.ts";

/** Follows junit-10.xsd of Jenkins' xUnit plugin, so cases lack the `file` attribute that GitLab would show. */
export function writeJunit(report: Report): string {
  const { text } = runVerdict(report);
  const cases = [
    ...report.contracts.map((contract) => contractCase(report, contract)),
    ...runCases(report, THE_RUN, text),
  ];
  // Jenkins treats a report without cases as a failure.
  const empty: TestCase = {
    ...{ name: THE_RUN, className: report.tool.name, kind: "skipped", type: "no-contract" },
    ...{ message: text, details: text, output: text },
  };
  return writeSuite(report, properties(report), cases.length === 0 ? [empty] : cases);
}

function contractCase(report: Report, contract: ContractReport): TestCase {
  const { target, outcome, timings, error, deployments } = contract;
  const [origin] = deployments;
  const network = getNetwork(report, contract);
  const name = givenName(contract);
  const named = name === undefined ? "" : `${name} `;
  const verdict = contractVerdict(contract);
  return {
    name: `${named}${target.address ?? target.input}${network === null ? "" : ` on chain ${network.chainId}`}`,
    className: origin === undefined ? contractTitle(contract) : originGroup(origin),
    durationMs: timings.totalMs,
    kind: KINDS[OUTCOMES[outcome].kind],
    type: error?.code ?? outcome,
    message: verdict.text,
    details: [
      ...(error === undefined ? [] : [problemText(error)]),
      ...doubtful(contract.checks).map((check) =>
        [
          `${check.status}: ${check.id}`,
          ...checkDetails(check).map(({ label, value }) => `${label}: ${value}`),
        ]
          .map((line) => cleanText(line))
          .join("\n  "),
      ),
    ].join("\n\n"),
    output:
      OUTCOMES[outcome].kind === "good"
        ? renderContract(report, contract, LOG)
        : [renderContract(report, contract, LOG, true), ...closingLine(LOG, report)].join("\n\n"),
  };
}

const THE_RUN = "the run";

const KINDS = {
  good: "passed",
  weak: "skipped",
  wrong: "failure",
  unknown: "error",
} as const satisfies Record<OutcomeKind, Kind>;

function properties(report: Report): Parameters<typeof writeSuite>[1] {
  const { network, services, shard } = report;
  return {
    replayOf: replayWords(report)[0],
    network: network?.name,
    chainId: network?.chainId,
    networks: coversSeveralChains(report) ? networkWords(report) : undefined,
    "service.verification": services.verification,
    "service.query": services.query,
    "service.status": services.status,
    shard: shard && `${shard.index}/${shard.count}`,
  };
}

/** Common folder names don't help to identify a deployment. */
const USUAL = new Set(["ignition", "deployments", "broadcast", ""]);

/** CI servers group cases by class name: `ignition.chain-31337`. Additional dots would look like packages. */
function originGroup({ tool, file, naming }: DeploymentOrigin): string {
  const parts = file.replaceAll("\\", "/").split("/");
  const name = parts.at(-1) ?? "";
  const folders = parts.slice(0, -1).filter((part) => !USUAL.has(part));
  const group =
    tool === "manifest" || naming === "role" || folders.length === 0
      ? name.replace(/\.\w+$/, "")
      : folders.slice(-2).join("-");
  return `${tool}.${group.replaceAll(".", "-")}`;
}
