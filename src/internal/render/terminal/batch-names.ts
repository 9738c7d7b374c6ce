import { cleanText } from "../../text/clean-text.ts";
import { countColumns } from "../../text/columns.ts";
import type { BatchState } from "./batch-state.ts";
import { cutStart, pad } from "./layout.ts";

/** The maximum width of the column. A wider name extends beyond it. */
const MAX_COLUMN_WIDTH = 32;
const MIN_COLUMNS = 8;
/** Columns reserved for the name of a contract whose build hasn't been found yet, so that only its address is known. */
const UNNAMED_COLUMNS = 16;

/**
 * Returns a function that pads a contract's name to the width of the name column. In a run over several networks, the
 * name includes the network. All lines in a run use the same width.
 *
 * @param most The maximum number of columns for a name.
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
  const room = Math.max(most, MIN_COLUMNS);
  return (name, network) =>
    pad(cutStart(called(name, network), room), Math.min(widest, room, MAX_COLUMN_WIDTH));
}
