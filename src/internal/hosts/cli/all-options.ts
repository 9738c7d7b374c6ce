import { OPTIONS, type Option } from "../../commands/options.ts";
import { FORGE_HABITS } from "./forge-habits.ts";
import { HOST_OPTIONS } from "./host-options.ts";

/** Whatever option: of a command, of the command line itself, or typed from habit. */
export const ALL_OPTIONS: readonly Pick<Option, "name" | "value">[] = [
  ...(OPTIONS as readonly Option[]),
  ...HOST_OPTIONS,
  ...FORGE_HABITS,
];
