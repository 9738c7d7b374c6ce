import type { ContractReport, Report } from "../../report/model.ts";
import { sortKeys } from "../../text/canonical-json.ts";

export function writeJson(report: Report): string {
  const { schema, tool, command, replayOf, source, startedAt, finishedAt, network, networks, ...rest } =
    report;
  const { total, outcomes } = report.summary;
  return jsonText({
    ...{ schema, tool, command, replayOf, source, startedAt, finishedAt, network, networks, ...rest },
    contracts: report.contracts.map(orderKeys),
    summary: { total, outcomes: sortKeys(outcomes) },
  });
}

/**
 * A run adds keys in the order in which it finds the facts. The schema's order is repeated here, because loading the
 * schema takes time.
 */
const CONTRACT_KEYS: readonly (keyof ContractReport)[] = [
  ...(["target", "network", "deployments", "outcome", "contract", "match", "previousMatch"] as const),
  ...(["otherForm", "storedUnknown", "expectedMatch", "verificationId", "submitted"] as const),
  ...(["constructorArguments", "libraries", "immutables", "decodedImmutables", "proxy"] as const),
  ...(["proxyUnknown", "relation", "knownCode", "named", "code", "claims", "verdict", "checks"] as const),
  ...(["witnesses", "differences", "sourceDifferences", "explanations", "candidates", "links"] as const),
  ...(["forwarded", "explorers", "otherChains", "timings", "fingerprint", "lock", "error"] as const),
];

function orderKeys(contract: ContractReport): object {
  const { fingerprint, libraries, immutables } = contract;
  return {
    ...Object.fromEntries(CONTRACT_KEYS.map((key) => [key, contract[key]])),
    ...{ libraries: sortKeys(libraries), immutables: sortKeys(immutables) },
    ...(fingerprint?.codes && { fingerprint: { ...fingerprint, codes: sortKeys(fingerprint.codes) } }),
  };
}

/** Escapes characters that control a terminal, and commands that a CI server would execute. Values stay the same. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, undefined, 2);
  return `${text.replace(ACTIVE_CHARACTERS, (character) => character.split("").map(unicodeEscape).join(""))}\n`;
}

/** CI commands, C1 controls, DEL and invisible characters. JSON.stringify escapes the other controls. */
const ACTIVE_CHARACTERS = /#(?=#\w*\[)|[\u007f-\u009f\u2028\u2029\ufffe\uffff]|\p{Cf}/gu;

function unicodeEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
