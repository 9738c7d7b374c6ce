import type { ContractReport, DecodedValue, Problem } from "../../report/model.ts";
import { shortenList } from "../../text/amounts.ts";
import { withoutUndefined } from "../../text/is-object.ts";

/** One line of a fact. `lead` is short text in a separate column before `text`. */
export interface FactLine {
  readonly lead?: string;
  readonly text: string;
  /** Never wrapped, because users copy it. */
  readonly whole?: true;
}

/** `label` has at most ten letters. The text isn't escaped yet. */
export interface FactLines {
  readonly label: string;
  readonly lines: readonly FactLine[];
}

type Line = string | FactLine;

/** A fact without a value has no lines, and no screen shows it. */
export function fact(label: string, value: Line | readonly Line[] | null | undefined): FactLines {
  const lines = [value ?? []].flat();
  return { label, lines: lines.map((line) => (typeof line === "string" ? { text: line } : line)) };
}

export function likelyFacts({ likely }: Problem): Problem["facts"] {
  return likely === undefined ? [] : [{ label: "Likely", value: likely }];
}

const COMMAND = /^(?:(.*?): )??((?:npx|npm|pnpm|yarn|bunx?|forge|anvil)(?: .*)?)$/;

/** Splits a next step into its advice and its command, either of which may be missing. */
export function splitStep(next: string): { readonly text?: string; readonly command?: string } {
  const [, text, command] = COMMAND.exec(next) ?? [];
  return command === undefined ? { text: next } : withoutUndefined({ text, command });
}

/** @param ids The checks and claims shown beside the problem, which facts must not repeat. */
export function dropRepeatedFacts(
  error: Problem,
  ids: readonly string[],
  isShownElsewhere: (value: string) => boolean = () => false,
): Problem {
  const facts = error.facts.filter(
    ({ label, value }) => !ids.includes(label) && !ids.includes(value) && !isShownElsewhere(value),
  );
  return { ...error, facts };
}

/** The JSON report lists all lines. */
const MAX_SHOWN_LINES = 8;

export function shortened(lines: readonly string[]): readonly string[] {
  return shortenList(lines, MAX_SHOWN_LINES);
}

/** Each line has a type and a name, such as "address owner", and the value. A struct has a line for each field. */
export function argumentLines({ constructorArguments }: ContractReport): readonly FactLine[] {
  if (constructorArguments === null) return [];
  const { decoded, encoded } = constructorArguments;
  return decoded === null
    ? [{ text: `${encoded} (can't be decoded with the ABI)` }]
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
