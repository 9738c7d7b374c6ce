import { isCi, natural, sayChosen, seedOf } from "../helpers/chosen-run.ts";

/** How often a run is ended in the middle. In CI other moments come with each commit. */
export const KILLS = natural("INTERRUPT_KILLS") ?? (isCi() ? 20 : 50);

/** The same seed aims at the same moments; when a process gets there is not in its hands. */
export const SEED = seedOf("INTERRUPT_SEED");
sayChosen("test:interrupt", { INTERRUPT_SEED: SEED });

/** Milliseconds after which a run hangs; one that nobody ends takes some four seconds. */
export const RUN_LIMIT_MS = 60_000;
