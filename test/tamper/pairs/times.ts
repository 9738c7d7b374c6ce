import { ALWAYS, type Pair, pair } from "./pair.ts";

const YEAR_S = 31_536_000;

export const TIMES: readonly Pair[] = [
  pair(
    "verifiedAt and the creation, a year before",
    ["stale-record", "created-in-block"],
    ({ facts }) => facts.creation !== undefined,
    ({ record, query }) => {
      record.verifiedAt = new Date(Date.parse(record.verifiedAt) - YEAR_S * 1000).toISOString();
      query.created_timestamp = earlier(query.created_timestamp);
      query.timestamp.from = query.created_timestamp;
    },
  ),
  pair(
    "query service: created_timestamp and the time of its state",
    ["created-in-block"],
    ({ facts }) => facts.creation !== undefined,
    ({ query }) => {
      query.created_timestamp = earlier(query.created_timestamp);
      query.timestamp.from = query.created_timestamp;
    },
  ),
  pair(
    "query service: created_timestamp and its block",
    ["created-in-block"],
    ({ facts }) => facts.creation !== undefined,
    ({ query, block }) => {
      query.created_timestamp = earlier(query.created_timestamp);
      block.timestamp = { from: earlier(block.timestamp.from), to: earlier(block.timestamp.to) };
    },
  ),
  pair(
    "query service: created and expired long ago",
    ["not-expired", "created-in-block"],
    ALWAYS,
    ({ query }) => {
      query.created_timestamp = earlier(query.created_timestamp);
      query.expiration_timestamp = "1600000000.000000000";
    },
  ),
];

function earlier(timestamp: string): string {
  const [seconds, fraction] = timestamp.split(".");
  return `${Number(seconds) - YEAR_S}.${fraction}`;
}
