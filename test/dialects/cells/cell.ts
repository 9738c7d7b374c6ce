import { COMPILERS } from "../../helpers/corpus/compile-program.ts";
import type { Program } from "../../helpers/corpus/phenomenon.ts";
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

/** What a run has to end with. */
export interface End {
  readonly exitCode: 0 | 1 | 2 | 3;
  /** Of the error. @default any, but none with exit code 0 */
  readonly code?: string;
  /** What the screen says: why it is refused, or what is weaker than it could be. */
  readonly says?: RegExp;
  /** Submissions that the service got. @default any number */
  readonly posts?: number;
}

export interface Cell {
  readonly dialect: DialectName;
  readonly name: string;
  /** Contract, build and service are what they say: nothing may be refuted. */
  readonly isHonest: boolean;
  readonly end: End;
  readonly run: (world: DialectsWorld, place: Place) => Promise<Ended>;
}

/** A cell of each dialect; `ends` has those that end otherwise. */
export interface CommonCell extends Omit<Cell, "dialect"> {
  readonly ends?: Partial<Readonly<Record<DialectName, End>>>;
}

/** Of an honest contract. */
export function honestly(name: string, end: End, run: Cell["run"]): CommonCell {
  return { name, isHonest: true, end, run };
}

/** Of a contract, build or service that is not what it says. */
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

/** Avalanche serves no code: where its metadata is not the build's, a compiler here has to prove a weaker match. */
export const WITHOUT_CODE: End = {
  exitCode: 1,
  code: "VC416",
  says: /the service doesn't return the recompiled runtime code/,
};

/** A contract that somebody else verified before. */
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
