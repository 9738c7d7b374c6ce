import { chooseCommand, parse } from "./parse.ts";

/**
 * The command line: prints help by itself, and loads what a command needs only when there is one.
 *
 * @param words After the program.
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
 * Ends the process where all output has gone out: nothing is left to do, and Node takes longer to take its memory apart than a
 * request takes. Else it ends by itself, once a slow reader has everything.
 */
function endIfWritten(): void {
  if (process.stdout.writableLength === 0 && process.stderr.writableLength === 0) process.exit();
}
