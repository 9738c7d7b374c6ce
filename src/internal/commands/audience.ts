import type { Extras } from "../pipeline/request.ts";

/** What is seen of a run beside its verdicts: the rest need not be asked for. */
export interface Audience {
  /** The facts of one contract, and a summary of several. */
  readonly seesFacts: boolean;
  /** The facts of each of several contracts. */
  readonly seesEach: boolean;
}

/** The options that decide what is shown. */
interface ShownOptions {
  readonly json: boolean;
  readonly report?: string | undefined;
  readonly verbose?: boolean;
  readonly quiet?: boolean;
}

/** A program gets the whole report. */
export const PROGRAM: Audience = { seesFacts: true, seesEach: true };

/** Nothing is shown but the verdicts. */
export const NO_AUDIENCE: Audience = { seesFacts: false, seesEach: false };

/** More requests than these are not worth it: the same address on other chains is a fact beside. */
const MOST_ASKED = 20;

/** Who looks at what a command shows. */
export function audienceOf({ json, report, verbose = false, quiet = false }: ShownOptions): Audience {
  const hasReport = json || report !== undefined || process.env.GITHUB_ACTIONS === "true";
  return { seesFacts: hasReport || !quiet, seesEach: hasReport || (verbose && !quiet) };
}

/** What a run over one contract asks for beside its verdict. */
export function extrasOfOne({ seesFacts }: Audience): Extras {
  return { forwarded: seesFacts ? "by-each" : "never", otherChains: seesFacts };
}

/** The same for a run over several. */
export function extrasOfSeveral({ seesFacts, seesEach }: Audience, contracts: number): Extras {
  return {
    forwarded: seesFacts ? "at-end" : "never",
    otherChains: seesEach && contracts <= MOST_ASKED,
  };
}
