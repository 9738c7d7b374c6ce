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
  // Node's own shutdown takes longer than a request. If a reader is slow, the process ends once all output has been
  // read.
  if (process.stdout.writableLength === 0 && process.stderr.writableLength === 0) process.exit();
}
