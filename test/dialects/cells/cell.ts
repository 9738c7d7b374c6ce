import type { Program } from "../../helpers/corpus/phenomenon.ts";
import { COMPILERS } from "../../helpers/solc.ts";
import type { Ended } from "../run-cell.ts";
import { submitBefore } from "../run-cell.ts";
import {
  type Deployed,
  DIALECTS,
  type DialectName,
  type DialectsWorld,
  deployContract,
  type Place,
  PROGRAM,
} from "../world.ts";

export interface End {
  readonly exitCode: 0 | 1 | 2 | 3;
  /** Code of the error. @default any, but none with exit code 0 */
  readonly code?: string;
  readonly says?: RegExp;
  /** Submissions that the service received. @default any number */
  readonly posts?: number;
}

export interface Cell {
  readonly dialect: DialectName;
  readonly name: string;
  /** True if contract, build and service are honest, so that nothing may be refuted. */
  readonly isHonest: boolean;
  readonly end: End;
  readonly run: (world: DialectsWorld, place: Place) => Promise<Ended>;
}

/** A cell per dialect; `ends` overrides the end for some. */
export interface CommonCell extends Omit<Cell, "dialect"> {
  readonly ends?: Partial<Readonly<Record<DialectName, End>>>;
}

export function honestly(name: string, end: End, run: Cell["run"]): CommonCell {
  return { name, isHonest: true, end, run };
}

export function lying(name: string, end: End, run: Cell["run"]): CommonCell {
  return { name, isHonest: false, end, run };
}

export function onEach(cells: readonly CommonCell[]): readonly Cell[] {
  return DIALECTS.flatMap((dialect) =>
    cells.map(({ ends, end, ...cell }) => ({ ...cell, dialect, end: ends?.[dialect] ?? end })),
  );
}

export const GOOD: End = { exitCode: 0 };
export const NOT_EXACT: End = { exitCode: 0, says: /Match \(not exact\)/ };

/** Avalanche serves no code. Unless its metadata equals the build's, a compiler here has to prove a weaker match. */
export const WITHOUT_CODE: End = {
  exitCode: 1,
  code: "VC416",
  says: /the service doesn't return the recompiled runtime code/,
};

/** A contract that someone else has already verified. */
export async function stored(
  place: Place,
  name: string,
  args: readonly unknown[] = [],
  program: Program = PROGRAM,
): Promise<Deployed> {
  const deployed = await deployContract(place.chain, name, { args });
  await submitBefore(place, deployed, name, program);
  return deployed;
}

export const SOLJSON = COMPILERS.find(({ version }) => version === "0.8.28")?.path ?? "";
