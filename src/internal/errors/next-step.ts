import type { HostWords, ServiceKey } from "./host-words.ts";

export type CommandOption = readonly [flag: string, value?: string];

/** The user's command, so a next step can repeat it with a change. */
export interface CommandLine {
  /** `verify` is written without a subcommand. */
  readonly command: string;
  /** Addresses, deployments or reports: the positional arguments. */
  readonly targets: readonly string[];
  readonly options: readonly CommandOption[];
  /** The host's own options that a command has to repeat, such as `--network` and `--config`. */
  readonly globals: readonly CommandOption[];
}

/** The remedy for a problem, as data. {@link writeStep} formats it as a command to paste, or as a sentence. */
export type NextStep =
  /** The user's command, changed or unchanged. */
  | {
      readonly kind: "change";
      readonly set: readonly CommandOption[];
      readonly drop: readonly string[];
      /** The command that accepts the options. @default the same command */
      readonly command?: string;
    }
  /** Replaces a target, or removes it if `to` is omitted. The target may be a mistyped or misplaced subcommand. */
  | {
      readonly kind: "retarget";
      readonly from: string;
      readonly to?: string | undefined;
      readonly command?: string;
    }
  /** Another command of this package. */
  | {
      readonly kind: "own";
      readonly command: string;
      readonly targets: readonly string[];
      readonly options: readonly CommandOption[];
    }
  | { readonly kind: "tool"; readonly tool: "build" | "rebuild" | "node"; readonly port?: string | undefined }
  | { readonly kind: "help" }
  | { readonly kind: "configure"; readonly text: string }
  /** The URL of a service, wherever it was set. */
  | { readonly kind: "check-url"; readonly service: ServiceKey }
  | { readonly kind: "choose-network"; readonly text: string }
  /** A sentence or another program's command, followed by the next step. */
  | { readonly kind: "advice"; readonly text: string; readonly then?: NextStep | undefined };

export const again: NextStep = { kind: "change", set: [], drop: [] };
export const help: NextStep = { kind: "help" };
export const build: NextStep = { kind: "tool", tool: "build" };
export const rebuild: NextStep = { kind: "tool", tool: "rebuild" };

export function startNode(port?: string): NextStep {
  return { kind: "tool", tool: "node", port };
}

export function withOptions(...set: readonly CommandOption[]): NextStep {
  return { kind: "change", set, drop: [] };
}

/** Replaces an unknown name in a comma-separated option. @param nearest The known name most similar to it, if any. */
export function correctName(
  flag: string,
  names: readonly string[],
  unknown: string,
  nearest: string | undefined,
): NextStep | undefined {
  if (nearest === undefined) return undefined;
  const corrected = new Set(names.map((name) => (name === unknown ? nearest : name)));
  return withOptions([flag, [...corrected].join(",")]);
}

export const followProxy: NextStep = {
  kind: "change",
  set: [["--follow-proxy"]],
  drop: ["--no-follow-proxy"],
};

const LOCAL = "--local";
const DRY_RUN = "--dry-run";

/** Shows what a submission to a remote service would send. */
export const rehearse: NextStep = { kind: "change", set: [[DRY_RUN]], drop: [LOCAL, "--force", "--fresh"] };

export function withoutOptions(...drop: readonly string[]): NextStep {
  return { kind: "change", set: [], drop };
}

export function retarget(from: string, to?: string): NextStep {
  return { kind: "retarget", from, to };
}

export function subcommand(word: string, typed: string): NextStep {
  return { kind: "retarget", from: typed, command: word };
}

/** Switches between `verify` and `check` for one contract, keeping the options that both commands accept. */
export function otherCommand(
  command: "verify" | "check",
  drop: readonly string[],
  ...set: readonly CommandOption[]
): NextStep {
  return { kind: "change", set, drop, command };
}

export function ownCommand(
  command: string,
  targets: readonly string[],
  ...options: readonly CommandOption[]
): NextStep {
  return { kind: "own", command, targets, options };
}

export function verifyOne(target: string): NextStep {
  return ownCommand("verify", [target]);
}

export function checkOne(target: string): NextStep {
  return ownCommand("check", [target]);
}

/** `<text> in <the configuration file>` */
export function configure(text: string): NextStep {
  return { kind: "configure", text };
}

export function checkUrl(service: ServiceKey): NextStep {
  return { kind: "check-url", service };
}

/** `<text> --network`, with the host's name for that option. */
export function chooseNetwork(text: string): NextStep {
  return { kind: "choose-network", text };
}

export const chooseContractNetwork = chooseNetwork("choose the network that has the contract, with");

/** `<text>`, or `<text>: <the next step>` */
export function advice(text: string, then?: NextStep): NextStep {
  return { kind: "advice", text, then };
}

/** For languages other than Solidity, a Foundry build-info doesn't state the compiler's commit. */
export function passInput(buildInfo = "out/build-info/<id>.json"): NextStep {
  return advice(
    `pass its compiler input with --std-json-input; to extract it: jq '.input | {language, sources, settings}' ${quote(buildInfo)} > input.json`,
  );
}

export const INSTALL = "npm install --save-dev";

/** @param versions Short versions, such as `0.8.28`. This program recognizes the resulting package names. */
export function installCompiler(...versions: readonly string[]): string {
  return [INSTALL, ...versions.map((version) => `solc-${version}@npm:solc@${version}`)].join(" ");
}

export interface Reader {
  readonly words: HostWords;
  /** The user's command. Undefined if a program called the API: the step then contains only the change. */
  readonly line?: CommandLine | undefined;
}

export function writeStep(step: NextStep, { words, line }: Reader): string {
  const write = (command: CommandLine): string => writeCommand(words, command);
  switch (step.kind) {
    case "advice":
      return step.then === undefined ? step.text : `${step.text}: ${writeStep(step.then, { words, line })}`;
    case "configure":
      return `${step.text} in ${words.configFile}`;
    case "check-url": {
      const source = words.urlSources?.[step.service];
      return `check ${source ?? `verifyContract.${step.service}.url in ${words.configFile}`}`;
    }
    case "choose-network":
      return `${step.text} ${words.network.flag}`;
    case "change":
      if (line !== undefined) return write(applyChange(line, step));
      if (step.set.length > 0) return step.set.map(writeOption).join(" ");
      return step.drop.length > 0 ? `leave out ${step.drop.join(" and ")}` : "try again later";
    case "retarget":
      if (line !== undefined || step.command !== undefined)
        return write(replaceTarget(line ?? NO_LINE, step));
      return step.to === undefined ? `leave out ${step.from}` : `name ${step.to}`;
    case "own": {
      const { command, targets, options } = step;
      const kept = keepLimits(step, line);
      const globals = line?.globals.filter(([flag]) => isAccepted(flag, command, words)) ?? [];
      return write({ command, targets, options: [...options, ...kept], globals });
    }
    case "tool":
      return addToolOptions(step.tool === "node" ? words.node(step.port) : words[step.tool], { words, line });
    case "help":
      return write({ ...NO_LINE, command: line?.command ?? "verify", options: [["--help"]] });
  }
}

/** `serve` is its own verification service, and `explain` uses none. */
function isAccepted(flag: string, command: string, { urlSources }: HostWords): boolean {
  return flag !== urlSources?.verification || Object.hasOwn(LIMITS, command);
}

/**
 * Another command keeps `--local`, because the configured services may be remote, and `--dry-run`, because the user
 * only wanted to see what would be sent.
 */
function keepLimits(
  { command, options }: Extract<NextStep, { kind: "own" }>,
  line: CommandLine | undefined,
): readonly CommandOption[] {
  const limits = LIMITS[command] ?? [];
  const given = new Set(options.map(([flag]) => flag));
  return line?.options.filter(([flag]) => limits.includes(flag) && !given.has(flag)) ?? [];
}

const LIMITS: Readonly<Record<string, readonly string[]>> = {
  verify: [LOCAL, DRY_RUN],
  deployments: [LOCAL, DRY_RUN],
  check: [LOCAL],
  lock: [LOCAL],
};

export function writeCommand(words: HostWords, { command, targets, options, globals }: CommandLine): string {
  return [
    command === "verify" ? words.program : `${words.program}${words.separator}${command}`,
    ...targets.map(quote),
    ...[...globals, ...options].map(writeOption),
  ].join(" ");
}

function applyChange(
  line: CommandLine,
  { set, drop, command = line.command }: Extract<NextStep, { kind: "change" }>,
): CommandLine {
  const changes = new Map(set.map((option) => [option[0], option]));
  const keepOptions = (options: readonly CommandOption[]): readonly CommandOption[] =>
    options
      .filter(([flag]) => !drop.includes(flag))
      .map((option) => {
        const change = changes.get(option[0]);
        changes.delete(option[0]);
        return change ?? option;
      });
  const [globals, options] = [keepOptions(line.globals), keepOptions(line.options)];
  return { command, targets: line.targets, globals, options: [...options, ...changes.values()] };
}

const NO_LINE: CommandLine = { command: "verify", targets: [], options: [], globals: [] };

function replaceTarget(
  line: CommandLine,
  { from, to, command = line.command }: Extract<NextStep, { kind: "retarget" }>,
): CommandLine {
  const targets = line.targets.flatMap((target) => (target === from ? (to ?? []) : target));
  return { ...line, command, targets };
}

export function createNetworkOption(
  name: string,
  { defaultNetwork, network }: HostWords,
): readonly CommandOption[] {
  return name === defaultNetwork ? [] : [[network.flag, name]];
}

/** Adds the host's options that its build and node commands accept. */
function addToolOptions(command: string, { words, line }: Reader): string {
  const options = line?.globals.filter(([flag]) => words.toolOptions.includes(flag)) ?? [];
  return [command, ...options.map(writeOption)].join(" ");
}

function writeOption([flag, value]: CommandOption): string {
  return value === undefined ? flag : `${flag} ${quote(value)}`;
}

function quote(word: string): string {
  return /^[\w./:,=@+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

const MINUTE_S = 60;
export const MAX_TIMEOUT_S = 86_400;

/** Suggests a longer timeout in seconds: twice the last one, rounded to whole minutes. */
export function suggestTimeout(passedS: number): number {
  return Math.min(Math.max(Math.round((passedS * 2) / MINUTE_S) * MINUTE_S, MINUTE_S), MAX_TIMEOUT_S);
}
