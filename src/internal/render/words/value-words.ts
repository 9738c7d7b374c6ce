import type { ContractReport, DecodedValue } from "../../report/model.ts";
import type { FactLine } from "./fact-lines.ts";

/** Each line has a type and a name, such as "address owner", and the value. A struct has a line for each field. */
export function argumentLines({ constructorArguments }: ContractReport): readonly FactLine[] {
  if (constructorArguments === null) return [];
  const { decoded, encoded } = constructorArguments;
  return decoded === null
    ? [{ text: `${encoded} (the ABI does not fit)` }]
    : decoded.flatMap((value) => valueLines(value, value.name));
}

export function immutableLines({ immutables, decodedImmutables }: ContractReport): readonly FactLine[] {
  return decodedImmutables === undefined
    ? Object.entries(immutables).map(([id, value]) => ({ lead: id, text: value }))
    : decodedImmutables.map((immutable) => ({
        lead: `${typeWords(immutable)} ${immutable.name}`,
        text: valueWords(immutable),
      }));
}

/** @param path The value's path, such as `config.owner` or `points[0].x`. */
function valueLines(value: DecodedValue, path: string): readonly FactLine[] {
  const { fields, type } = value;
  if (fields === undefined || fields.length === 0)
    return [{ lead: `${typeWords(value)} ${path}`.trim(), text: valueWords(value) }];
  return fields.flatMap((field, index) =>
    valueLines(field, type.endsWith("]") ? `${path}[${index}]` : `${path}.${field.name || index}`),
  );
}

/** `IERC20` for `contract IERC20` */
function typeWords({ type, declaredType }: DecodedValue): string {
  return (declaredType ?? type).replace(/^(?:contract|enum|struct) /, "");
}

/** "Open (1)" for an enum */
function valueWords({ value, member }: DecodedValue): string {
  return member === undefined ? value : `${member} (${value})`;
}

/** `0x5FbD…0aa3`. Other text stays unchanged. */
export function shortHex(text: string): string {
  return /^0x[0-9a-fA-F]{16,}$/.test(text) ? `${text.slice(0, 6)}…${text.slice(-4)}` : text;
}
