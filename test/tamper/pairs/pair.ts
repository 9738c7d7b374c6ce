import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import type { Body } from "../bases/base.ts";
import type { Tampering, World } from "../tampering.ts";

/** Several fields, changed so that they agree. */
export interface Pair extends Tampering {
  /** True if the base has something to change. */
  readonly isFor: (evidence: Evidence) => boolean;
}

export function pair(
  name: string,
  expected: readonly string[],
  isFor: Pair["isFor"],
  apply: (world: World) => void,
): Pair {
  return { name, expected, apply, isFor };
}

/** By name, changes of the same bases that the same checks must notice. */
export function pairs(
  expected: readonly string[],
  isFor: Pair["isFor"],
  changes: Readonly<Record<string, Pair["apply"]>>,
): readonly Pair[] {
  return Object.entries(changes).map(([name, apply]) => pair(name, expected, isFor, apply));
}

export const ALWAYS = (): boolean => true;

export const FOREIGN_ADDRESS = `0x${"ab".repeat(20)}`;
export const FOREIGN_HASH = `0x${"ab".repeat(32)}`;

export const isExact = ({ record }: Evidence): boolean => record.runtimeMatch === "exact_match";
export const isWeaker = ({ record }: Evidence): boolean => record.match === "match";
export const hasCreationMatch = ({ record }: Evidence): boolean => record.creationMatch !== null;
export const hasCreationCode = ({ facts }: Evidence): boolean => facts.creation?.initCode !== undefined;
export const hasMetadata = ({ record, facts }: Evidence): boolean =>
  /6970667358/.test(facts.runtimeBytecode) && record.runtimeMatch === "exact_match";

export function overwrite(code: string, offset: number, digits: string): string {
  const at = 2 + offset * 2;
  return `${code.slice(0, at)}${digits}${code.slice(at + digits.length)}`;
}

export function bytesOf(code: string, offset: number, length: number): string {
  return code.slice(2 + offset * 2, 2 + (offset + length) * 2);
}

export function firstKey(map: Body): string {
  return Object.keys(map)[0] ?? "";
}

export function emptied(side: Body): void {
  side.transformations = [];
  side.transformationValues = {};
}
