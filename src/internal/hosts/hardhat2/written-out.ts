/**
 * Waits until everything that was printed has left the process: Hardhat 2 ends the process once a task has ended, and a pipe
 * takes only so much at a time.
 */
export async function writtenOut(): Promise<void> {
  await Promise.all([process.stdout, process.stderr].map(emptied));
}

/** A reader that has gone away takes nothing any more. */
function emptied(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.write("", () => resolve());
  });
}
