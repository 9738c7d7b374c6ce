import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";

/** Counts the processes of one program, because an earlier test file may still start others. */
export async function countProcesses(program: string, work: () => Promise<unknown>): Promise<number> {
  const started: ChildProcess[] = [];
  const collect = (message: unknown): void => {
    started.push((message as { readonly process: ChildProcess }).process);
  };
  subscribe("child_process", collect);
  try {
    await work();
    return started.filter(({ spawnargs }) => spawnargs.some((each) => each.includes(program))).length;
  } finally {
    unsubscribe("child_process", collect);
  }
}
