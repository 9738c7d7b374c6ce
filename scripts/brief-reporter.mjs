// The reporter of `npm test`: a line for each 500 tests and each failure, and at the end the failures in full.
import mocha from "mocha";

const EACH = 500;

export default class BriefReporter extends mocha.reporters.Base {
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
