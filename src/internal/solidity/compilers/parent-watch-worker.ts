import { workerData } from "node:worker_threads";
import { endGroup } from "./worker-process.ts";

const INTERVAL_MS = 500;

// When a process's parent exits, the process is assigned a different parent.
setInterval(() => {
  if (process.ppid !== workerData) endGroup(process.pid);
}, INTERVAL_MS);
