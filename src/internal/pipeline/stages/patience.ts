import { ifAnswered } from "../../chain/chain-port.ts";
import { readQuery } from "../../chain/read-query.ts";
import { type Patience, totalWaitMs } from "../../services/retry.ts";
import { formatDuration } from "../../text/amounts.ts";
import type { Run } from "../run.ts";

export interface RunPatience extends Patience {
  readonly ended: () => { readonly isAbsent: boolean; readonly words: string | undefined };
}

export async function createPatience(run: Run, idOrAddress: string): Promise<RunPatience> {
  const { codeWaitedMs = 0 } = run.ports;
  const waitMs = await determineWaitMs(run);
  const isAbsentNow = waitMs === 0 ? undefined : await watchAbsence(run, idOrAddress);
  let absentAfterMs: number | undefined;
  return {
    waitMs,
    isAbsent:
      isAbsentNow &&
      (async (waitedMs) => {
        if (!(await isAbsentNow())) return false;
        absentAfterMs = waitedMs;
        return true;
      }),
    ended: () => {
      const waitedMs = codeWaitedMs + (absentAfterMs ?? waitMs);
      const time = formatDuration(waitedMs);
      if (absentAfterMs !== undefined) {
        const until = `until ${run.ports.query?.url} had a later block, but still no such contract`;
        return { isAbsent: true, words: `${time}, ${until}` };
      }
      const words = `${time}; a node that lags further behind needs --wait <seconds>`;
      return { isAbsent: false, words: waitedMs === 0 ? undefined : words };
    },
  };
}

async function determineWaitMs({ ports, request }: Run): Promise<number> {
  const { appearAttempts, codeWaitMs = totalWaitMs(appearAttempts), freshCodeWaitMs = codeWaitMs } = ports;
  const hash = request.creationTransactionHash;
  if (hash === undefined || freshCodeWaitMs <= codeWaitMs) return codeWaitMs;
  return (await isOld(ports, hash)) ? codeWaitMs : freshCodeWaitMs;
}

const OLD_MS = 60_000;

/**
 * True if the transaction is so old that even a lagging node has it. False if the node can't find it, because the node
 * may be behind.
 */
async function isOld({ chain, clock, signal }: Run["ports"], hash: string): Promise<boolean> {
  const minedS = await ifAnswered(signal, async () => {
    const block = (await chain.transaction(hash, signal))?.position?.blockNumber;
    return block === undefined ? undefined : chain.timestampOf(block, signal);
  });
  return minedS !== undefined && clock.now().getTime() - minedS * 1000 > OLD_MS;
}

/** A Date header is precise to one second. */
const DATE_STEP_MS = 1000;

/** A 404 proves absence only if the query service has a block newer than the first request. */
async function watchAbsence(
  { ports: { query, clock, signal } }: Run,
  idOrAddress: string,
): Promise<(() => Promise<boolean>) | undefined> {
  if (query === undefined) return undefined;
  let askedAtMs = clock.now().getTime();
  // The local clock may be slow.
  const onDate = (at: Date): void => {
    askedAtMs = Math.max(askedAtMs, at.getTime() + DATE_STEP_MS);
  };
  await ifAnswered(signal, () => query.newestBlock({ signal, onDate }));
  return async () => {
    const newest = await ifAnswered(signal, () => query.newestBlock({ signal }));
    const endedAtMs = Number(newest?.timestamp.to ?? 0) * 1000;
    if (endedAtMs <= askedAtMs) return false;
    // This request is sent after that block, so the response covers everything created before the block.
    return (await readQuery(query, idOrAddress, signal)).state === "not-found";
  };
}
