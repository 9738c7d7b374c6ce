import { natural, sayChosen, seedOf } from "../helpers/chosen-run.ts";

/** How many cases run in all; a third of them for each kind of answer. */
const CASES = natural("FUZZ_CASES") ?? 10_000;

/** The same seed gives the same cases. */
export const SEED = seedOf("FUZZ_SEED");
sayChosen("test:fuzz", { FUZZ_SEED: SEED });

/** Together with the seed it leads to one case, as fast-check prints it; for one test at a time, with `--grep`. */
export const PATH = process.env.FUZZ_PATH;

/** Cases of one kind: some ask a client alone, most run everything. */
const CLIENT_SHARE = 0.3;
const PER_KIND = Math.ceil(CASES / 3);
export const CLIENT_CASES = Math.round(PER_KIND * CLIENT_SHARE);
export const PIPELINE_CASES = PER_KIND - CLIENT_CASES;

/** When all of it happens, by every clock: minutes after the recordings, so that their records are new ones. */
export const NOW = new Date("2026-11-21T09:29:00Z");

/** Milliseconds after which a case hangs; a case takes some ten, and a second on a machine with other work. */
export const CASE_LIMIT_MS = 40_000;

/** Milliseconds for a whole run of the pipeline, for the user's own deadline. */
export const DEADLINE_MS = 20_000;
