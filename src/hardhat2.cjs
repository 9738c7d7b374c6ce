"use strict";

// The entry point for Hardhat 2, whose configurations are CommonJS modules.

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 13))
  throw new Error(`hardhat-verify-contract needs Node 22.13 or newer; this is ${process.version}.`);

require("./hardhat2.js").registerTasks();

// A configuration may be loaded again: after resetHardhatContext(), which unloads only .js and .ts files, or if a
// program loads this file before Hardhat.
delete require.cache[__filename];

// Lists the export names, so ES modules can import them. Each export is loaded on first use.
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
