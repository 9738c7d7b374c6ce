import { chooseCommand } from "./choose-command.ts";
import { parse } from "./parse.ts";

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
}
