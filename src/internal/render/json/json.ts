import { type ContractReport, type Report, reportSchema } from "../../report/model.ts";
import { sortKeys } from "../../text/canonical-json.ts";

export function writeJson(report: Report): string {
  const { total, outcomes } = report.summary;
  return jsonText({
    ...inSchemaOrder(reportSchema, report),
    contracts: report.contracts.map(contractJson),
    summary: { total, outcomes: sortKeys(outcomes) },
  });
}

/** A run adds the keys in the order in which it finds the facts. */
function inSchemaOrder<Value extends object>(
  { shape }: { readonly shape: Readonly<Record<keyof Value, unknown>> },
  value: Value,
): object {
  return Object.fromEntries(Object.keys(shape).map((key) => [key, value[key as keyof Value]]));
}

function contractJson(contract: ContractReport): object {
  const { fingerprint, libraries, immutables } = contract;
  return {
    ...inSchemaOrder(reportSchema.shape.contracts.element, contract),
    ...{ libraries: sortKeys(libraries), immutables: sortKeys(immutables) },
    ...(fingerprint?.codes && { fingerprint: { ...fingerprint, codes: sortKeys(fingerprint.codes) } }),
  };
}

/**
 * Escapes characters that control a terminal, and commands that a CI server would execute. The values stay the same.
 */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, undefined, 2);
  return `${text.replace(ACTIVE_CHARACTERS, (character) => character.split("").map(unicodeEscape).join(""))}\n`;
}

/** CI commands, C1 controls, DEL and invisible characters. JSON.stringify escapes the other controls. */
const ACTIVE_CHARACTERS = /#(?=#\w*\[)|[\u007f-\u009f\u2028\u2029\ufffe\uffff]|\p{Cf}/gu;

function unicodeEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
