import path from "node:path";
import type { GlobalOptions } from "hardhat/types/global-options";
import type { CommandOption } from "../../errors/next-step.ts";

const HARDHAT_CONFIG = /^hardhat\.config\.[cm]?[jt]s$/;

/** `--network` and `--config`, where they were given. */
export function globalsOf({
  network,
  config,
}: Pick<GlobalOptions, "network" | "config">): readonly CommandOption[] {
  return [
    ...(network === undefined ? [] : [["--network", network] as const]),
    ...(config === undefined || isFoundByHardhat(config) ? [] : [["--config", shown(config)] as const]),
  ];
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
