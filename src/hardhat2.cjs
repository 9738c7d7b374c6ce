"use strict";

// The entry of Hardhat 2, whose configurations are CommonJS.

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 13))
  throw new Error(`hardhat-verify-contract needs Node 22.13 or newer; this is ${process.version}.`);

require("./hardhat2.js").registerTasks();

// A configuration may be loaded anew: after resetHardhatContext(), which unloads what ends in .js and .ts alone, and where a
// program loads this before Hardhat.
delete require.cache[__filename];

// The names, as an ES module finds them. Each is loaded when it is asked for.
module.exports = {
  VerifyContractError: undefined,
  checkContract: undefined,
  checkContracts: undefined,
  lock: undefined,
  preflight: undefined,
  replay: undefined,
  verifyContract: undefined,
  verifyDeployments: undefined,
};

for (const name of Object.keys(module.exports))
  Object.defineProperty(module.exports, name, { enumerable: true, get: () => require("./verify.js")[name] });
