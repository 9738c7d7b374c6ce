module.exports = {
  // A test of the command line starts Hardhat several times.
  timeout: 60_000,
  "forbid-only": process.env.CI !== undefined,
};
