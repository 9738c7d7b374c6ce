/** Ends a process that leads a group, and all that it started. On Windows what it started ends with it by itself. */
export function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL");
  } catch {
    // All have ended.
  }
}
