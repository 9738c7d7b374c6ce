import path from "node:path";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";

import type { CommandLine, CommandOption } from "../errors/next-step.ts";

/** What a task takes when an option is left out, where that is not nothing. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  sources: "auto",
  verificationPort: 5555,
  queryPort: 5551,
  statusPort: 5552,
};
const HARDHAT_CONFIG = /^hardhat\.config\.[cm]?[jt]s$/;

/**
 * The command line of a task, as its arguments tell.
 *
 * @param options Arguments of the task without its targets, as Hardhat parses them.
 */
export function commandLineOf(
  words: readonly string[],
  targets: readonly string[],
  options: object,
  hre: Pick<HardhatRuntimeEnvironment, "globalOptions">,
): CommandLine {
  return {
    words,
    targets: targets.filter((target) => target !== ""),
    options: Object.entries(options).flatMap(([name, value]) => optionOf(name, value)),
    globals: globalsOf(hre),
  };
}

/** `--network` and `--config`, where they were given. */
function globalsOf({
  globalOptions,
}: Pick<HardhatRuntimeEnvironment, "globalOptions">): readonly CommandOption[] {
  const { network, config } = globalOptions;
  return [
    ...(network === undefined ? [] : [["--network", network] as const]),
    ...(config === undefined || isFoundByHardhat(config) ? [] : [["--config", shown(config)] as const]),
  ];
}

/** Without the network, which a run knows by itself. */
export function configOption(
  hre: Pick<HardhatRuntimeEnvironment, "globalOptions">,
): readonly CommandOption[] {
  return globalsOf(hre).filter(([flag]) => flag === "--config");
}

function optionOf(name: string, value: unknown): readonly CommandOption[] {
  if (value === undefined || value === false || value === DEFAULTS[name]) return [];
  const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  return [value === true ? [flag] : [flag, String(value)]];
}

/** Hardhat looks for it in the working directory and above. */
function isFoundByHardhat(config: string): boolean {
  const { dir, base } = path.parse(path.resolve(config));
  const way = path.relative(dir, process.cwd());
  return HARDHAT_CONFIG.test(base) && way.split(path.sep)[0] !== ".." && !path.isAbsolute(way);
}

function shown(config: string): string {
  const relative = path.relative(process.cwd(), path.resolve(config));
  return relative.split(path.sep)[0] === ".." ? config : relative.split(path.sep).join("/");
}
