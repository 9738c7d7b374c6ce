import { sayChosen, seedOf } from "../helpers/chosen-run.ts";

export const SEED = seedOf("REPLAY_SEED");
sayChosen("test:replay", { REPLAY_SEED: SEED });

/** Half of the changes hit the compressed file, half its content. */
export const BYTES = 500;

/** Values that a consistent forger changes, one at a time. */
export const CHANGED = 300;

export const RECOMBINED = 50;

export const HOSTILE = 100;
