import { cleanText } from "../../text/clean-text.ts";
import { columnsOf } from "../../text/columns.ts";
import { pad } from "./layout.ts";
import { shorten } from "./shorten.ts";

const WIDEST_NAME = 32;
/** Beside a name: "✔ [12/60]", a short address, an outcome and a time. */
const BESIDE_NAME = 52;
const FEWEST_COLUMNS = 8;

/** The columns for names, the same in all lines of a run, so that a contract has one name in all of them. */
export function nameColumns(contracts: readonly { readonly name: string }[], width: number): number {
  const widest = Math.max(1, ...contracts.map(({ name }) => columnsOf(cleanText(name))));
  return Math.min(widest, WIDEST_NAME, Math.max(width - BESIDE_NAME, FEWEST_COLUMNS));
}

/** A name in a column. */
export function nameCell(name: string, columns: number): string {
  return pad(shorten(name, columns), columns);
}
