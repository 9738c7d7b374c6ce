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

/**
 * Writes what a line calls a contract into its column: its name, in a run over several networks with its network. The
 * column is the same in all lines of a run, so that a contract has one name in all of them.
 */
export function nameColumn(
  contracts: BatchState["contracts"],
  width: number,
): (name: string, network: string | undefined) => string {
  const called = (name: string, network: string | undefined) =>
    network === undefined ? name : `${name} on ${network}`.trimStart();
  const widths = contracts.map(({ name, address, network }) =>
    name === address ? UNNAMED_COLUMNS : columnsOf(cleanText(called(name, network))),
  );
  const widest = widths.reduce((one, other) => Math.max(one, other), 1);
  const columns = Math.min(widest, WIDEST_NAME, Math.max(width - BESIDE_NAME, FEWEST_COLUMNS));
  return (name, network) => pad(shorten(called(name, network), columns), columns);
}
