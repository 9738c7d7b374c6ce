import { natural, sayChosen, seedOf } from "../helpers/chosen-run.ts";

/** For all suites; each kind of answer gets a third. */
const CASES = natural("FUZZ_CASES") ?? 10_000;

export const SEED = seedOf("FUZZ_SEED");
sayChosen("test:fuzz", { FUZZ_SEED: SEED });

/** With the seed, repeats the one case that fast-check printed. Use it with `--grep` for one test. */
export const PATH = process.env.FUZZ_PATH;

/** Share of the cases that only run a client. */
const CLIENT_SHARE = 0.3;
const PER_KIND = Math.ceil(CASES / 3);
export const CLIENT_CASES = Math.round(PER_KIND * CLIENT_SHARE);
export const PIPELINE_CASES = PER_KIND - CLIENT_CASES;

/** The time of all clocks: minutes after the recordings, so their records count as new. */
export const NOW = new Date("2026-11-21T09:29:00Z");

/** A case usually takes some ten milliseconds, or a second on a busy machine. */
export const CASE_LIMIT_MS = 40_000;

/** The user's deadline for a run. */
export const DEADLINE_MS = 20_000;
