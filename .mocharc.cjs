// A workflow in which the tests run is not theirs to write to.
for (const name of Object.keys(process.env)) if (name.startsWith("GITHUB_")) delete process.env[name];

const isCi = process.env.CI !== undefined;

module.exports = {
  reporter: "./test/reporter.mjs",
  require: "./test/reporter.mjs",
  // A test of the command line starts Hardhat several times.
  timeout: 60_000,
  "forbid-only": isCi,
  // One test in 8,500 that depends on the machine's load must not hide what the others say. The reporter lists it as unstable.
  retries: isCi ? 1 : 0,
  // Elsewhere, a run that doesn't end shows what a test left open. Here, it would hide all results.
  exit: isCi,
};
