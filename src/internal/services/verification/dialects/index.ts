import { avalanche } from "./avalanche.ts";
import { conflux } from "./conflux.ts";
import type { Dialect, Sent } from "./dialect.ts";
import { sourcify } from "./sourcify.ts";
import { tempo } from "./tempo.ts";

/** Every dialect. A new one is a file here and a line in this list. */
export const DIALECTS: readonly Dialect[] = [sourcify, tempo, avalanche, conflux];

/** A record, or the matches in a job, without what their service never computes: its answer shows which service it is. */
export function withoutNeverComputed(match: Sent): Sent {
  const found = DIALECTS.find(({ neverComputed }) => neverComputed?.isIn(match) === true);
  const left: readonly string[] = found?.neverComputed?.fields ?? [];
  return left.length === 0
    ? match
    : Object.fromEntries(Object.entries(match).filter(([name]) => !left.includes(name)));
}
