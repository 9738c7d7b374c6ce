import { flagOf, OPTIONS, type Option } from "../../commands/options.ts";
import { FORGE_HABITS } from "./forge-habits.ts";
import { HOST_OPTIONS } from "./host-options.ts";

interface AnyOption extends Pick<Option, "name" | "value"> {
  readonly short?: string;
  readonly isSecret?: boolean;
}

/** Whatever option: of a command, of the command line itself, or typed from habit. */
export const ALL_OPTIONS: readonly AnyOption[] = [
  ...(OPTIONS as readonly Option[]),
  ...HOST_OPTIONS,
  ...FORGE_HABITS,
];

/** As it is typed: `--name`, and `-n` where it has a letter. */
export function flagsOf({ name, short }: AnyOption): readonly string[] {
  return [flagOf(name), ...(short === undefined ? [] : [`-${short}`])];
}
