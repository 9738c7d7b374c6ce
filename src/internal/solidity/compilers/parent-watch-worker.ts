import { workerData } from "node:worker_threads";
import { endGroup } from "./worker-process.ts";

const INTERVAL_MS = 500;

// A process whose parent has ended gets a different parent.
setInterval(() => {
  if (process.ppid !== workerData) endGroup(process.pid);
}, INTERVAL_MS);
