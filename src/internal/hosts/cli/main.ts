import { explainFileError, getErrorCode } from "../../text/file-reason.ts";
import { chooseCommand, parse } from "./parse.ts";

/** Prints help without loading anything else, and loads a command's modules only when the command runs. */
export async function main(words: readonly string[]): Promise<void> {
  const chosen = chooseCommand(words);
  const parsed = parse(chosen.command, chosen.words);
  if (parsed.kind === "help") {
    process.stdout.write(parsed.text);
    return;
  }
  const { runParsed } = await import("./run-parsed.ts");
  await runParsed(chosen, parsed);
  // Node reports a failed write only after the exit below. A reader such as `head` may close the pipe early.
  const { errored } = process.stdout;
  if (errored !== null && getErrorCode(errored) !== "EPIPE") {
    process.stderr.write(`The output can't be written: ${explainFileError(errored)}\n`);
    process.exit(2);
  }
  // Node's own shutdown takes longer than a request. If a reader is slow, the process ends once all output has been
  // read.
  if (process.stdout.writableLength === 0 && process.stderr.writableLength === 0) process.exit();
}
