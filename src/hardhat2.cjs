"use strict";

// The entry of Hardhat 2. CommonJS, so that Hardhat's resetHardhatContext() has the configuration load it anew.

const { registerTasks } = require("./hardhat2.js");

// A program may load this before Hardhat: then the configuration has to load it once more.
if (!registerTasks()) delete require.cache[__filename];

// The names, as an ES module finds them. Each is loaded when it is asked for.
module.exports = {
  VerifyContractError: undefined,
  checkContract: undefined,
  verifyContract: undefined,
  verifyDeployments: undefined,
};

for (const name of Object.keys(module.exports))
  Object.defineProperty(module.exports, name, { enumerable: true, get: () => require("./verify.js")[name] });
