import { setTimeout as sleep } from "node:timers/promises";
import type { Wait } from "../domain/clock.ts";

export const waitByTimer: Wait = async (ms, signal) => {
  try {
    await sleep(ms, undefined, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
};
