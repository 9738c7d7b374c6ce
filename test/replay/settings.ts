/** Seeds what is changed and recombined; printed, so that a run can be repeated. */
export const SEED = Number(process.env.REPLAY_SEED ?? Date.now() % 2_147_483_647);

/** Half of the files as they are, half of their lines. */
export const BYTES = 500;

/** Values that a consistent forger changes, one at a time. */
export const CHANGED = 300;

export const RECOMBINED = 50;

/** Names that are no names. */
export const HOSTILE = 100;
