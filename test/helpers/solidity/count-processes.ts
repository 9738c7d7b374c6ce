import { subscribe, unsubscribe } from "node:diagnostics_channel";

export async function countProcesses(work: () => Promise<unknown>): Promise<number> {
  let started = 0;
  const count = (): void => {
    started += 1;
  };
  subscribe("child_process", count);
  try {
    await work();
    return started;
  } finally {
    unsubscribe("child_process", count);
  }
}
