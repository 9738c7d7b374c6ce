import { cleanText } from "../../text/clean-text.ts";
import { countColumns } from "../../text/columns.ts";
import type { BatchState } from "./batch-state.ts";
import { cutStart, pad } from "./layout.ts";

/** The column of a wider name is its own. */
const WIDEST_COLUMN = 32;
const FEWEST_COLUMNS = 8;
/** For the name of a contract that is known by its address until its build is found. */
const UNNAMED_COLUMNS = 16;

/**
 * Writes what a line calls a contract into its column: its name, in a run over several networks with its network. The
 * column is the same in all lines of a run, so that a contract has one name in all of them.
 *
 * @param most Columns for the longest name.
 */
export function nameColumn(
  contracts: BatchState["contracts"],
  most: number,
): (name: string, network: string | undefined) => string {
  const called = (name: string, network: string | undefined) =>
    network === undefined ? name : `${name} on ${network}`.trimStart();
  const widths = contracts.map(({ name, address, network }) =>
    name === address ? UNNAMED_COLUMNS : countColumns(cleanText(called(name, network))),
  );
  const widest = widths.reduce((one, other) => Math.max(one, other), 1);
  const room = Math.max(most, FEWEST_COLUMNS);
  return (name, network) => pad(cutStart(called(name, network), room), Math.min(widest, room, WIDEST_COLUMN));
}
