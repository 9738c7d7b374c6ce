import type { BatchState } from "../../report/batch-state.ts";
import { cleanText } from "../../text/clean-text.ts";
import { columnsOf } from "../../text/columns.ts";
import { pad, shorten } from "./layout.ts";

const WIDEST_NAME = 32;
/** Beside a name: "✔ [12/60]", a short address, an outcome and a time. */
const BESIDE_NAME = 52;
const FEWEST_COLUMNS = 8;
/** For the name of a contract that is known by its address until its build is found. */
const UNNAMED_COLUMNS = 16;

/** What a line calls a contract: by its name, in a run over several networks with its network. */
export function nameIn(name: string, network: string | undefined): string {
  return network === undefined ? name : `${name} on ${network}`.trimStart();
}

/** The columns for names, the same in all lines of a run, so that a contract has one name in all of them. */
export function nameColumns(contracts: BatchState["contracts"], width: number): number {
  const widthOf = (contract: BatchState["contracts"][number]): number =>
    contract.name === contract.address
      ? UNNAMED_COLUMNS
      : columnsOf(cleanText(nameIn(contract.name, contract.network)));
  const widest = contracts.reduce((most, contract) => Math.max(most, widthOf(contract)), 1);
  return Math.min(widest, WIDEST_NAME, Math.max(width - BESIDE_NAME, FEWEST_COLUMNS));
}

/** A name in a column. */
export function nameCell(name: string, columns: number): string {
  return pad(shorten(name, columns), columns);
}
