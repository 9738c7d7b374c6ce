import type { Report } from "./model.ts";

/** "shard 2/4" */
export function shardWords({ index, count }: Pick<NonNullable<Report["shard"]>, "index" | "count">): string {
  return `shard ${index}/${count}`;
}
