import { chooseCommand, parse } from "./parse.ts";

/**
 * Runs the command line. Prints help without loading anything else, and loads a command's modules only when the command
 * runs.
 *
 * @param words The arguments after the program's name.
 */
export async function main(words: readonly string[]): Promise<void> {
  const chosen = chooseCommand(words);
  const parsed = parse(chosen.command, chosen.words);
  if (parsed.kind === "help") {
    process.stdout.write(parsed.text);
    return;
  }
  const { runParsed } = await import("./run-parsed.ts");
  await runParsed(chosen, parsed);
  endIfWritten();
}

/**
 * Exits at once if all output has been flushed, because Node's own shutdown takes longer than a request.
 * Otherwise, the process ends once a slow reader has received everything.
 */
function endIfWritten(): void {
  if (process.stdout.writableLength === 0 && process.stderr.writableLength === 0) process.exit();
}
