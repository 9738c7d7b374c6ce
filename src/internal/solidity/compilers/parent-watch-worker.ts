import { workerData } from "node:worker_threads";
import { endGroup } from "./worker-process.ts";

const INTERVAL_MS = 500;

// If its parent ends, a process gets a different parent.
setInterval(() => {
  if (process.ppid !== workerData) endGroup(process.pid);
}, INTERVAL_MS);
