import { sayChosen, seedOf } from "../helpers/chosen-run.ts";

/** Seeds what is changed and recombined. */
export const SEED = seedOf("REPLAY_SEED");
sayChosen("test:replay", { REPLAY_SEED: SEED });

/** Half of the files as they are, half of their lines. */
export const BYTES = 500;

/** Values that a consistent forger changes, one at a time. */
export const CHANGED = 300;

export const RECOMBINED = 50;

/** Names that are no names. */
export const HOSTILE = 100;
