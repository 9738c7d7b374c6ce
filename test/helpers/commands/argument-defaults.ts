import { type ArgumentsOf, type Command, optionsOf } from "../../../src/internal/domain/options.ts";

export function argumentDefaults<C extends Command>(command: C): ArgumentsOf<C> {
  const defaults = optionsOf(command).map((option) => [
    option.name,
    option.kind === "flag" ? false : option.default,
  ]);
  return Object.fromEntries(defaults) as ArgumentsOf<C>;
}
