/** A problem for the reader to fix. Reported without a stack trace. */
export class SetupError extends Error {}

/** Writes to stderr, because the command that follows may write data to stdout. */
export function say(message) {
  process.stderr.write(`${message}\n`);
}
