// A workflow in which the tests run is not theirs to write to.
for (const name of Object.keys(process.env)) if (name.startsWith("GITHUB_")) delete process.env[name];

module.exports = {
  // A test of the command line starts Hardhat several times.
  timeout: 60_000,
  "forbid-only": process.env.CI !== undefined,
};
