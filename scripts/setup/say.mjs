/** Something the reader has to put right; it needs no stack trace. */
export class SetupError extends Error {}

/** To stderr, because the command that follows may write data to stdout. */
export function say(message) {
  process.stderr.write(`${message}\n`);
}
