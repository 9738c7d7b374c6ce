/** `--flag` or `--flag value`. */
export type CommandOption = readonly [flag: string, value?: string];

/** What the user ran, so that a next step can repeat it with a change. */
export interface CommandLine {
  /** `verify-contract`, and the sub-command. */
  readonly words: readonly string[];
  /** Addresses, deployments or reports: the positional arguments. */
  readonly targets: readonly string[];
  readonly options: readonly CommandOption[];
  /** Hardhat's own options: `--network` and `--config`. */
  readonly globals: readonly CommandOption[];
}

/** What to do about a problem, as data; {@link writeStep} writes it as a command to paste, or as a sentence. */
export type NextStep =
  /** The same command again: waiting helps. */
  | { readonly kind: "again" }
  | { readonly kind: "change"; readonly set: readonly CommandOption[]; readonly drop: readonly string[] }
  | { readonly kind: "retarget"; readonly from: string; readonly to: string }
  /** A sub-command that was mistyped or misplaced; it is one of the targets. */
  | { readonly kind: "subcommand"; readonly word: string; readonly typed: string }
  /** Another task of this plugin. */
  | { readonly kind: "own"; readonly words: readonly string[]; readonly options: readonly CommandOption[] }
  /** A task of Hardhat. */
  | { readonly kind: "hardhat"; readonly words: readonly string[] }
  | { readonly kind: "help" }
  /** A sentence, or a command of another program. */
  | { readonly kind: "advice"; readonly text: string };

export const again: NextStep = { kind: "again" };
export const help: NextStep = { kind: "help" };

export function withOptions(...set: readonly CommandOption[]): NextStep {
  return { kind: "change", set, drop: [] };
}

export function withoutOptions(...drop: readonly string[]): NextStep {
  return { kind: "change", set: [], drop };
}

export function retarget(from: string, to: string): NextStep {
  return { kind: "retarget", from, to };
}

export function subcommand(word: string, typed: string): NextStep {
  return { kind: "subcommand", word, typed };
}

/** `npx hardhat verify-contract <word> <options>`, on the same network. */
export function own(word: string, ...options: readonly CommandOption[]): NextStep {
  return { kind: "own", words: ["verify-contract", word], options };
}

/** `npx hardhat <words>`, with the same configuration. */
export function hardhatTask(...words: readonly string[]): NextStep {
  return { kind: "hardhat", words };
}

export function advice(text: string): NextStep {
  return { kind: "advice", text };
}

/** The command that compiles a project: a Hardhat task, or another program. */
export function buildStep(command: string): NextStep {
  const words = command.split(" ");
  return words[0] === "npx" && words[1] === "hardhat" ? hardhatTask(...words.slice(2)) : advice(command);
}

/**
 * A step as text.
 *
 * @param line Undefined for a call from a program: then the step shows only the change.
 */
export function writeStep(step: NextStep, line: CommandLine | undefined): string {
  switch (step.kind) {
    case "advice":
      return step.text;
    case "again":
      return line === undefined ? "try again later" : writeCommand(line);
    case "change":
      return line === undefined ? writeChange(step) : writeCommand(changed(line, step.set, step.drop));
    case "retarget":
      return line === undefined ? `name ${step.to}` : writeCommand(retargeted(line, step));
    case "subcommand":
      return writeCommand({
        ...(line ?? NO_LINE),
        words: ["verify-contract", step.word],
        targets: line?.targets.filter((target) => target !== step.typed) ?? [],
      });
    case "own":
      return writeCommand(
        changed({ ...NO_LINE, words: step.words, globals: line?.globals ?? [] }, step.options, []),
      );
    case "hardhat":
      return writeCommand({ ...NO_LINE, words: step.words, globals: globalsFor(line) });
    case "help":
      return writeCommand({ ...NO_LINE, words: line?.words ?? NO_LINE.words, options: [["--help"]] });
  }
}

/** A command for a shell. */
export function writeCommand({ words, targets, options, globals }: CommandLine): string {
  return ["npx hardhat", ...words, ...targets.map(quoted), ...[...globals, ...options].map(writeOption)].join(
    " ",
  );
}

/** The line with options added, replaced in place, or dropped. */
export function changed(
  line: CommandLine,
  set: readonly CommandOption[],
  drop: readonly string[],
): CommandLine {
  const changes = new Map(set.map((option) => [option[0], option]));
  const kept = (options: readonly CommandOption[]): readonly CommandOption[] =>
    options
      .filter(([flag]) => !drop.includes(flag))
      .map((option) => {
        const change = changes.get(option[0]);
        changes.delete(option[0]);
        return change ?? option;
      });
  const [globals, options] = [kept(line.globals), kept(line.options)];
  return { ...line, globals, options: [...options, ...changes.values()] };
}

const NO_LINE: CommandLine = { words: ["verify-contract"], targets: [], options: [], globals: [] };

function retargeted(
  line: CommandLine,
  { from, to }: { readonly from: string; readonly to: string },
): CommandLine {
  return { ...line, targets: line.targets.map((target) => (target === from ? to : target)) };
}

/** A build needs no network. */
function globalsFor(line: CommandLine | undefined): readonly CommandOption[] {
  return line?.globals.filter(([flag]) => flag === "--config") ?? [];
}

function writeChange({ set, drop }: Extract<NextStep, { kind: "change" }>): string {
  return set.length > 0 ? set.map(writeOption).join(" ") : `leave out ${drop.join(" and ")}`;
}

function writeOption([flag, value]: CommandOption): string {
  return value === undefined ? flag : `${flag} ${quoted(value)}`;
}

function quoted(word: string): string {
  return /^[\w./:,=@+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
