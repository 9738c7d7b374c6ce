import type { KindsOf } from "./options.ts";

/** Keys of options of `check` that are for one contract alone. */
export const ONE_ONLY = [
  "contract",
  "creationTransactionHash",
  "stdJsonInput",
  "compilerVersion",
] as const satisfies readonly (keyof KindsOf<"check">)[];

/** Keys of options of `check` that are for a run over several contracts. */
export const MANY_ONLY = [
  "allNetworks",
  "bail",
  "locked",
  "shard",
] as const satisfies readonly (keyof KindsOf<"check">)[];

export type OneOnly = (typeof ONE_ONLY)[number];
export type ManyOnly = (typeof MANY_ONLY)[number];

/** An object without some of its keys. */
export function without<T extends object, K extends keyof T>(value: T, keys: readonly K[]): Omit<T, K> {
  const left = Object.entries(value).filter(([key]) => !(keys as readonly string[]).includes(key));
  return Object.fromEntries(left) as Omit<T, K>;
}
