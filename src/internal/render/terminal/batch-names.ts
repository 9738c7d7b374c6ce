import { cleanText } from "../../text/clean-text.ts";
import { countColumns } from "../../text/columns.ts";
import type { BatchState } from "./batch-state.ts";
import { pad, shorten } from "./layout.ts";

/** A wider name extends beyond the column. */
const MAX_COLUMN_WIDTH = 32;
const MIN_COLUMNS = 8;
/** The name isn't known until the contract's build is found. */
const UNNAMED_COLUMNS = 16;

/** Pads names to the same width in all lines of a run. In a run over several networks, a name includes its network. */
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
    pad(shorten(called(name, network), room), Math.min(widest, room, MAX_COLUMN_WIDTH));
}
