import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { HttpClient } from "../../src/internal/services/http/http-client.ts";
import { median, milliseconds, rounded, table } from "../support/figures.ts";
import { startSink } from "../support/sink.ts";
import { type LineOptions, startSlowLine } from "../support/slow-line.ts";

const POLLS = 20;
const JOB = "/v2/verify/00000000-0000-4000-8000-000000000000";

/** Pause between polls, not included in the times: right after an answer, its connection still counts as busy. */
const PAUSE_MS = 10;

type Poll = () => Promise<unknown>;

interface Polled {
  readonly ms: number;
  readonly connections: number;
}

/** Compares polls over one kept-alive connection with polls that each open a new one. */
export async function compareConnections(line: LineOptions, runs: number) {
  console.log(`\n${POLLS} polls over the slow line, one after the other`);
  await using sink = await startSink();

  const kept = (url: string): Poll => {
    const client = new HttpClient({ service: "verification service", url });
    return () => client.send({ method: "GET", path: JOB });
  };
  const anew =
    (url: string): Poll =>
    async () => {
      const [response]: IncomingMessage[] = await once(get(url + JOB, { agent: false }), "response");
      if (response !== undefined) await text(response);
    };
  /** Uses a new line per call, because clients share connections. */
  const polled = async (pollAt: (url: string) => Poll): Promise<Polled> => {
    await using slowLine = await startSlowLine(sink.url, line);
    const poll = pollAt(slowLine.url);
    let ms = 0;
    for (let polls = 0; polls < POLLS; polls++) {
      const start = performance.now();
      await poll();
      ms += performance.now() - start;
      await sleep(PAUSE_MS);
    }
    return { ms, connections: slowLine.take().connections };
  };

  const runsOf: Record<"kept" | "anew", Polled[]> = { kept: [], anew: [] };
  for (let run = 0; run < runs; run++) {
    runsOf.kept.push(await polled(kept));
    runsOf.anew.push(await polled(anew));
  }
  const middle = (of: readonly Polled[]) => ({
    ms: rounded(median(of.map(({ ms }) => ms)), 1),
    connections: median(of.map(({ connections }) => connections)),
  });
  const keepAlive = middle(runsOf.kept);
  const newEachTime = middle(runsOf.anew);
  const ratio = rounded(newEachTime.ms / keepAlive.ms);
  console.log(
    table([
      ["", "ms", "ms a poll", "connections"],
      ...Object.entries({ kept: keepAlive, "new each time": newEachTime }).map(
        ([name, { ms, connections }]) => [
          name,
          milliseconds(ms),
          milliseconds(ms / POLLS),
          String(connections),
        ],
      ),
    ]),
  );
  console.log(`A new connection each time takes ${ratio} times as long.`);
  return { polls: POLLS, keepAlive, newEachTime, ratio };
}
