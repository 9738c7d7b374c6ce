import { isCi, natural, sayChosen, seedOf } from "../helpers/chosen-run.ts";

/** Number of kills. In CI, the moments change with each commit. */
export const KILLS = natural("INTERRUPT_KILLS") ?? (isCi() ? 20 : 50);

/** The seed fixes the aims; the processes' timing still varies. */
export const SEED = seedOf("INTERRUPT_SEED");
sayChosen("test:interrupt", { INTERRUPT_SEED: SEED });

/** A run without kills takes some four seconds. */
export const RUN_LIMIT_MS = 60_000;
