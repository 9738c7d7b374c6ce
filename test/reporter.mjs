// The reporter of all tests: Mocha's list, or with `--reporter-option brief` (npm test) one line per 500 tests and per
// failure. The end of the output shows failures in full, and unstable tests: CI runs a failed test again, and reports
// it if it then passes. Mocha also requires this file, for the hook below.
import mocha from "mocha";

/** Fails the current test when a promise rejects and nothing handles it. By itself, Mocha ignores that. */
export const mochaHooks = {
  beforeAll() {
    if (!process.listeners("unhandledRejection").includes(rethrow)) process.on("unhandledRejection", rethrow);
  },
};

function rethrow(reason) {
  throw reason;
}

const EACH = 500;
const { Base, Spec } = mocha.reporters;

class Brief extends Base {
  constructor(runner, options) {
    super(runner, options);
    let ended = 0;
    runner.on("test end", () => {
      if (++ended % EACH === 0) console.log(`  ${ended} tests`);
    });
    runner.on("fail", (test) => console.log(`  failed: ${test.fullTitle()}`));
    runner.once("end", () => this.epilogue());
  }
}

export default class Reporter {
  constructor(runner, options) {
    const errors = new Map();
    runner.on("retry", (test, error) => errors.set(test.fullTitle(), error));
    const failed = new Set();
    runner.on("fail", (test) => failed.add(test.fullTitle()));
    if ("brief" in (options.reporterOptions ?? {})) new Brief(runner, options);
    else new Spec(runner, options);
    runner.once("end", () => {
      for (const [title, error] of errors) {
        const label = failed.has(title) ? "failed at first" : "unstable";
        console.log(`  ${label}: ${title}\n    ${error.stack ?? error.message}`);
        if ("actual" in error) console.log(`    actual: ${JSON.stringify(error.actual)?.slice(0, 2000)}`);
        console.log();
      }
    });
  }
}
