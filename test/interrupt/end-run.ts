import { setTimeout as sleep } from "node:timers/promises";
import { type CliRun, startHardhat } from "../helpers/cli.ts";
import type { Project } from "../helpers/project.ts";
import type { World } from "../helpers/world.ts";
import type { Aim } from "./aim.ts";
import { RUN_BATCH } from "./batch.ts";
import { RUN_LIMIT_MS } from "./chance.ts";
import type { Watch } from "./watch.ts";

/** Much longer than anything here takes after a signal. */
const GRACE_MS = 10_000;

export async function runBatch(
  project: Project,
  world: World,
  watch: Watch,
  more: readonly string[] = [],
  limitMs = RUN_LIMIT_MS,
): Promise<CliRun> {
  watch.run += 1;
  const { child, ended } = await startHardhat(project, [...RUN_BATCH, ...more], { world });
  return within(limitMs, ended, () => child.kill("SIGKILL"));
}

interface EndedRun extends CliRun {
  /** True if the run ended before the kill. */
  readonly wasOver: boolean;
}

/**
 * Starts a run and kills it in the middle.
 * @param mayBeLate True if an address's submission may reach the service long after the kill.
 */
export async function endRun(
  project: Project,
  world: World,
  watch: Watch,
  aim: Aim,
  mayBeLate: (address: string) => boolean,
): Promise<EndedRun> {
  watch.run += 1;
  const run = watch.run;
  const { child, ended } = await startHardhat(project, RUN_BATCH, { world });
  let wasOver = true;
  let timer: NodeJS.Timeout | undefined;
  const cutOff = new Promise<void>((resolve) => {
    let count = 0;
    watch.holdSubmission = async (address) => {
      if (count === aim.count && wasOver && mayBeLate(address)) await sleep(aim.holdMs);
    };
    watch.onMoment = (seen, moment) => {
      if (seen.run !== run || !aim.matches(seen, moment) || ++count !== aim.count) return;
      watch.jobsWaitFor = sleep(aim.slowMs);
      timer = setTimeout(() => {
        if (child.exitCode !== null) return;
        wasOver = false;
        child.kill(aim.signal);
        resolve();
      }, aim.delayMs);
    };
  });
  try {
    await within(RUN_LIMIT_MS, Promise.race([ended, cutOff]), () => child.kill("SIGKILL"));
    return { ...(await within(GRACE_MS, ended, () => child.kill("SIGKILL"))), wasOver };
  } finally {
    clearTimeout(timer);
    watch.onMoment = () => {};
    watch.holdSubmission = async () => {};
  }
}

async function within<T>(limitMs: number, work: Promise<T>, onHang: () => void): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const hung = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      onHang();
      reject(new Error(`The run hangs: no end after ${limitMs} ms.`));
    }, limitMs);
  });
  try {
    return await Promise.race([work, hung]);
  } finally {
    clearTimeout(timer);
  }
}
