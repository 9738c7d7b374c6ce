import { readFileSync } from "node:fs";
import type { ContractReport, Report } from "../../../src/internal/report/model.ts";
import { parseReport } from "../report-schema.ts";

const FILE = new URL("../../fixtures/recorded/report/deployment.json", import.meta.url);

/** A report written by the plugin: a run over a deployment with some wrong contracts. */
export const DEPLOYMENT: Report = parseReport(readFileSync(FILE, "utf8"));

/** The results of a report, without texts, times and locations. */
export function resultsOf({ contracts, exitCode }: Report) {
  return { exitCode, contracts: contracts.map(resultOf) };
}

function resultOf({
  contract,
  outcome,
  verdict,
  match,
  error,
  claims = [],
  checks,
  ...rest
}: ContractReport) {
  return {
    name: rest.deployments[0]?.name,
    ...{ contract: contract?.fullyQualifiedName, outcome, verdict, match: match?.match, code: error?.code },
    claims: claims.map(({ id, state, witnesses }) => [id, state, witnesses]),
    checks: checks.map(({ id, status }) => [id, status]),
    proxy: rest.proxy?.kind,
    parts: rest.code?.runtime.parts.map(({ kind }) => kind),
    libraries: Object.keys(rest.libraries),
    immutables: Object.keys(rest.immutables),
  };
}
