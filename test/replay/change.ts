import type { Chance } from "../interrupt/chance.ts";
import type { Leaf } from "./leaves.ts";

/** A character is replaced by one of the same kind. */
const KINDS = ["0123456789", "abcdef", "ghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"] as const;

/** Changes one character, number or flag. */
export function changed(value: Leaf["value"], chance: Chance): Leaf["value"] {
  if (typeof value === "boolean") return !value;
  if (typeof value === "number") return value + 1 + chance.below(9);
  if (value === "") return "x";
  const at = chance.below(value.length);
  return value.slice(0, at) + otherThan(value.charAt(at), chance) + value.slice(at + 1);
}

function otherThan(character: string, chance: Chance): string {
  const kind = KINDS.find((each) => each.includes(character)) ?? "_-";
  const others = [...kind].filter((each) => each !== character);
  return others[chance.below(others.length)] ?? "x";
}
