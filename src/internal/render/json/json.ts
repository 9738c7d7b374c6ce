import type { ContractReport, Report } from "../../report/model.ts";

/** The report as JSON, with a line end. */
export function writeJson(report: Report): string {
  const { schema, tool, command, replayOf, source, startedAt, finishedAt, network, networks, ...rest } =
    report;
  const { total, outcomes } = report.summary;
  return jsonText({
    ...{ schema, tool, command, replayOf, source, startedAt, finishedAt, network, networks, ...rest },
    contracts: report.contracts.map(inOrder),
    summary: { total, outcomes: sorted(outcomes) },
  });
}

/** The order in which a person reads a contract. A run fills it in as it finds things out. */
const CONTRACT_KEYS: readonly (keyof ContractReport)[] = [
  ...(["target", "network", "deployments", "outcome", "contract", "match", "previousMatch"] as const),
  ...(["otherForm", "storedUnknown", "expectedMatch", "verificationId", "submitted"] as const),
  ...(["constructorArguments", "libraries", "immutables", "decodedImmutables", "proxy"] as const),
  ...(["proxyUnknown", "relation", "knownCode", "named", "code", "claims", "verdict", "checks"] as const),
  ...(["witnesses", "differences", "sourceDifferences", "explanations", "candidates", "links"] as const),
  ...(["forwarded", "explorers", "otherChains", "timings", "fingerprint", "lock", "error"] as const),
];

function inOrder(contract: ContractReport): object {
  const { fingerprint, libraries, immutables } = contract;
  return {
    ...Object.fromEntries(CONTRACT_KEYS.map((key) => [key, contract[key]])),
    ...{ libraries: sorted(libraries), immutables: sorted(immutables) },
    ...(fingerprint?.codes && { fingerprint: { ...fingerprint, codes: sorted(fingerprint.codes) } }),
  };
}

/** A map by key: in code units, so that it is the same on every machine. */
function sorted<Value>(map: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(map).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/**
 * A value as JSON with a line end. Escapes replace characters that a terminal would interpret, because `--json` may
 * print to one, and commands to a CI server that reads the log. A parser gets the same text.
 */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, undefined, 2);
  return `${text.replace(ACTED_ON, (character) => character.split("").map(unicodeEscape).join(""))}\n`;
}

/** A command to a CI server (`##[error]`, `##vso[`); C1 controls, DEL, bidi overrides and other invisible characters; JSON.stringify does the rest of the controls. */
const ACTED_ON = /#(?=#\w*\[)|[\u007f-\u009f\u2028\u2029\ufffe\uffff]|\p{Cf}/gu;

function unicodeEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
